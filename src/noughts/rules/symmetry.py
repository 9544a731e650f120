"""Symmetries: permutations of the cells that change nothing about a game.

*Board symmetries* are the turns and reflections of the shape, on a torus also its shifts, that
keep the lines and gravity. Published counts of positions "up to symmetry" mean these.

*Line symmetries* are all permutations of the cells that keep the set of lines and gravity.
Some games have many more of them: 4x4 looks different, and plays the same, when its two middle
columns change places and its two middle rows do.

    a b c d        a c b d
    e f g h        i k j l        one of the 32 line symmetries of 4x4;
    i j k l        e g f h        as a board symmetry it is none
    m n o p        m o n p

A symmetry is a tuple: entry c is the cell to which cell c goes.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import TypeAlias

from noughts.errors import LimitReached
from noughts.rules.game import KEPT, Game
from noughts.rules.grid import Cell, Mask, Shape, cells_of, mask_of
from noughts.rules.position import Position

Symmetry: TypeAlias = tuple[Cell, ...]

MOST_LINE_SYMMETRIES = 100_000


@lru_cache(maxsize=64)
def board_symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Turns, reflections and torus shifts that keep lines and gravity; the identity first.

    >>> from noughts.rules.catalog import game
    >>> [len(board_symmetries(game(spec))) for spec in ("3x3", "8x2:4", "3x3x3", "connect4")]
    [8, 4, 48, 2]
    """
    shifts = _shifts(game.shape) if game.torus else [tuple(range(game.cells))]
    found = dict.fromkeys(compose(shift, turn) for shift in shifts for turn in _turns(game.shape))
    return tuple(symmetry for symmetry in found if keeps(game, symmetry))


def keeps(game: Game, symmetry: Symmetry) -> bool:
    """Does a permutation of the cells keep the lines and gravity?"""
    lines = set(game.lines)
    return _keeps_gravity(game, symmetry) and all(
        mask_of(symmetry[cell] for cell in cells_of(line)) in lines for line in game.lines
    )


def compose(second: Symmetry, first: Symmetry) -> Symmetry:
    """First one symmetry, then the other."""
    return tuple(second[cell] for cell in first)


def _turns(shape: Shape) -> Iterator[Symmetry]:
    """Every way to lay the board onto itself: change its axes about, turn some of them round."""
    sides = (shape.depth, shape.height, shape.width)
    for order in permutations(range(3)):
        if tuple(sides[axis] for axis in order) != sides:
            continue
        for flips in product((False, True), repeat=3):
            symmetry = []
            for place in shape.places():
                to = [place[axis] for axis in order]
                to = [s - 1 - t if flip else t for t, s, flip in zip(to, sides, flips, strict=True)]
                symmetry.append(shape.cell((to[0], to[1], to[2])))
            yield tuple(symmetry)


def _shifts(shape: Shape) -> list[Symmetry]:
    width, height, depth = shape
    return [
        tuple(
            shape.cell(((p.slice + z) % depth, (p.row + y) % height, (p.column + x) % width))
            for p in shape.places()
        )
        for z, y, x in product(range(depth), range(height), range(width))
    ]


def _keeps_gravity(game: Game, symmetry: Symmetry) -> bool:
    if not game.drop:
        return True
    for cell in range(game.cells):
        below = game.below(cell)
        if game.below(symmetry[cell]) != (None if below is None else symmetry[below]):
            return False
    return True


@lru_cache(maxsize=KEPT)
def image_mask(mask: Mask, symmetry: Symmetry) -> Mask:
    """Where a symmetry takes the cells of a mask."""
    return mask_of(symmetry[cell] for cell in cells_of(mask))


def image(position: Position, symmetry: Symmetry) -> Position:
    """The position seen through a symmetry."""
    first, second = image_mask(position.first, symmetry), image_mask(position.second, symmetry)
    return Position(position.game, first, second, position.first_mark)


