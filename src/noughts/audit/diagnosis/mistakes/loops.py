"""Mistakes in the loop over the moves: it ends too soon, or keeps the wrong one."""

from noughts.audit.diagnosis.mistakes.board import FREE, FULL, LINED, Program
from noughts.audit.diagnosis.mistakes.scored import best_moves, end_score, largest, memoised
from noughts.rules import Mask


def first_child_only(*, mine_too: bool, theirs_too: bool, depth: bool) -> Program:
    """Inside, `return` stands in the loop: only the first move of a side is looked at."""

    @memoised
    def score(mine: Mask, theirs: Mask, my_turn: bool) -> int:
        end, free = end_score(mine, theirs, depth), FREE[mine | theirs]
        if end is not None:
            return end
        if my_turn:
            looked_at = free[:1] if mine_too else free
            return max(score(mine | stone, theirs, False) for stone in looked_at)
        looked_at = free[:1] if theirs_too else free
        return min(score(mine, theirs | stone, True) for stone in looked_at)

    return best_moves(lambda mine, theirs: score(mine, theirs, False))


def best_starts_high(start: int) -> Program:
    """The best score so far begins too high: a move that is no better is never chosen."""

    @memoised
    def score(mine: Mask, theirs: Mask) -> int:
        if LINED[theirs]:
            return -1
        if mine | theirs == FULL:
            return 0
        return max(start, *(-score(theirs, mine | stone) for stone in FREE[mine | theirs]))

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        scores = {stone: -score(theirs, mine | stone) for stone in FREE[mine | theirs]}
        return largest(scores) if max(scores.values()) > start else 0

    return program


def best_never_updated(*, start: int) -> Program:
    """The move is replaced and the best score is not: the last move above the start stays."""

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        above = [stone for stone in FREE[mine | theirs] if _after(mine | stone, theirs) > start]
        return above[-1] if above else 0

    return program


@memoised
def _after(mine: Mask, theirs: Mask) -> int:
    if LINED[mine]:
        return 1
    if mine | theirs == FULL:
        return 0
    return -max(_after(theirs | stone, mine) for stone in FREE[mine | theirs])
