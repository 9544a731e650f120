"""Mistakes with the sides: right for one mark, wrong for the other.

Here scores are from X's view, so X takes the largest and O the smallest: `score(x, o, turn)`.
"""

from collections.abc import Callable

from noughts.audit.diagnosis.mistakes.board import FREE, Program
from noughts.audit.diagnosis.mistakes.scored import end_score, largest, memoised, right
from noughts.rules import Mask, other_mark

SideScorer = Callable[[Mask, Mask, str], int]


def _placed(x: Mask, o: Mask, mark: str) -> list[tuple[Mask, Mask, Mask]]:
    """Each move of a mark: the stone, and the stones of X and of O after it."""
    if mark == "X":
        return [(stone, x | stone, o) for stone in FREE[x | o]]
    return [(stone, x, o | stone) for stone in FREE[x | o]]


def _chosen(score: SideScorer, stones: tuple[Mask, Mask], mark: str, takes_largest: bool) -> Mask:
    """The moves of a mark by those scores; stones are its own, and the other's."""
    sign, following = 1 if takes_largest else -1, other_mark(mark)
    x, o = stones if mark == "X" else stones[::-1]
    return largest({stone: sign * score(x, o, following) for stone, x, o in _placed(x, o, mark)})


def _choosing(score: SideScorer, wrong: str, *, takes_largest: bool, depth: bool) -> Program:
    """Plays the wrong mark by those scores, and the other mark as it should be played."""
    other = right(depth=depth)

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        if mark != wrong:
            return other(mine, theirs, mark)
        return _chosen(score, (mine, theirs), mark, takes_largest)

    return program


def swapped_at_root(wrong: str, *, depth: bool) -> Program:
    """The scores are right; for one mark the wrong end of them is chosen."""

    @memoised
    def score(x: Mask, o: Mask, turn: str) -> int:
        end = end_score(x, o, depth)
        if end is not None:
            return end
        scores = [score(*after, other_mark(turn)) for _, *after in _placed(x, o, turn)]
        return max(scores) if turn == "X" else min(scores)

    return _choosing(score, wrong, takes_largest=wrong == "O", depth=depth)


def swapped_below(wrong: str, *, moves_twice: bool, depth: bool) -> Program:
    """After a move of one mark the levels are numbered wrongly: what should be max is min.

    Where the flag that says so also says whose stone is put down, that mark moves twice.
    """

    @memoised
    def score(x: Mask, o: Mask, turn: str, takes_largest: bool) -> int:
        end = end_score(x, o, depth)
        if end is not None:
            return end
        following = other_mark(turn)
        scores = [score(*after, following, not takes_largest) for _, *after in _placed(x, o, turn)]
        return max(scores) if takes_largest else min(scores)

    def below(x: Mask, o: Mask, turn: str) -> int:
        if moves_twice:
            return score(x, o, wrong, wrong == "X")
        return score(x, o, turn, wrong == "X")

    return _choosing(below, wrong, takes_largest=wrong == "X", depth=depth)


def largest_for_o_too(wrong: str, *, root: bool, depth: bool) -> Program:
    """Inside, both marks take what is best for one; the root may or may not do the same."""
    best: Callable[[list[int]], int] = max if wrong == "O" else min

    @memoised
    def score(x: Mask, o: Mask, turn: str) -> int:
        end = end_score(x, o, depth)
        if end is not None:
            return end
        return best([score(*after, other_mark(turn)) for _, *after in _placed(x, o, turn)])

    def program(mine: Mask, theirs: Mask, mark: str) -> Mask:
        takes_largest = (wrong == "O") if root and mark == wrong else mark == "X"
        return _chosen(score, (mine, theirs), mark, takes_largest)

    return program
