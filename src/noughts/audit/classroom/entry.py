"""An entry: what became of one submission of a class, in data that can be kept and read back."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from noughts.audit.classroom.alike import digest, exam_answers
from noughts.audit.verdict import (
    CANNOT_RUN,
    NOT_PERFECT,
    PERFECT,
    UNDECIDED,
    Verdict,
    sentences,
    steps,
)

VERDICTS = {
    PERFECT: "perfect",
    NOT_PERFECT: "not perfect",
    CANNOT_RUN: "cannot be run",
    UNDECIDED: "budget ended",
}
CANNOT = "It cannot be run: "
LONGEST = 60  # of a reason in a table


@dataclass(frozen=True, slots=True)
class Entry:
    """One submission."""

    file: str
    code: int
    """As the exit code of an audit: 0 perfect, 1 not, 2 cannot be run, 3 the budget ended."""
    sentence: str
    taken_for: str = ""
    asked: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """By kind of finding, in how many positions."""
    wrong: int = 0
    """Positions with a fault of any kind."""
    first_mark: str = "X"
    moves: list[int] = field(default_factory=list)
    """The shortest game that it loses."""
    mistakes: list[int] = field(default_factory=list)
    """Which moves of that game are its mistakes, from 1."""
    told: list[str] = field(default_factory=list)
    """What was found, in sentences."""
    diagnosis: list[str] = field(default_factory=list)
    mistake: str = ""
    """The known mistake that it behaves like."""
    answers: str = ""
    """The same for programs that answer alike; empty where too little was answered."""
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        return VERDICTS[self.code]

    @property
    def in_short(self) -> str:
        """The known mistake that it behaves like; of one that could not be asked, why."""
        words = self.mistake
        if not self.asked:
            words = self.sentence.removeprefix(CANNOT)
            before, _, after = words.partition(": ")
            words = after if Path(self.file).name in before else words  # the table names it already
        return words if len(words) <= LONGEST else f"{words[:LONGEST].rstrip()} ..."

    def to_dict(self) -> dict[str, Any]:
        """The entry as JSON has it."""
        return {"verdict": self.verdict, **asdict(self)}


def entry_from_dict(data: dict[str, Any]) -> Entry:
    """An entry that was kept."""
    data = {key: value for key, value in data.items() if key != "verdict"}
    return Entry(**data)


def broken_entry(file: str, why: str) -> Entry:
    """A submission that could not even be asked."""
    return Entry(file, CANNOT_RUN, f"{CANNOT}{why.removesuffix('.')}.")


def entry_of(file: str, verdict: Verdict) -> Entry:
    """What a verdict says, as an entry."""
    examination, losing = verdict.examination, verdict.losing_game
    faults = [finding for finding in verdict.findings if finding.kind.is_fault]
    return Entry(
        file,
        verdict.exit_code,
        sentences.headline(verdict),
        taken_for=examination.taken_for,
        asked=verdict.asked,
        counts={finding.kind.value: finding.count for finding in verdict.findings},
        wrong=len({case.position for finding in faults for case in finding.cases}),
        first_mark="X" if losing is None else losing.start.first_mark,
        moves=[] if losing is None else losing.moves,
        mistakes=[step.number for step in steps(verdict) if step.is_wrong],
        told=[
            f"{sentences.finding_title(finding)}. {sentences.finding_sentence(finding)}"
            for finding in verdict.findings
        ],
        diagnosis=sentences.diagnosis(verdict),
        mistake=_mistake(verdict),
        answers=digest(exam_answers(examination.answers)) if examination.is_whole else "",
        seconds=round(verdict.seconds, 3),
    )


def _mistake(verdict: Verdict) -> str:
    named = () if verdict.diagnosis is None else verdict.diagnosis.named
    return ", or ".join(like.mistake.name for like in named)
