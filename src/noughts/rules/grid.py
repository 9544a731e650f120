"""Cells and masks: where a cell lies, and sets of cells as the bits of an int.

Cells are numbered in reading order, slice by slice in 3-D, and cell c is bit c of a mask:

    0 1 2        a mask of the top row is 0b000_000_111
    3 4 5
    6 7 8
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = int
AnyCell: TypeAlias = "int | str | tuple[int, ...]"  # as people write it: a number, c1, (0, 2)
Mask: TypeAlias = int


class Place(NamedTuple):
    """Where a cell lies: slice, row from the top and column from the left, all from 0."""

    slice: int
    row: int
    column: int


class Shape(NamedTuple):
    """The cells of a board and how they lie; depth is the number of slices, 1 in 2-D.

    >>> Shape(7, 6).cells, Shape(3, 3, 3).cells
    (42, 27)
    """

    width: int
    height: int
    depth: int = 1

    @property
    def cells(self) -> int:
        return self.width * self.height * self.depth

    @property
    def is_flat(self) -> bool:
        """Is the board 2-D?"""
        return self.depth == 1

    @property
    def all_mask(self) -> Mask:
        """Every cell of the board."""
        return (1 << self.cells) - 1

    def place(self, cell: Cell) -> Place:
        """Where a cell lies.

        >>> Shape(3, 3).place(5)
        Place(slice=0, row=1, column=2)
        """
        slice, rest = divmod(cell, self.width * self.height)
        row, column = divmod(rest, self.width)
        return Place(slice, row, column)

    def cell(self, place: tuple[int, int, int]) -> Cell:
        """The cell at (slice, row, column).

        >>> Shape(3, 3).cell((0, 1, 2))
        5
        """
        slice, row, column = place
        return (slice * self.height + row) * self.width + column

    def holds(self, place: tuple[int, int, int]) -> bool:
        """Is (slice, row, column) on the board?"""
        slice, row, column = place
        return 0 <= slice < self.depth and 0 <= row < self.height and 0 <= column < self.width

    def name(self, cell: Cell) -> str:
        """The cell's name: column letters as in a spreadsheet, row from 1, in 3-D the slice first.

            a1 b1 c1        in 3-D the first slice is  1a1 1b1 1c1
            a2 b2 c2                                   1a2 1b2 1c2
            a3 b3 c3                                   1a3 1b3 1c3

        >>> Shape(3, 3).name(2), Shape(30, 2).name(57), Shape(3, 3, 3).name(13)
        ('c1', 'ab2', '2b2')
        """
        slice, row, column = self.place(cell)
        front = "" if self.is_flat else str(slice + 1)
        return f"{front}{column_letters(column)}{row + 1}"

    def places(self) -> Iterator[Place]:
        """Every place, in the order of the cells."""
        return map(self.place, range(self.cells))


def column_letters(column: int) -> str:
    """a … z, aa, ab, … for columns 0, 1, …

    >>> [column_letters(column) for column in (0, 25, 26, 399)]
    ['a', 'z', 'aa', 'oj']
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters


def cells_of(mask: Mask) -> Iterator[Cell]:
    """The cells of a mask, lowest first.

    >>> list(cells_of(0b100_010_001))
    [0, 4, 8]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cells: Iterable[Cell]) -> Mask:
    """The mask of some cells.

    >>> bin(mask_of([0, 4, 8]))
    '0b100010001'
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
