"""Verdict: what an exam comes to, for people, for programs and for tests."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from noughts.audit.candidate import Answer
from noughts.audit.verdict import sentences
from noughts.audit.verdict.exam import Examination
from noughts.audit.verdict.findings import Finding, Kind, explained, findings
from noughts.audit.verdict.judge import SECONDS, Judged, Truth, judge
from noughts.audit.verdict.remarks import remarks
from noughts.audit.verdict.replay import mistakes
from noughts.audit.verdict.sides import Side, shortest_loss, sides
from noughts.audit.verdict.skills import Skill, skills
from noughts.audit.verdict.text import text
from noughts.notation import head, seconds_of
from noughts.play.record import Record
from noughts.rules import Game, Position

if TYPE_CHECKING:
    from noughts.audit.diagnosis import Diagnosis

PERFECT, NOT_PERFECT, CANNOT_RUN, UNDECIDED = range(4)


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Is it perfect? With the proof, or with the game that it loses.

    A verdict is true where the program is perfect, so that a test may say `assert audit(player)`.
    """

    examination: Examination
    judged: dict[Position, list[Judged]]
    sides: list[Side]
    findings: list[Finding]
    """Everything that was found, the gravest first."""
    turns: list[Finding]
    """The mistakes in the shortest game that it loses."""
    skills: list[Skill]
    remarks: list[str]
    """What is worth knowing, and no fault."""
    diagnosis: "Diagnosis | None"
    note: str
    """What the child process did not limit on this machine."""
    exit_code: int
    """0: perfect; 1: not; 2: cannot be run; 3: the budget ended before either."""
    seconds: float

    def __bool__(self) -> bool:
        return self.perfect

    def __repr__(self) -> str:
        return f"<{sentences.in_short(self)}>"

    def __str__(self) -> str:
        return text(self)

    @property
    def name(self) -> str:
        return self.examination.name

    @property
    def game(self) -> Game:
        return self.examination.game

    @property
    def asked(self) -> int:
        """In how many positions it was asked."""
        return self.examination.asked

    @property
    def answers(self) -> dict[Position, Answer]:
        """Its worst answer to each position."""
        return {case.position: case.answer for case in _worst(self.judged)}

    @property
    def not_judged(self) -> int:
        """Positions of which it was not found in time whether the answer is right."""
        return _not_judged(self.judged)

    @property
    def complete(self) -> bool:
        """Was all asked that had to be, and all of it judged?"""
        return self.examination.is_whole and not self.not_judged

    @property
    def perfect(self) -> bool:
        """Was every answer legal, and did it keep the outcome?"""
        return self.exit_code == PERFECT

    @property
    def has_faults(self) -> bool:
        return _has_faults(self.findings)

    @property
    def never_loses(self) -> bool | None:
        """Proven by playing every game to its end; None: not all of them could be."""
        found = [side.never_loses for side in self.sides]
        return False if False in found else None if None in found else True

    @property
    def losing_game(self) -> Record | None:
        """The shortest game in which it loses what was not lost."""
        return shortest_loss(self.sides)

    @property
    def slips(self) -> int:
        """In how many positions it could have won sooner or lost later."""
        return sum(finding.count for finding in self.findings if finding.kind is Kind.SLIP)

    @property
    def time_per_move(self) -> tuple[float, float]:
        """The median and the worst, in seconds."""
        taken = [case.answer.seconds for cases in self.judged.values() for case in cases]
        return (median(taken), max(taken)) if taken else (0.0, 0.0)

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON has it."""
        examination = self.examination
        middle, worst = self.time_per_move
        return {
            **head(),
            "name": self.name,
            "taken_for": examination.taken_for,
            "mark": examination.mark,
            "game": self.game.name,
            "exam": "every" if examination.every else "proof",
            "times": examination.times,
            "verdict": sentences.headline(self),
            "perfect": self.perfect,
            "complete": self.complete,
            "never_loses": self.never_loses,
            "exit_code": self.exit_code,
            "asked": self.asked,
            "open": examination.open,
            "not_judged": self.not_judged,
            "slips": self.slips,
            "sides": [_side_dict(side) for side in self.sides],
            "losing_game": self.losing_game and self.losing_game.to_dict(),
            "findings": [
                {**finding.to_dict(), "text": sentences.finding_sentence(finding)}
                for finding in self.findings
            ],
            "skills": [skill.to_dict() for skill in self.skills],
            "remarks": self.remarks,
            "diagnosis": self.diagnosis and self.diagnosis.to_dict(),
            "time_per_move": {"median": seconds_of(middle), "worst": seconds_of(worst)},
            "note": self.note,
            "seconds": seconds_of(self.seconds, 3),
        }

    def to_html(self) -> str:
        """The verdict as one page that needs nothing else."""
        from noughts.audit.verdict.page import verdict_page

        return verdict_page(self)

    def _repr_html_(self) -> str:
        return self.to_html()


def _side_dict(side: Side) -> dict[str, Any]:
    return {
        "side": "first" if side.is_first else "second",
        "mark": side.mark,
        "asked": side.asked,
        "never_loses": side.never_loses,
        "final_positions": {"won": side.won, "drawn": side.drawn, "lost": side.lost},
    }


def reach_verdict(
    examination: Examination,
    *,
    seconds: float = SECONDS,
    started: float | None = None,
    note: str = "",
) -> Verdict:
    """Judge an exam; on larger boards the truth is looked for within so many seconds.

    What the audit took is counted from `started`, on the clock of `time.perf_counter`.
    """
    started = time.perf_counter() if started is None else started
    truth = Truth(examination.game, seconds)
    judged = judge(examination, truth)
    played = sides(examination, judged, truth)
    found = findings(examination, judged, played, truth)
    code, worst = _exit_code(examination, judged, found), _worst(judged)
    return Verdict(
        examination,
        judged,
        played,
        found,
        turns=[explained(Kind.LOSES, [case], truth) for case in mistakes(judged, played)],
        skills=skills(worst),
        remarks=remarks(examination, judged, found),
        diagnosis=_diagnosis(code, examination.game, found, worst),
        note=note,
        exit_code=code,
        seconds=time.perf_counter() - started,  # last: all of the above takes time
    )


def _exit_code(
    examination: Examination, judged: Mapping[Position, list[Judged]], found: Sequence[Finding]
) -> int:
    if examination.is_broken:
        return CANNOT_RUN
    if _has_faults(found):
        return NOT_PERFECT
    is_whole = examination.asked and examination.is_whole and not _not_judged(judged)
    return PERFECT if is_whole else UNDECIDED


def _worst(judged: Mapping[Position, list[Judged]]) -> list[Judged]:
    """The worst answer to each position, beside the truth."""
    return [max(cases, key=lambda case: case.badness) for cases in judged.values()]


def _not_judged(judged: Mapping[Position, list[Judged]]) -> int:
    return sum(any(case.is_open for case in cases) for cases in judged.values())


def _has_faults(found: Sequence[Finding]) -> bool:
    return any(finding.kind.is_fault for finding in found)


def _diagnosis(
    code: int, game: Game, found: Sequence[Finding], worst: Sequence[Judged]
) -> "Diagnosis | None":
    """Which known mistake it behaves like; of a program without fault and slip, nothing."""
    is_telling = _has_faults(found) or any(finding.kind is Kind.SLIP for finding in found)
    if code not in (PERFECT, NOT_PERFECT) or game.name != "3x3" or not is_telling:
        return None
    from noughts.audit.diagnosis import diagnose

    return diagnose({case.position: case.answer for case in worst})
