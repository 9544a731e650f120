"""Transposition: alpha-beta with a memory.

The same position is reached by different orders of moves. Its score is remembered, and beside
it *what it proves*: a search that was cut knows only a bound. To remember the score alone is a
famous mistake: a bound taken for the truth gives wrong values.
"""

from collections.abc import Callable
from enum import Flag, auto

from noughts.rules import Position
from noughts.search.evaluation import open_lines
from noughts.search.ordering import likely_first
from noughts.search.result import INFINITY, Horizon, Result, Watch
from noughts.search.root import search_root


class Bound(Flag):
    """On which side of a remembered score the true score may be."""

    LOWER = auto()  # the search stopped at beta: the truth is this or more
    UPPER = auto()  # no move beat alpha: the truth is this or less
    EXACT = LOWER | UPPER


def bound_of(score: int, alpha: int, beta: int) -> Bound:
    """What a score that was found with a window proves."""
    if score >= beta:
        return Bound.LOWER
    return Bound.UPPER if score <= alpha else Bound.EXACT


def settles(score: int, bound: Bound, alpha: int, beta: int) -> bool:
    """Does a remembered score answer the question that a window asks?"""
    return (
        bound is Bound.EXACT
        or (bound is Bound.LOWER and score >= beta)
        or (bound is Bound.UPPER and score <= alpha)
    )


def transposition(
    position: Position,
    *,
    depth: int | None = None,
    scale: str | None = None,
    evaluate: Callable[[Position], int] = open_lines,
    watch: Watch | None = None,
) -> Result:
    """The same answer as ordered, with each position searched about once.

    Within one search a position always lies equally far from the horizon, since its stones say
    how far it is from the root: so the key need not hold the depth.

    >>> from noughts.notation.parse import position
    >>> result = transposition(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move, "after", result.nodes, "nodes")
    win in 5 by 0 after 202 nodes
    """
    watch = watch or Watch()
    horizon = Horizon(position, depth, evaluate, scale)
    memory: dict[int, tuple[int, Bound]] = {}

    def score(position: Position, alpha: int, beta: int) -> int:
        watch.enter(position, alpha, beta)
        found = horizon.score(position)
        if found is not None:
            return watch.leave(position, found)
        if position.key in memory and settles(*memory[position.key], alpha, beta):
            remembered = memory[position.key][0]
            watch.remember(position, remembered)
            return watch.leave(position, remembered)
        best = -INFINITY
        for move in likely_first(position):
            best = max(best, -score(position.child(move), -beta, -max(alpha, best)))
            if best >= beta:
                watch.cut(position, best, alpha, beta)
                break
        memory[position.key] = best, bound_of(best, alpha, beta)
        return watch.leave(position, best)

    return search_root(position, likely_first(position), score, horizon, watch)
