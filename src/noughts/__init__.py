"""Perfect play in tic-tac-toe and its family: the exact truth about any position.

>>> import noughts
>>> print(noughts.analyze("XX. .O. ..O"))
X to move wins in 1: c1.
"""

from noughts.errors import LimitReached, NotationError, NoughtsError, RulesError
from noughts.explain.report import Report, analyze
from noughts.notation import position, read_game
from noughts.notation.parse import lint
from noughts.play.named import READERS as _READERS
from noughts.play.players import Player as _Player
from noughts.rules import Game, Position
from noughts.rules.catalog import game
from noughts.value import Outcome, Value

__version__ = "0.1.0"


def _learned(path: str, game: Game | None) -> _Player:
    """A player from a file of `noughts train`; learning is loaded when it is asked for."""
    from noughts.learn.learners import LearnedPlayer

    return LearnedPlayer.from_file(path, game)


_READERS[".json"] = _learned

__all__ = [
    "Game", "LimitReached", "NotationError", "NoughtsError", "Outcome", "Position", "Report",
    "RulesError", "Value", "analyze", "game", "lint", "position", "read_game",
]  # fmt: skip
