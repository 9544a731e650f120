"""Text in, text out: games, positions, moves and values as people write them."""

from noughts.notation.cells import read_board
from noughts.notation.diagram import draw
from noughts.notation.format import (
    format_line,
    format_move,
    format_moves,
    format_position,
    position_rows,
)
from noughts.notation.gamefile import read_game
from noughts.notation.moves import parse_cell, parse_move, parse_moves, split_moves
from noughts.notation.parse import position
from noughts.notation.shapes import (
    SCHEMA,
    head,
    move_dict,
    move_name,
    move_names,
    position_dict,
    seconds_of,
    state_dict,
    value_dict,
    values_dict,
    without_nulls,
)
from noughts.notation.svg import PALETTE, position_svg
from noughts.notation.words import (
    VERBS,
    duration,
    result_sentence,
    signed,
    value_badge,
    value_sentence,
    value_words,
)

__all__ = [
    "PALETTE", "SCHEMA", "VERBS", "draw", "duration", "format_line", "format_move", "format_moves",
    "format_position", "head", "move_dict", "move_name", "move_names", "parse_cell", "parse_move",
    "parse_moves", "position", "position_dict", "position_rows", "position_svg", "read_board",
    "read_game", "result_sentence", "seconds_of", "signed", "split_moves", "state_dict",
    "value_badge", "value_dict", "value_sentence", "value_words", "values_dict", "without_nulls",
]  # fmt: skip
