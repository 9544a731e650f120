"""What may be played: boards, winning lines, games, positions, symmetries."""

from noughts.rules.catalog import CATALOG, NAMES, Entry, game as game_of, is_spec
from noughts.rules.game import MOST_CELLS, Game, listed_game, size_text
from noughts.rules.grid import AnyCell, Cell, Mask, Place, Shape, cells_of, column_letters, mask_of
from noughts.rules.position import Position, other_mark
from noughts.rules.specs import SPEC_WORDS, Goal
from noughts.rules.symmetry import (
    Symmetry,
    board_symmetries,
    canonical,
    image,
    image_mask,
    line_symmetries,
)

__all__ = [
    "CATALOG", "MOST_CELLS", "NAMES", "SPEC_WORDS", "AnyCell", "Cell", "Entry", "Game", "Goal",
    "Mask", "Place", "Position", "Shape", "Symmetry", "board_symmetries", "canonical", "cells_of",
    "column_letters", "game_of", "image", "image_mask", "is_spec", "line_symmetries", "listed_game",
    "mask_of", "other_mark", "size_text",
]  # fmt: skip
