"""Remarks: what is worth knowing about a program, and is not held against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from noughts.audit.verdict.findings import Kind
from noughts.audit.verdict.sentences import answered, positions
from noughts.explain.sentences import listed
from noughts.notation import format_position, result_sentence

if TYPE_CHECKING:
    from noughts.audit.candidate import Answer
    from noughts.audit.verdict.exam import Examination
    from noughts.audit.verdict.findings import Finding
    from noughts.audit.verdict.judge import Judged
    from noughts.rules.position import Position


def remarks(
    examination: Examination,
    judged: Mapping[Position, list[Judged]],
    findings: Sequence[Finding],
) -> list[str]:
    """Every remark, as a sentence or two."""
    found = []
    moves = {
        position: answer
        for position, answer in examination.finished.items()
        if answer.offered is not None
    }
    if moves and not examination.must_pass:
        found.append(_finished_remark(moves, len(examination.finished)))
    different = [
        cases
        for cases in judged.values()
        if len({case.answer.move for case in cases}) > 1 and not any(c.is_wrong for c in cases)
    ]
    if different and all(finding.kind is not Kind.UNSTEADY for finding in findings):
        found.append(_unsteady_remark(different, examination.times))
    return found


def _finished_remark(moves: Mapping[Position, Answer], asked: int) -> str:
    """It answers when the game is over; of the boards on which it does, the first is named."""
    position, answer = next(iter(moves.items()))
    return (
        f"when the game is over there is nothing to play, and yet it answers with a move, without "
        f"a word, on {len(moves)} of {asked} finished boards. On {format_position(position)}, "
        f"where {result_sentence(position)}, it says {answer.said}."
    )


def _unsteady_remark(different: list[list[Judged]], times: int) -> str:
    """It plays at random, and no harm was seen."""
    cases = different[0]
    said = listed(list(dict.fromkeys(map(answered, cases))), "and")
    where = format_position(cases[0].position)
    more = "Only answers that were seen are judged" + (
        "; --random 20 asks each position 20 times." if times == 1 else "."
    )
    return (
        f"asked again it answers differently in {positions(len(different))}, such as {where}: "
        f"{said}. {more}"
    )
