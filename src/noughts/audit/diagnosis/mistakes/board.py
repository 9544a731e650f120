"""What the mistaken programs share: masks of 3x3 and the moves on them, worked out once."""

from collections.abc import Callable
from typing import TypeAlias

from noughts.rules import Mask
from noughts.rules.catalog import game

STANDARD = game("3x3")
FULL: Mask = STANDARD.all_mask
EVERYWHERE = range(FULL + 1)

Program: TypeAlias = Callable[[Mask, Mask, str], Mask]
"""From the stones of the side to move, those of the other and the mark to move to the moves that
the program holds for equally good: one of them is its answer. 0: it finds none, and fails."""

FREE = [tuple(1 << cell for cell in range(9) if not taken >> cell & 1) for taken in EVERYWHERE]
"""By stones on the board: a mask for each free cell, in reading order."""

STONES = [mask.bit_count() for mask in EVERYWHERE]


def line_table(lines: tuple[Mask, ...] = STANDARD.lines) -> list[bool]:
    """By stones of one side: is one of the lines among them?"""
    return [any(line & stones == line for line in lines) for stones in EVERYWHERE]


LINED = line_table()
