"""Perfect play in tic-tac-toe and its family: the exact truth about any position.

>>> import noughts
>>> print(noughts.analyze("XX. .O. ..O"))
X to move wins in 1: c1.
"""

from typing import TYPE_CHECKING, Any

from noughts.errors import LimitReached, MissingExtra, NotationError, NoughtsError, RulesError
from noughts.explain.report import Report, analyze
from noughts.explain.tracing import Event, trace
from noughts.notation.gamefile import read_game
from noughts.notation.parse import lint, position
from noughts.play.named import READERS as _READERS
from noughts.play.players import Player as _Player
from noughts.play.record import Record, read_record
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver.oracle import Solved, best_move, solve
from noughts.solver.table import TableError
from noughts.value import Outcome, Value

if TYPE_CHECKING:
    from noughts.audit.auditing import assert_perfect
    from noughts.audit.verdict import Verdict
    from noughts.explain.count import Census, census, compare
    from noughts.explain.documents import document
    from noughts.explain.tree import game_tree
    from noughts.play.human import play_here

__version__ = "0.1.0"

__all__ = [
    "Census", "Event", "Game", "LimitReached", "MissingExtra", "NotationError", "NoughtsError",
    "Outcome", "Position", "Record", "Report", "RulesError", "Solved", "TableError", "Value",
    "Verdict", "analyze", "assert_perfect", "best_move", "census", "compare", "document", "game",
    "game_tree", "lint", "play_here", "position", "read_game", "read_record", "solve", "trace",
]  # fmt: skip

_LATE = {  # what few programs ask for is loaded when they do
    "Census": "noughts.explain.count",
    "Verdict": "noughts.audit.verdict",
    "assert_perfect": "noughts.audit.auditing",
    "census": "noughts.explain.count",
    "compare": "noughts.explain.count",
    "document": "noughts.explain.documents",
    "game_tree": "noughts.explain.tree",
    "play_here": "noughts.play.human",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATE[name]), name)


def _learned(path: str, game: Game | None) -> _Player:
    """A player from a file of `noughts train`; learning is loaded when it is asked for."""
    from noughts.learn.learners import LearnedPlayer

    return LearnedPlayer.from_file(path, game)


_READERS[".json"] = _learned
