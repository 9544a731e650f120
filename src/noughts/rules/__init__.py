"""What may be played: boards, winning lines, games, positions, symmetries."""

from noughts.rules.game import Game
from noughts.rules.grid import Shape
from noughts.rules.position import Position
from noughts.rules.specs import Goal
from noughts.rules.symmetry import board_symmetries, line_symmetries

__all__ = [
    "Game",
    "Goal",
    "Position",
    "Shape",
    "board_symmetries",
    "line_symmetries",
]
