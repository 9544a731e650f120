"""Mistakes in what a position scores: wrong minimax in which a score follows from the position.

Each function below makes a program. Its heart is `after(mine, theirs)`: what a move is worth to
the side that has just made it, whose stones are `mine`. The right one is

    def after(mine, theirs):
        if LINED[mine]:
            return 10 - depth
        if mine | theirs == FULL:
            return 0
        return -max(after(theirs | stone, mine) for stone in FREE[mine | theirs])

Where depth counts, the stones on the board stand for it: they differ by a constant.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from noughts.audit.diagnosis.mistakes.board import (
    FREE,
    FULL,
    LINED,
    STANDARD,
    STONES,
    Program,
    line_table,
)
from noughts.rules import Mask

Scorer = Callable[[Mask, Mask], int]
Ending = Callable[[Mask, Mask], "int | None"]
memoised = lru_cache(maxsize=None)

WIN = 10


def best_moves(after: Scorer) -> Program:
    """The program that plays a move of the largest score."""

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        return largest({stone: after(mine | stone, theirs) for stone in FREE[mine | theirs]})

    return program


def largest(scores: dict[Mask, int]) -> Mask:
    """All the moves of the largest score."""
    best = max(scores.values())
    return sum(stone for stone, score in scores.items() if score == best)


def win_score(stones: Mask, depth: bool) -> int:
    """What a line is worth once those stones are on the board."""
    return WIN - STONES[stones] if depth else WIN


def end_score(mine: Mask, theirs: Mask, depth: bool) -> int | None:
    """The score of a finished board, as the side of `mine` sees it; None if the game goes on."""
    if LINED[mine] or LINED[theirs]:
        win = win_score(mine | theirs, depth)
        return win if LINED[mine] else -win
    return 0 if mine | theirs == FULL else None


def minimax(end: Ending, *, other: Callable[[Iterable[int]], int] = min) -> Program:
    """One side takes the largest score, the other the smallest, of ends as the first sees them."""

    @memoised
    def score(mine: Mask, theirs: Mask, my_turn: bool) -> int:
        ended = end(mine, theirs)
        if ended is not None:
            return ended
        if my_turn:
            return max(score(mine | stone, theirs, False) for stone in FREE[mine | theirs])
        return other(score(mine, theirs | stone, True) for stone in FREE[mine | theirs])

    return best_moves(lambda mine, theirs: score(mine, theirs, False))


def right(*, depth: bool, lined: list[bool] = LINED) -> Program:
    """No mistake; with lines of one's own, a program that plays another game."""

    @memoised
    def after(mine: Mask, theirs: Mask) -> int:
        if lined[mine]:
            return win_score(mine | theirs, depth)
        if mine | theirs == FULL:
            return 0
        return -max(after(theirs | stone, mine) for stone in FREE[mine | theirs])

    return best_moves(after)


def without_lines(*lines: Mask, depth: bool) -> Program:
    """Some of the lines are not looked at."""
    kept = tuple(line for line in STANDARD.lines if line not in lines)
    return right(depth=depth, lined=line_table(kept))


def wrong_sign(*, end: int, inside: int, root: int, depth: bool) -> Program:
    """Negamax with signs of one's own: of the end, of a child inside, of a child at the root.

    The right ones are -1, -1, -1: who is to move on a finished board has lost.
    """

    @memoised
    def score(mine: Mask, theirs: Mask) -> int:
        if LINED[theirs]:
            return end * win_score(mine | theirs, depth)
        if mine | theirs == FULL:
            return 0
        return max(inside * score(theirs, mine | stone) for stone in FREE[mine | theirs])

    return best_moves(lambda mine, theirs: root * score(theirs, mine))


def any_line_is_good(*, depth: bool) -> Program:
    """A finished game scores plus, whoever has won it."""

    def end(mine: Mask, theirs: Mask) -> int | None:
        score = end_score(mine, theirs, depth)
        return win_score(mine | theirs, depth) if score else score

    return minimax(end)


def losses_count_nothing(*, depth: bool) -> Program:
    """Only the program's own lines score; those of the other side are a draw."""

    def end(mine: Mask, theirs: Mask) -> int | None:
        return 0 if LINED[theirs] else end_score(mine, theirs, depth)

    return minimax(end)


def largest_for_both(*, depth: bool) -> Program:
    """The largest score is taken at the other side's turns too."""
    return minimax(lambda mine, theirs: end_score(mine, theirs, depth), other=max)


def adds_up(*, depth: bool) -> Program:
    """The scores of all replies are added, and none is chosen."""

    @memoised
    def after(mine: Mask, theirs: Mask) -> int:
        if LINED[mine]:
            return win_score(mine | theirs, depth)
        return -sum(after(theirs | stone, mine) for stone in FREE[mine | theirs])

    return best_moves(after)


def depth_wrong(*, win: int, loss: int) -> Program:
    """The depth is added to a win, or taken from a loss, with a sign of one's own: -1 is right."""

    def end(mine: Mask, theirs: Mask) -> int | None:
        if LINED[mine]:
            return 2 * WIN + win * STONES[mine | theirs]
        if LINED[theirs]:
            return -2 * WIN - loss * STONES[mine | theirs]
        return 0 if mine | theirs == FULL else None

    return minimax(end)


def depth_outweighs(*, first: int) -> Program:
    """A win scores 1 less the depth, which is `first` after the first move: less than a draw."""

    @memoised
    def after(mine: Mask, theirs: Mask, level: int) -> int:
        if LINED[mine]:
            return 1 - level
        if mine | theirs == FULL:
            return 0
        replies = FREE[mine | theirs]
        return -max(after(theirs | stone, mine, level + 1) for stone in replies)

    return best_moves(lambda mine, theirs: after(mine, theirs, first))


def full_before_won(*, depth: bool) -> Program:
    """A full board is a draw, before anybody looks for a line on it."""

    @memoised
    def after(mine: Mask, theirs: Mask) -> int:
        if mine | theirs == FULL:
            return 0
        if LINED[mine]:
            return win_score(mine | theirs, depth)
        return -max(after(theirs | stone, mine) for stone in FREE[mine | theirs])

    return best_moves(after)


def stops_early(plies: int, *, depth: bool) -> Program:
    """Looks so many plies ahead, and holds what it has not seen for a draw."""

    @memoised
    def after(mine: Mask, theirs: Mask, left: int) -> int:
        if LINED[mine]:
            return win_score(mine | theirs, depth)
        if mine | theirs == FULL or not left:
            return 0
        return -max(after(theirs | stone, mine, left - 1) for stone in FREE[mine | theirs])

    return best_moves(lambda mine, theirs: after(mine, theirs, plies - 1))