def canonical(position: Position) -> Position:
    """The image with the smallest key under the board symmetries.

    >>> from noughts.rules.catalog import game
    >>> start = Position(game("3x3"))
    >>> len({canonical(start.play(move)) for move in start.moves()})
    3
    """
    second, first = min(
        (image_mask(position.second, symmetry), image_mask(position.first, symmetry))
        for symmetry in board_symmetries(position.game)
    )
    return Position(position.game, first, second, position.first_mark)


@lru_cache(maxsize=64)
def line_symmetries(game: Game) -> tuple[Symmetry, ...]:
    """Every permutation of the cells that keeps lines and gravity; the identity first.

    Games with more than 100,000 of them (cells on no line may change places at will) are refused.

    >>> from noughts.rules.catalog import game
    >>> [len(line_symmetries(game(spec))) for spec in ("3x3", "4x4", "5x5", "3x3+torus")]
    [8, 32, 32, 432]
    """
    found = []
    for symmetry in _automorphisms(game):
        found.append(symmetry)
        if len(found) > MOST_LINE_SYMMETRIES:
            raise LimitReached(
                f"{game.name} has more than {MOST_LINE_SYMMETRIES:,} line symmetries"
            )
    return tuple(sorted(found))


def _automorphisms(game: Game) -> Iterator[Symmetry]:
    """Map the cells one by one, each to an unused cell that fits all cells mapped before.

    "Fits" compares what pairs of cells share (lines through both, by size; which rests on which)
    and, wherever the last cell of a line is mapped, asks that the image be a line too.
    """
    shared = _shared(game)
    order = _connected_order(game, shared)
    lines = set(game.lines)
    finished = _lines_finished_by(game, order)
    to: dict[Cell, Cell] = {}

    def fits(cell: Cell, goal: Cell) -> bool:
        if any(shared[cell][a] != shared[goal][b] for a, b in to.items()):
            return False
        others = [[to[a] for a in cells_of(line) if a != cell] for line in finished[cell]]
        return all(mask_of([goal, *line]) in lines for line in others)

    def extend(used: Mask) -> Iterator[Symmetry]:
        if len(to) == game.cells:
            yield tuple(to[cell] for cell in range(game.cells))
            return
        cell = order[len(to)]
        for goal in range(game.cells):
            alike = shared[cell][cell] == shared[goal][goal]
            if alike and not used >> goal & 1 and fits(cell, goal):
                to[cell] = goal
                yield from extend(used | 1 << goal)
                del to[cell]

    yield from extend(0)


def _lines_finished_by(game: Game, order: list[Cell]) -> dict[Cell, list[Mask]]:
    """For each cell the lines of which it is the last in the order."""
    finished: dict[Cell, list[Mask]] = {cell: [] for cell in order}
    for line in game.lines:
        finished[max(cells_of(line), key=order.index)].append(line)
    return finished


def _shared(game: Game) -> list[list[tuple[object, ...]]]:
    """For each pair of cells: the sizes of the lines through both, and which rests on which."""
    sizes: list[list[list[int]]] = [[[] for _ in range(game.cells)] for _ in range(game.cells)]
    for line in game.lines:
        for a in cells_of(line):
            for b in cells_of(line):
                sizes[a][b].append(line.bit_count())
    return [
        [
            (*sorted(sizes[a][b]), game.below(a) == b, game.below(b) == a, game.below(a) is None)
            for b in range(game.cells)
        ]
        for a in range(game.cells)
    ]


def _connected_order(game: Game, shared: list[list[tuple[object, ...]]]) -> list[Cell]:
    """The cells so that each shares as many lines as it can with those before it."""
    order: list[Cell] = [max(range(game.cells), key=lambda cell: len(game.through[cell]))]
    weight = [0] * game.cells
    while len(order) < game.cells:
        for cell in range(game.cells):
            weight[cell] += len(shared[order[-1]][cell])
        order.append(max(set(range(game.cells)) - set(order), key=lambda c: (weight[c], -c)))
    return order
