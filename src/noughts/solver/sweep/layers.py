"""Layers: where a position stands among all positions with as many stones.

A position is a pair: which cells are occupied (its row), and which of those stones are the second
player's (its bit in that row). Both are ranks of a set in colex order, the order of its mask as a
number. The second player's stones are first squeezed onto the occupied cells:

    X . O        occupied       0b110_010_101    row 96 of the 126 sets of 5 cells out of 9
    . O .        O's stones     0b000_010_100
    . X X        squeezed       0b00110          bit 2 of the 10 sets of 2 places out of 5

A layer is a matrix of bits with no gaps: no key is stored and nothing collides.

    stones           0   1   2   3   4    5    6    7    8    9
    rows on 3x3      1   9  36  84 126  126   84   36    9    1
    bits to a row    1   1   2   3   6   10   20   35   70  126

Plain ints only: neither numpy nor numba is needed to find a position.
"""

from itertools import pairwise
from math import comb
from typing import NamedTuple

from noughts.errors import RulesError
from noughts.rules import Game, Mask, Position, cells_of

WORD = 64
ROW_WORK = 64  # what a row takes before its first word
MOST_PLACES = 64

# _CHOOSE[n][k] is the number of sets of k out of n: the step of every rank below.
_CHOOSE = tuple(tuple(comb(n, k) for k in range(MOST_PLACES + 2)) for n in range(MOST_PLACES + 1))


class Index(NamedTuple):
    """A position's place: its layer (the number of stones), row and bit."""

    ply: int
    row: int
    bit: int


def refuse_drop(game: Game) -> None:
    """Refuse a game whose sets of cells are not all rows: where stones fall, most cannot arise."""
    if game.drop:
        raise RulesError(f"a sweep needs a game without drop, got {game.name}")


def row_count(cells: int, ply: int) -> int:
    """Rows of a layer: ways to occupy that many cells.

    >>> [row_count(9, ply) for ply in range(10)]
    [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]
    """
    return comb(cells, ply)


def bit_count(ply: int) -> int:
    """Bits of a row: ways to share that many stones, X having one more when they are odd.

    >>> [bit_count(ply) for ply in range(10)]
    [1, 1, 2, 3, 6, 10, 20, 35, 70, 126]
    """
    return comb(ply, ply // 2)


def word_count(ply: int) -> int:
    """Words of a row: 64 bits to a word, every row on a fresh one."""
    return -(-bit_count(ply) // WORD)


def index_count(cells: int) -> int:
    """Places in all layers, those of positions that cannot arise among them.

    >>> index_count(9), index_count(16), index_count(25)
    (6046, 10165779, 161995031226)
    """
    return sum(row_count(cells, ply) * bit_count(ply) for ply in range(cells + 1))


def layer_bytes(cells: int, ply: int) -> int:
    """Memory of a layer: two planes of bits."""
    return 2 * row_count(cells, ply) * word_count(ply) * (WORD // 8)


def sweep_bytes(cells: int) -> int:
    """Memory of a sweep that keeps nothing: the largest two neighbouring layers.

    >>> round(sweep_bytes(25) / 1e9, 1)
    13.2
    """
    sizes = [layer_bytes(cells, ply) for ply in range(cells + 1)]
    return max(map(sum, pairwise(sizes)))


def layer_work(game: Game, ply: int) -> int:
    """How long a layer takes to solve, in a unit of some nanoseconds on one core.

    A row of i stones and f free cells reads (i + 1) f / (i + f) rows of the next layer on average
    (free cells with no stone between them are read together). Then its words are judged by the
    lines inside it, one by one and in pairs, and written. The weights were measured on 5x5.
    """
    free = game.cells - ply
    read = word_count(ply + 1) * (ply + 1) * free / game.cells if free else 0
    lines = lines_inside(game, ply)
    judged = word_count(ply) * (2 + 0.4 * lines + 0.05 * lines**2)
    return round(row_count(game.cells, ply) * (ROW_WORK + read + judged))


def lines_inside(game: Game, ply: int) -> float:
    """How many lines lie inside an occupied set of that size, on average.

    A line longer than either side has stones is left out, here as in the sweep.
    """
    sizes = [size for line in game.lines if (size := line.bit_count()) <= (ply + 1) // 2]
    inside = sum(comb(game.cells - size, ply - size) for size in sizes)
    return inside / comb(game.cells, ply)


def rank(mask: Mask) -> int:
    """How many sets of the same size come before this one.

    >>> [rank(mask) for mask in (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)]
    [0, 1, 2, 3, 4, 5]
    """
    return sum(_CHOOSE[cell][place] for place, cell in enumerate(cells_of(mask), start=1))


def unrank(index: int, size: int) -> Mask:
    """The set of that size whose rank is index.

    >>> bin(unrank(4, 2))
    '0b1010'
    """
    mask = 0
    for place in range(size, 0, -1):
        cell = place - 1
        while _CHOOSE[cell + 1][place] <= index:
            cell += 1
        index -= _CHOOSE[cell][place]
        mask |= 1 << cell
    return mask


def spread(squeezed: Mask, occupied: Mask) -> Mask:
    """The stones at those places of the occupied cells.

    >>> bin(spread(0b00110, 0b110_010_101))
    '0b10100'
    """
    stones = 0
    for place, cell in enumerate(cells_of(occupied)):
        stones |= (squeezed >> place & 1) << cell
    return stones


def index_of(position: Position) -> Index:
    """Where a position stands.

    >>> from noughts.rules.catalog import game
    >>> index_of(Position(game("3x3"), first=0b110_000_001, second=0b000_010_100))
    Index(ply=5, row=96, bit=2)
    """
    return index_of_masks(position.first, position.second)


def index_of_masks(first: Mask, second: Mask) -> Index:
    """Where the position with those stones stands."""
    # One walk over the stones does both ranks: this is what a probe spends its time on.
    occupied = first | second
    ply = row = bit = theirs = 0
    while occupied:
        lowest = occupied & -occupied
        occupied ^= lowest
        if second & lowest:
            theirs += 1
            bit += _CHOOSE[ply][theirs]
        ply += 1
        row += _CHOOSE[lowest.bit_length() - 1][ply]
    return Index(ply, row, bit)


def position_at(game: Game, index: Index) -> Position:
    """The position that stands there, whether or not it can arise.

    >>> from noughts.rules.catalog import game
    >>> here = position_at(game("3x3"), Index(ply=5, row=96, bit=2))
    >>> here.first == 0b110_000_001, here.second == 0b000_010_100
    (True, True)
    """
    ply, row, bit = index
    occupied = unrank(row, ply)
    second = spread(unrank(bit, ply // 2), occupied)
    return Position(game, occupied & ~second, second)
