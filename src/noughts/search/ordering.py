"""Ordered alpha-beta: the likely moves first, so that the cuts come early.

Alpha-beta's answer does not depend on the order of the moves, its cost does. Here a move that
completes a line comes first, then one that keeps the other side from completing one, then the
cells through which most lines run:

    3 2 3
    2 4 2        lines through each cell of 3x3
    3 2 3
"""

from collections.abc import Callable

from noughts.rules import Cell, Position
from noughts.search.evaluation import open_lines
from noughts.search.result import INFINITY, Horizon, Result, Watch
from noughts.search.root import search_root


def ordered(
    position: Position,
    *,
    depth: int | None = None,
    scale: str | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """The same answer as alphabeta, from fewer nodes still.

    >>> from noughts.notation.parse import position
    >>> result = ordered(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 266 nodes
    """
    watch = watch or Watch()
    horizon = Horizon(position, depth, evaluate, scale)

    def score(position: Position, alpha: int, beta: int) -> int:
        watch.enter(position, alpha, beta)
        found = horizon.score(position)
        if found is not None:
            return watch.leave(position, found)
        best = -INFINITY
        for move in likely_first(position):
            best = max(best, -score(position.child(move), -beta, -max(alpha, best)))
            if best >= beta:
                watch.cut(position, best, alpha, beta)
                break
        return watch.leave(position, best)

    return search_root(position, likely_first(position), score, horizon, watch)


def likely_first(position: Position) -> list[Cell]:
    """The moves, the likely ones first; among equals the lowest cell.

    >>> from noughts.notation.parse import position
    >>> likely_first(position("XX. OO. ..."))
    [2, 5, 6, 8, 7]
    """
    game, mine, theirs = position.game, position.mine, position.theirs
    good = -1 if game.misere else 1

    def promise(cell: Cell) -> tuple[int, int, int]:
        return (
            good * game.completes_line(mine, cell),
            good * game.completes_line(theirs, cell),
            good * len(game.through[cell]),
        )

    return sorted(position.moves(), key=promise, reverse=True)
