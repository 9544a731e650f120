"""Skills: what a candidate can do, counted over the positions that ask for it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from noughts.audit.verdict.judge import Judged
from noughts.explain.facts import View
from noughts.value import Outcome


class Skill(NamedTuple):
    """One skill, and how often it was shown when it was asked for."""

    name: str
    shown: int
    asked: int

    @property
    def is_sure(self) -> bool:
        return self.shown == self.asked

    def to_dict(self) -> dict[str, Any]:
        """The skill as JSON has it."""
        return {"skill": self.name, "shown": self.shown, "asked": self.asked}


AT_ONCE = "completes a line when it can"
BLOCKS = "blocks a line when it must"
WINS = "keeps a win that takes longer"
KEEPS_WIN = "keeps a win"  # in misère games, where lines are nobody's aim
DRAWS = "holds the draw"


def skills(cases: Iterable[Judged]) -> list[Skill]:
    """Every skill that was asked for, from the worst answer to each position."""
    counts = {name: [0, 0] for name in (AT_ONCE, BLOCKS, WINS, KEEPS_WIN, DRAWS)}
    for case in cases:
        if case.value is None or case.is_open or case.value.outcome is Outcome.LOSS:
            continue
        name, shown = _asked_for(case)
        counts[name][0] += shown
        counts[name][1] += 1
    return [Skill(name, *count) for name, count in counts.items() if count[1]]


def _asked_for(case: Judged) -> tuple[str, bool]:
    """What a position asks for, and whether the answer has it."""
    assert case.value is not None
    is_win, kept = case.value.outcome is Outcome.WIN, not case.is_wrong
    if case.position.game.misere:
        return (KEEPS_WIN if is_win else DRAWS), kept
    view = View.of(case.position)
    if wins := view.at_once():
        return AT_ONCE, case.answer.move in wins
    if len(threats := view.turned().at_once()) == 1:
        return BLOCKS, case.answer.move == threats[0]
    return (WINS if is_win else DRAWS), kept
