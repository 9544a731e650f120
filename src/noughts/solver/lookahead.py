"""Wins and losses within a few plies, on any board."""

import time

from noughts.errors import LimitReached
from noughts.rules import Cell, Position
from noughts.solver.plain import PlainSolver
from noughts.value import end_score


def scores_ahead(position: Position, plies: int, deadline: float | None = None) -> dict[Cell, int]:
    """Each move's score as far as that many plies show it: 0 where they show neither win nor loss.

    >>> from noughts.notation.parse import position
    >>> scores_ahead(position("XX. .O. ..O"), 3)
    {2: 5, 3: 3, 5: 0, 6: 3, 7: 0}
    """
    solver = PlainSolver(position.game, deadline)
    return {
        move: -_score_within(solver, position.child(move), plies - 1) for move in position.moves()
    }


def _score_within(solver: PlainSolver, position: Position, plies: int) -> int:
    if position.is_over:
        return end_score(position)
    if solver.deadline is not None and time.perf_counter() > solver.deadline:
        raise LimitReached("the time allowed was up before all moves were looked at")
    return solver.score(position, plies)
