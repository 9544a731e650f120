"""Mistakes in alpha-beta: a bound is taken for a score, or a window for another one."""

from collections.abc import Callable

from noughts.audit.diagnosis.mistakes.board import FREE, FULL, LINED, Program
from noughts.audit.diagnosis.mistakes.scored import largest, memoised, win_score
from noughts.rules import Mask

INFINITY = 1000
Window = Callable[[int, int], tuple[int, int]]


def unchanged(alpha: int, beta: int) -> tuple[int, int]:
    """The child gets the window of its parent."""
    return alpha, beta


def not_turned(alpha: int, beta: int) -> tuple[int, int]:
    """Both ends change their sign, and not their places."""
    return -alpha, -beta


def _order(taken: Mask, backwards: bool) -> tuple[Mask, ...]:
    return FREE[taken][::-1] if backwards else FREE[taken]


def wrong_window(window: Window, *, hard: bool, depth: bool, backwards: bool = False) -> Program:
    """Negamax whose child is asked with a wrong window; hard: never returns less than alpha."""

    @memoised
    def score(mine: Mask, theirs: Mask, alpha: int, beta: int) -> int:
        if LINED[theirs]:
            return -win_score(mine | theirs, depth)
        if mine | theirs == FULL:
            return 0
        best = alpha if hard else -INFINITY
        for stone in _order(mine | theirs, backwards):
            best = max(best, -score(theirs, mine | stone, *window(alpha, beta)))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        best, move = -INFINITY, 0
        for stone in _order(mine | theirs, backwards):
            worth = -score(theirs, mine | stone, *window(best, INFINITY))
            if worth > best or not move:
                best, move = worth, stone
        return move

    return program


def remembered_alone(
    *, hard: bool, depth: bool, full: bool = False, backwards: bool = False
) -> Program:
    """Alpha-beta that remembers a score by its position, and forgets that it may be a bound.

    Where it asks for each first move with a full window, that question at least is right.
    """

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        memory: dict[Mask, int] = {}

        def score(mine: Mask, theirs: Mask, alpha: int, beta: int) -> int:
            if LINED[theirs]:
                return -win_score(mine | theirs, depth)
            if mine | theirs == FULL:
                return 0
            key = mine | theirs << 9
            if key not in memory:
                best = alpha if hard else -INFINITY
                for stone in _order(mine | theirs, backwards):
                    best = max(best, -score(theirs, mine | stone, -beta, -max(alpha, best)))
                    if best >= beta:
                        break
                memory[key] = best
            return memory[key]

        best, move = -INFINITY, 0
        for stone in _order(mine | theirs, backwards):
            worth = -score(theirs, mine | stone, -INFINITY, INFINITY if full else -best)
            if worth > best:
                best, move = worth, stone
        return move

    return program


def bounds_taken_for_equals(*, depth: bool) -> Program:
    """Right alpha-beta, in which a move whose score is only a bound counts as equal to the best."""

    @memoised
    def score(mine: Mask, theirs: Mask, alpha: int, beta: int) -> int:
        if LINED[theirs]:
            return -win_score(mine | theirs, depth)
        if mine | theirs == FULL:
            return 0
        for stone in FREE[mine | theirs]:
            alpha = max(alpha, -score(theirs, mine | stone, -beta, -alpha))
            if alpha >= beta:
                return beta
        return alpha

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        scores, alpha = {}, -INFINITY
        for stone in FREE[mine | theirs]:
            scores[stone] = -score(theirs, mine | stone, -INFINITY, -alpha)
            alpha = max(alpha, scores[stone])
        return largest(scores)

    return program
