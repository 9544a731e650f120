"""audit(player) -> Verdict: take it for what it is, examine it, judge it."""

import time
from dataclasses import replace
from typing import Any

from noughts.audit.candidate import Candidate
from noughts.audit.candidates import candidate_for
from noughts.audit.sandbox import LIMITS_ALL, Limits, limits_note
from noughts.audit.verdict import OnQuestion, Verdict, examine, reach_verdict
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Game
from noughts.solver.sources import reach

MOVE_SECONDS, SECONDS, MEMORY = 30.0, 300.0, 1 << 30
# Of the time, where the truth has to be searched for; what is left over goes into the report.
EXAM_SHARE, SEARCH_SHARE = 0.55, 0.2


def audit(
    player: Any = None,
    game: Given = "3x3",
    *,
    every: bool = False,
    times: int = 1,
    board: str | None = None,
    marks: str | None = None,
    returns: str | None = None,
    command: str | None = None,
    gomocup: bool = False,
    move_seconds: float = MOVE_SECONDS,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    progress: OnQuestion | None = None,
) -> Verdict:
    """Is a player perfect? With the proof, or with the game that it loses.

    player is a file such as "best.py" or "best.py:find_move", a level of ours such as "easy", a
    Python function or class, or a Player. With every, all unfinished positions are asked; with
    times, each of them so often.

    >>> verdict = audit(lambda board: board.index(" "), returns="index")
    >>> verdict.perfect, verdict.exit_code
    (False, 1)
    """
    rules = read_position(game).game
    limits = Limits(move_seconds=move_seconds, seconds=seconds + move_seconds, memory=memory)
    candidate = candidate_for(
        player,
        rules,
        board=board,
        marks=marks,
        returns=returns,
        command=command,
        gomocup=gomocup,
        limits=limits,
    )
    is_limited = LIMITS_ALL or not candidate.runs_apart
    note = "" if is_limited else limits_note(replace(limits, seconds=seconds))
    try:
        return audit_candidate(
            candidate,
            rules,
            every=every,
            times=times,
            seconds=seconds,
            progress=progress,
            note=note,
        )
    finally:
        candidate.close()


def assert_perfect(player: Any, game: Given = "3x3", **options: Any) -> Verdict:
    """The verdict on a perfect player; an AssertionError that says what is wrong with another."""
    verdict = audit(player, game, **options)
    if not verdict.perfect:
        raise AssertionError(str(verdict))
    return verdict


def audit_candidate(
    candidate: Candidate,
    game: Game,
    *,
    every: bool = False,
    times: int = 1,
    seconds: float = SECONDS,
    progress: OnQuestion | None = None,
    note: str = "",
) -> Verdict:
    """The verdict on a candidate; whoever made it closes it."""
    started = time.perf_counter()
    exam_seconds = seconds if reach(game).is_whole else seconds * EXAM_SHARE
    examination = examine(
        candidate,
        game,
        every=every,
        times=times,
        seconds=exam_seconds,
        progress=progress,
    )
    until = started + (EXAM_SHARE + SEARCH_SHARE) * seconds
    search_seconds = max(until - time.perf_counter(), seconds * SEARCH_SHARE)
    return reach_verdict(examination, seconds=search_seconds, started=started, note=note)
