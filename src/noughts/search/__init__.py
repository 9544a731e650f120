"""How to find out: one textbook algorithm a file, all `search(position) -> Result`.

`SEARCHES` names them; a new search is a file and a line here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from noughts.search.alphabeta import alphabeta
from noughts.search.deepening import deepening
from noughts.search.minimax import minimax
from noughts.search.monte_carlo import mcts
from noughts.search.negamax import negamax
from noughts.search.ordering import ordered
from noughts.search.proof_number import proof
from noughts.search.result import Result
from noughts.search.retrograde import retrograde
from noughts.search.transposition import transposition

Search: TypeAlias = Callable[..., Result]

SEARCHES: dict[str, Search] = {
    "minimax": minimax,
    "negamax": negamax,
    "alphabeta": alphabeta,
    "ordered": ordered,
    "transposition": transposition,
    "deepening": deepening,
    "null-windows": partial(deepening, null_windows=True),
    "proof": proof,
    "mcts": mcts,
    "retrograde": retrograde,
}
