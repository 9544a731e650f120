"""The root of an alpha-beta search: the same for every member of the family."""

from collections.abc import Callable, Iterable

from noughts.rules import Cell, Position
from noughts.search.result import INFINITY, Horizon, Result, Watch


def search_root(
    position: Position,
    moves: Iterable[Cell],
    score: Callable[[Position, int, int], int],
    horizon: Horizon,
    watch: Watch,
) -> Result:
    """Score each move with the window that those before it left open; the first best is taken."""
    if position.is_over:
        found = score(position, -INFINITY, INFINITY)
        return watch.result(horizon.value(found), None, found)
    watch.enter(position)
    best, best_move = -INFINITY, None
    for move in moves:
        found = -score(position.child(move), -INFINITY, -best)
        if found > best:
            best, best_move = found, move
    watch.leave(position, best)
    return watch.result(horizon.value(best), best_move, best)
