"""Text in, text out: games, positions, moves and values as people write them."""

from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_moves, format_position
from noughts.notation.gamefile import read_game
from noughts.notation.parse import position
from noughts.notation.svg import position_svg
from noughts.notation.words import result_sentence, value_badge, value_sentence, value_words

__all__ = [
    "draw",
    "format_move",
    "format_moves",
    "format_position",
    "position",
    "position_svg",
    "read_game",
    "result_sentence",
    "value_badge",
    "value_sentence",
    "value_words",
]
