"""Winning lines as masks: every straight run of k cells of a board."""

from collections.abc import Iterator
from itertools import product

from noughts.rules.grid import Mask, Place, Shape, mask_of


def directions(shape: Shape) -> Iterator[Place]:
    """Steps in which a straight run may go, one of each opposite pair.

    >>> len(list(directions(Shape(3, 3)))), len(list(directions(Shape(3, 3, 3))))
    (4, 13)
    """
    steps = (-1, 0, 1)
    for step in product((0,) if shape.is_flat else steps, steps, steps):
        if step > (0, 0, 0):
            yield Place(*step)


def run_from(start: Place, step: Place, k: int, shape: Shape, *, torus: bool) -> list[Place]:
    """The k places of a run; on a torus they wrap, elsewhere some may lie off the board."""
    run = [Place(*(at + i * by for at, by in zip(start, step, strict=True))) for i in range(k)]
    if not torus:
        return run
    return [Place(p.slice % shape.depth, p.row % shape.height, p.column % shape.width) for p in run]


def straight_lines(shape: Shape, k: int, *, torus: bool = False) -> tuple[Mask, ...]:
    """Every straight run of k cells, as a mask, each once, in the order of its first cell.

    A line is a *set* of k different cells. On a torus the edges meet, so a run may go over
    the edge; one that comes back to a cell it already has is no line, and runs that cover
    the same cells are one line:

        . . X      on a 3x3 torus these three are a line:
        X . .      down and to the right, then over the edge
        . X .

    >>> [len(straight_lines(Shape(*size), k)) for *size, k in ((3, 3, 3), (4, 4, 4), (7, 6, 4))]
    [8, 10, 69]
    >>> [len(straight_lines(Shape(n, n, n), n)) for n in (3, 4)]
    [49, 76]
    >>> [len(straight_lines(Shape(n, n), n, torus=True)) for n in (3, 4)]
    [12, 16]
    """
    if k == 1:
        return tuple(1 << cell for cell in range(shape.cells))
    found: dict[Mask, None] = {}
    for start in shape.places():
        for step in directions(shape):
            run = run_from(start, step, k, shape, torus=torus)
            # The far end tells: a run that starts on the board and ends on it never leaves it.
            if shape.holds(run[-1]) and len(set(run)) == k:
                found[mask_of(map(shape.cell, run))] = None
    return tuple(found)
