"""The judge: each answer of an exam beside the truth."""

import time
from typing import NamedTuple

from noughts.audit.candidate import Answer
from noughts.audit.verdict.exam import Examination
from noughts.errors import LimitReached
from noughts.explain.reasons import reasons
from noughts.rules import Cell, Game, Position
from noughts.solver.oracle import Analysis, Oracle
from noughts.value import Outcome, Value

SECONDS = 30.0
POSITION_SECONDS = 2.0  # at most for one position that has to be searched
LEAST_SECONDS = 0.25  # for an example that is shown
POSITION_SHARE = 0.05  # of the time for all


class Judged(NamedTuple):
    """An answer, and what is true."""

    position: Position
    answer: Answer
    value: Value | None
    """What the position is worth to the candidate; None: not found in time."""
    after: Value | None
    """What its move is worth, counted from the position; None: no move, or not found in time."""

    @property
    def lowers(self) -> bool:
        """Did its move lower the outcome?"""
        if self.value is None or self.after is None:
            return False
        return self.after.outcome < self.value.outcome

    @property
    def is_wrong(self) -> bool:
        """Was there no legal move, or one that lowers the outcome?"""
        return self.answer.fault is not None or self.lowers

    @property
    def is_slip(self) -> bool:
        """Does the move keep the outcome, and win later or lose sooner than it could?"""
        if self.value is None or self.after is None or self.lowers:
            return False
        return self.after < self.value

    @property
    def is_open(self) -> bool:
        """Is there a move of which it is not known whether it is right?"""
        return self.answer.fault is None and (self.value is None or self.after is None)

    @property
    def badness(self) -> int:
        """The worst answer to a position has the most."""
        if self.answer.fault is not None:
            return 5
        if self.lowers:
            assert self.after is not None
            return 3 - self.after.outcome
        return int(self.is_slip)


class Truth:
    """What positions are worth, where that is found in so many seconds, all together."""

    def __init__(self, game: Game, seconds: float = SECONDS) -> None:
        self.oracle = Oracle(game, seconds)
        self._is_at_hand = self.oracle.open_scores()
        self._deadline = time.perf_counter() + seconds
        self._share = min(POSITION_SECONDS, seconds * POSITION_SHARE)

    def value(self, position: Position) -> Value | None:
        """The value of a position; None where it is not found in time."""
        if not self._is_at_hand and not position.is_over:
            left = self._deadline - time.perf_counter()
            if left <= 0:
                return None
            self.oracle.allow(min(left, self._share))
        try:
            return self.oracle.value(position)
        except LimitReached:
            return None

    def judge(self, position: Position, answer: Answer) -> Judged:
        value, after = self.value(position), None
        if answer.move is not None and value is not None:
            below = self.value(position.child(answer.move))
            after = None if below is None else below.a_ply_earlier()
        return Judged(position, answer, value, after)

    def analyze(self, position: Position) -> Analysis | None:
        """The value of each move; None where not even that of the position is found in time."""
        self.oracle.allow(max(self._share, LEAST_SECONDS))
        try:
            return self.oracle.analyze(position)
        except LimitReached:
            return None

    def why(self, analysis: Analysis | None, move: Cell | None) -> str:
        """Why a move is bad; nothing where it is not, or that is not known."""
        if analysis is None or move is None:
            return ""
        found = reasons(analysis, self.oracle)[move]
        bad = [reason for reason in found if reason.kind in ("loses_at_once", "loses", "mistake")]
        return bad[0].sentence(analysis.position.game) if bad else ""


def judge(examination: Examination, truth: Truth) -> dict[Position, list[Judged]]:
    """Every answer beside the truth; the positions that are nearest to their end first.

    What is not found in time is settled, where it can be, by the walk itself: a position from
    which every game that it plays is won was a win, and its answer kept it.
    """
    judged = {
        position: [truth.judge(position, answer) for answer in answers]
        for position, answers in sorted(
            examination.answers.items(), key=lambda item: -item[0].stones
        )
    }
    if any(case.is_open for cases in judged.values() for case in cases):
        won = _always_won(examination)
        value = Value(Outcome.WIN)
        for position, cases in judged.items():
            if position in won:
                judged[position] = [
                    case._replace(value=case.value or value, after=case.after or value)
                    for case in cases
                ]
    return {position: judged[position] for position in examination.answers}


def _always_won(examination: Examination) -> set[Position]:
    """The positions from which the candidate's answers win against every reply."""
    won: set[Position] = set()
    for position in sorted(examination.answers, key=lambda position: -position.stones):
        answers = examination.answers[position]
        if all(
            answer.move is not None and _wins(position.child(answer.move), position.to_move, won)
            for answer in answers
        ):
            won.add(position)
    return won


def _wins(after: Position, mark: str, won: set[Position]) -> bool:
    if after.is_over:
        return after.winner == mark
    children = [after.child(move) for move in after.moves()]
    return all(child.winner == mark if child.is_over else child in won for child in children)
