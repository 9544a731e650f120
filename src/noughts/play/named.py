"""Players by name: a level, a search with or without a number, a table that was learned."""

import random
from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from noughts.errors import NotationError
from noughts.play.levels import LEVEL_NAMES, Level, LevelPlayer, player_for
from noughts.play.players import SEARCH_SECONDS, SECONDS, Player, SearchPlayer
from noughts.rules import Game
from noughts.search import SEARCHES

# By the ending of a file: what makes a player of it. Who is above this room registers himself.
READERS: dict[str, Callable[[str, Game | None], Player]] = {}


def player_names() -> list[str]:
    """Every name without a number."""
    return [*LEVEL_NAMES, "random", *SEARCHES]


def is_player_name(text: str) -> bool:
    """Does a text name a player, whether or not its number can be read?

    >>> is_player_name("mcts:1000"), is_player_name("player.py")
    (True, False)
    """
    return text.partition(":")[0] in player_names() or is_learned_file(text)


def is_learned_file(text: str) -> bool:
    """Does a text name a file of `noughts train`?"""
    return _ending(text) in READERS


def _ending(text: str) -> str:
    return PurePath(text).suffix.lower()


def player_named(
    text: str,
    seconds: float | None = None,
    rng: random.Random | None = None,
    *,
    game: Game | None = None,
) -> Player:
    """The player of a name: `perfect`, `easy`, `minimax`, `mcts:1000`, `alphabeta:4`.

    The number is that of playouts for mcts and of plies for the other searches. A file that ends
    in .json is one of `noughts train`, and plays what was learned: only the game that it was
    learned for, so that another game is refused.

    >>> player_named("minimax:2").options
    {'depth': 2}
    >>> player_named("perfekt")
    Traceback (most recent call last):
    noughts.errors.NotationError: no player 'perfekt': expected perfect, hard, medium, easy, \
random, minimax, negamax, alphabeta, ordered, transposition, deepening, null-windows, proof, mcts \
or retrograde; did you mean perfect?
    """
    if is_learned_file(text):
        return READERS[_ending(text)](text, game)
    name, colon, number = text.partition(":")
    names = player_names()
    if name not in names:
        near = get_close_matches(name, names, n=1)
        raise NotationError(
            f"no player {text!r}: expected {', '.join(names[:-1])} or {names[-1]}"
            + (f"; did you mean {near[0]}?" if near else "")
        )
    search = SEARCHES.get(name)
    if colon and (search is None or search.limit is None):
        raise NotationError(f"{name} takes no number: expected {name}, got {text!r}")
    if name in LEVEL_NAMES:
        return player_for(name, seconds or SECONDS, rng or random.Random(0))
    if search is None:  # random
        return LevelPlayer(Level(0, Fraction(1)), rng or random.Random(0))
    options: dict[str, Any] = {}
    if colon and search.limit is not None:
        options[search.limit] = _number(name, number, text)
    if search.seeded and rng is not None:
        options["seed"] = rng.getrandbits(32)
    return SearchPlayer(name, seconds or SEARCH_SECONDS, **options)


def _number(name: str, number: str, text: str) -> int:
    if not number.isdecimal() or len(number) > 9 or int(number) < 1:
        raise NotationError(f"expected a number of 1 or more after {name}:, got {text!r}")
    return int(number)
