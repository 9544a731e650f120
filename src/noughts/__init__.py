"""Perfect play in tic-tac-toe and its family: the exact truth about any position.

>>> import noughts
>>> print(noughts.analyze("XX. .O. ..O"))
X to move wins in 1: c1.
"""

from noughts.errors import LimitReached, NotationError, NoughtsError, RulesError
from noughts.explain.report import Report, analyze
from noughts.notation.gamefile import read_game
from noughts.notation.parse import lint, position
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.value import Outcome, Value

__version__ = "0.1.0"

__all__ = [
    "Game",
    "LimitReached",
    "NotationError",
    "NoughtsError",
    "Outcome",
    "Position",
    "Report",
    "RulesError",
    "Value",
    "analyze",
    "game",
    "lint",
    "position",
    "read_game",
]
