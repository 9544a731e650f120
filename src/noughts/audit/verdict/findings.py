"""Findings: what an exam brought to light, by kind, with an example of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from noughts.audit.candidate import Fault
from noughts.audit.verdict.exam import Examination
from noughts.audit.verdict.judge import Judged, Truth
from noughts.audit.verdict.sides import Side
from noughts.notation import format_position, move_name, move_names, value_dict
from noughts.rules import Cell, Position
from noughts.solver.oracle import Analysis
from noughts.value import Outcome


class Kind(Enum):
    """What may be wrong with an answer, the gravest first."""

    LOSES = "loses"
    MISSES = "misses a win"
    BEATEN = "loses a game"  # where the wrong move was not found in time
    ILLEGAL = "illegal"
    NO_MOVE = "no move"
    RAISES = "raises"
    SLOW = "too slow"
    CRASH = "crash"
    FLOOD = "flood"
    MEMORY = "memory"
    GARBLED = "garbled"
    UNSTEADY = "answers differently"
    FINISHED = "wrong on finished boards"
    CHANGES = "changes the board"
    VALUE = "wrong value"
    SLIP = "slip"

    @property
    def is_fault(self) -> bool:
        """Is a program with such a finding not perfect?

        Perfect is what makes a legal move that keeps the outcome, in every position asked. To
        scribble on the board, to misjudge it or to take one's time is worth telling, and no more.
        """
        return self not in (Kind.CHANGES, Kind.VALUE, Kind.SLIP)


BY_FAULT = {fault: Kind(fault.value) for fault in Fault}


@dataclass(frozen=True, slots=True)
class Finding:
    """All cases of one kind."""

    kind: Kind
    cases: list[Judged]
    path: list[Cell] | None
    """The moves that lead to the example, where the candidate's own play gets there."""
    analysis: Analysis | None
    """What is true of the example."""
    why: str
    """Why the move of the example is bad."""
    others: Sequence[Judged]
    """What else it answered in the position of the example."""

    @property
    def example(self) -> Judged:
        return self.cases[0]

    @property
    def count(self) -> int:
        """In how many positions."""
        return len({case.position for case in self.cases})

    @property
    def good(self) -> list[Cell]:
        """The moves that keep the outcome in the example."""
        return [] if self.analysis is None else self.analysis.good

    @property
    def best(self) -> list[Cell]:
        """The moves that keep outcome and distance in the example."""
        return [] if self.analysis is None else self.analysis.best

    def to_dict(self) -> dict[str, Any]:
        """The finding as JSON has it."""
        example, game = self.example, self.example.position.game
        return {
            "kind": self.kind.value,
            "fault": self.kind.is_fault,
            "count": self.count,
            "example": {
                **_case_dict(example),
                "to_move": example.position.to_move,
                "value": value_dict(example.value),
                "move_value": value_dict(example.after),
                "good": move_names(game, self.good),
                "why": self.why,
                "path": self.path and move_names(game, self.path),
                "detail": example.answer.detail,
            },
            "cases": [_case_dict(case) for case in self.cases],
        }


def _case_dict(case: Judged) -> dict[str, Any]:
    return {
        "position": format_position(case.position),
        "move": move_name(case.position.game, case.answer.move),
        "said": case.answer.said,
    }


def findings(
    examination: Examination,
    judged: Mapping[Position, list[Judged]],
    sides: Sequence[Side],
    truth: Truth,
) -> list[Finding]:
    """Everything that was found, the gravest first."""
    cases: dict[Kind, dict[tuple[Position, object], Judged]] = {}
    for position, answers in judged.items():
        for case in answers:
            for kind in _kinds(case):
                cases.setdefault(kind, {})[position, case.answer.move] = case
        if _is_unsteady(answers):
            cases.setdefault(Kind.UNSTEADY, {})[position, None] = max(answers, key=_badness)
    if examination.must_pass:
        for position, answer in examination.finished.items():
            if answer.offered is not None or answer.fault is not None:
                case = truth.judge(position, answer)
                cases.setdefault(Kind.FINISHED, {})[position, None] = case
    lost = [side for side in sides if side.losing is not None]
    if lost and not cases.keys() & {Kind.LOSES, Kind.MISSES}:
        cases[Kind.BEATEN] = {(lost[0].start, None): _first_question(lost[0], judged)}
    return [
        _finding(kind, list(cases[kind].values()), sides, judged, truth)
        for kind in Kind
        if kind in cases
    ]


def _first_question(side: Side, judged: Mapping[Position, list[Judged]]) -> Judged:
    """The first question of the game that a side loses."""
    assert side.losing is not None
    return next(judged[position][0] for position in side.losing.positions() if position in judged)


def _badness(case: Judged) -> int:
    return case.badness


def _kinds(case: Judged) -> list[Kind]:
    """What is wrong with one answer."""
    answer = case.answer
    found = []
    if answer.fault is not None:
        found.append(BY_FAULT[answer.fault])
    elif case.lowers:
        assert case.after is not None
        found.append(Kind.LOSES if case.after.outcome is Outcome.LOSS else Kind.MISSES)
    elif case.is_slip:
        found.append(Kind.SLIP)
    if answer.changed_board:
        found.append(Kind.CHANGES)
    truth = None if case.value is None else case.value.outcome
    if truth is not None and answer.claim not in (None, truth):
        found.append(Kind.VALUE)
    return found


def _is_unsteady(answers: list[Judged]) -> bool:
    """Is one answer to a position right, and another wrong?"""
    return len({case.is_wrong for case in answers}) > 1


def _finding(
    kind: Kind,
    cases: list[Judged],
    sides: Sequence[Side],
    judged: Mapping[Position, list[Judged]],
    truth: Truth,
) -> Finding:
    """The cases of one kind, the most telling one first, with what is true of it.

    Most telling is what its own play gets to, with the fewest cells left: there it is plainest
    what was to be done. What stops a program is told where it stopped first.
    """
    latest = -1 if kind in (Kind.LOSES, Kind.MISSES, Kind.SLIP, Kind.VALUE) else 1
    arising = {position for side in sides for position, _ in side.came}
    cases.sort(key=lambda case: (case.position not in arising, latest * case.position.stones))
    position = cases[0].position
    its_side = sides[position.stones % 2]
    others = [case for case in judged.get(position, []) if case is not cases[0]]
    return explained(kind, cases, truth, its_side.path_to(position), others)


def explained(
    kind: Kind,
    cases: list[Judged],
    truth: Truth,
    path: list[Cell] | None = None,
    others: Sequence[Judged] = (),
) -> Finding:
    """The finding with what is true of its example, the first of the cases."""
    example, analysis = cases[0], None
    if not example.position.is_over and example.value is not None:
        analysis = truth.analyze(example.position)
    return Finding(kind, cases, path, analysis, truth.why(analysis, example.answer.move), others)
