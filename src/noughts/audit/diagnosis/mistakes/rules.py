"""Mistakes in programs that follow rules of thumb and search nothing."""

from noughts.audit.diagnosis.mistakes.board import FREE, LINED, Program
from noughts.audit.diagnosis.mistakes.scored import right
from noughts.rules import Mask

CENTRE, CORNERS, SIDES = 0b000_010_000, 0b101_000_101, 0b010_101_010


def completing(stones: Mask, taken: Mask) -> Mask:
    """The free cells with which stones get a line."""
    return sum(stone for stone in FREE[taken] if LINED[stones | stone])


def by_feel(mine: Mask, theirs: Mask, mark: str) -> Mask:
    """The centre, else a corner, else a side."""
    free = sum(FREE[mine | theirs])
    return free & CENTRE or free & CORNERS or free & SIDES


def in_reading_order(mine: Mask, theirs: Mask, mark: str) -> Mask:
    """The first free cell."""
    return FREE[mine | theirs][0]


def any_cell(mine: Mask, theirs: Mask, mark: str) -> Mask:
    """Whatever is free."""
    return sum(FREE[mine | theirs])


def never_blocks(otherwise: Program) -> Program:
    """Completes its line, and does not look at the other side's."""

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        return completing(mine, mine | theirs) or otherwise(mine, theirs, mark)

    return program


def _never_completes(otherwise: Program) -> Program:
    """Stops a line of the other side, and does not look for its own."""

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        return completing(theirs, mine | theirs) or otherwise(mine, theirs, mark)

    return program


def blocks_first(otherwise: Program) -> Program:
    """Stops a line of the other side before it looks for one of its own."""
    return _never_completes(never_blocks(otherwise))


def wins_then_blocks(otherwise: Program) -> Program:
    """Completes its line, or stops one; two threats at once it does not see coming."""
    return never_blocks(_never_completes(otherwise))


good = right(depth=False)
best = right(depth=True)
