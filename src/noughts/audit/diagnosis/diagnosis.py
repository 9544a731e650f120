"""Diagnosis: which known mistake do the answers of a program look like?

Every mistake of the catalogue is a program, and is set beside the answers. Of those that explain
enough of them, the one is named beside which the answers have the fewest bits (`likeness.py`), if
these are clearly fewer than beside a right player who errs now and then, and beside a player who
plays anything. So it may well be that none is named.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from noughts.audit.candidate import Answer, Fault
from noughts.audit.diagnosis.likeness import LOG2, SURCHARGE, Case, Likeness, likeness
from noughts.audit.diagnosis.mistakes import MISTAKES, Form, Mistake
from noughts.audit.diagnosis.mistakes.board import STANDARD
from noughts.audit.diagnosis.mistakes.rules import best, good
from noughts.rules import Position
from noughts.solver.whole import whole_game
from noughts.value import outcome_of

# A mistake has to do better than no mistake: by so many bits, and by this share of them.
MARGIN, MOST_BITS = 4.0, 0.9

# A program that finds no move says so in one of these ways; other faults say nothing of its play.
MOVELESS = {Fault.ILLEGAL, Fault.NO_MOVE, Fault.RAISES}
BROKEN = set(Fault) - {Fault.ILLEGAL, Fault.NO_MOVE}


@dataclass(frozen=True)
class Suspect:
    """A mistake that explains the answers of a program, in the form that explains them best."""

    mistake: Mistake
    form: Form
    explained: float
    """The share of all answers."""
    explained_wrong: float
    """The share of the wrong answers; of the slips, where nothing is wrong."""
    bits: float

    def words(self) -> str:
        """What the program does, as the end of a sentence."""
        return self.mistake.what + (f" ({self.form.words})" if self.form.words else "")

    def to_dict(self) -> dict[str, Any]:
        return {
            "mistake": self.mistake.name,
            "form": self.form.words,
            "what": self.mistake.what,
            "remedy": self.mistake.remedy,
            "only_slips": self.mistake.only_slips,
            "explained": round(self.explained, 4),
            "explained_wrong": round(self.explained_wrong, 4),
        }


@dataclass(frozen=True)
class Diagnosis:
    """The known mistakes that a program behaves like, the likeliest first; often there is none."""

    answers: int
    wrong: int
    slips: int
    likenesses: tuple[Suspect, ...] = ()
    note: str = ""
    """Why there is no likeness, in a sentence, where that has to be said."""

    @property
    def named(self) -> tuple[Suspect, ...]:
        """The first of the likenesses, and those that do not differ from it in these answers."""
        return tuple(like for like in self.likenesses if like.bits == self.likenesses[0].bits)

    def sentences(self) -> list[str]:
        """What the program's author is told; nothing where there is nothing to explain."""
        if not self.named:
            return [self.note] if self.note else []
        likes = "; or that ".join(like.words() for like in self.named)
        told = [f"It behaves like a program that {likes}.", self._shares(self.named[0])]
        if self.named[0].mistake.only_slips:
            told.append("That never costs the result, only moves.")
        return told + list(dict.fromkeys(like.mistake.remedy for like in self.named))

    def _shares(self, like: Suspect) -> str:
        number, kind = (self.wrong, "wrong") if self.wrong else (self.slips, "slow")
        return (
            f"That explains {_percent(like.explained)} of its {self.answers:,} answers, and "
            f"{_percent(like.explained_wrong)} of the {number:,} {kind} ones."
        )

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON."""
        return {
            "answers": self.answers,
            "wrong": self.wrong,
            "slips": self.slips,
            "named": [like.mistake.name for like in self.named],
            "likenesses": [like.to_dict() for like in self.likenesses],
            "note": self.note,
        }


def diagnose(answers: Mapping[Position, Answer]) -> Diagnosis:
    """Compare the answers of a program with every mistake of the catalogue.

    >>> from noughts.notation.parse import position
    >>> centre = Answer(move=4, seconds=0.0)
    >>> diagnose({position("... ... ..."): centre}).sentences()
    []
    >>> diagnose({position("XX. OO. ..."): centre._replace(move=8)}).sentences()
    ['No mistake of the catalogue explains its wrong answers.']
    """
    if any(position.game is not STANDARD for position in answers):
        return Diagnosis(len(answers), 0, 0, note="Mistakes can be told apart on 3x3 only.")
    cases = list(_cases(answers))
    wrong = sum(case.is_wrong for case in cases)
    slips = sum(case.is_slip for case in cases)
    # The telling answers first: most mistakes fail to explain them, and are soon done with.
    cases.sort(key=lambda case: not (case.is_wrong if wrong else case.is_slip))
    changes = 2 * sum(answer.changed_board for answer in answers.values()) > len(answers)
    suspects: list[Suspect] = []
    if (wrong or slips) and _says_enough(answers):
        found = _suspects(cases, wrong, slips, changes)
        suspects = sorted(found, key=lambda suspect: suspect.bits)
    note = "No mistake of the catalogue explains its wrong answers."
    return Diagnosis(
        len(cases), wrong, slips, tuple(suspects), note if wrong and not suspects else ""
    )


def _says_enough(answers: Mapping[Position, Answer]) -> bool:
    """Are there answers to go by? A program that mostly breaks down tells nothing of its play."""
    asked = [answer for position, answer in answers.items() if not position.is_over]
    broken = sum(answer.fault in BROKEN for answer in asked)
    return 2 * broken <= len(asked)


def _cases(answers: Mapping[Position, Answer]) -> Iterator[Case]:
    """The answers that can be compared, on the fullest boards first: these are soon searched."""
    whole = whole_game(STANDARD)
    for position in sorted(answers, key=lambda position: -position.stones):
        answer = answers[position]
        if position.is_over or (answer.move is None and answer.fault not in MOVELESS):
            continue
        keeps, is_best, move = False, False, 0
        if answer.move is not None:
            move = 1 << answer.move
            score, after = whole.score(position), -whole.score(position.child(answer.move))
            keeps, is_best = outcome_of(after) is outcome_of(score), after == score
        yield Case(
            position.mine,
            position.theirs,
            position.to_move,
            move,
            STANDARD.cells - position.stones,
            is_wrong=not keeps,
            is_slip=keeps and not is_best,
        )


def _suspects(cases: list[Case], wrong: int, slips: int, changes: bool) -> Iterator[Suspect]:
    """Each mistake that explains enough, in its best form.

    A right player with slips is compared with the mistakes that cost no more than that.
    """
    telling = wrong or slips
    enough = _enough_bits(cases, telling) if wrong else inf
    for mistake in MISTAKES.values():
        if mistake.only_slips is bool(wrong):
            continue
        likenesses = [(likeness(form.program(), cases, telling), form) for form in mistake.forms]
        near = [
            _suspect(mistake, form, found, changes) for found, form in likenesses if found.is_near
        ]
        nearest = min(near, key=lambda suspect: suspect.bits, default=None)
        if nearest is not None and nearest.bits <= enough:
            yield nearest


def _suspect(mistake: Mistake, form: Form, found: Likeness, changes: bool) -> Suspect:
    # That its boards come back with other stones on them is to be explained too.
    bits = found.bits + (SURCHARGE if changes and not form.leaves_stones else 0.0)
    # Rounded, so that equal sums in another order are equal.
    return Suspect(mistake, form, found.explained, found.explained_telling, round(bits, 6))


def _enough_bits(cases: list[Case], telling: int) -> float:
    """The most bits beside a mistake that is to be named."""
    innocent = _innocent_bits(cases, telling)
    return min(innocent - MARGIN, innocent * MOST_BITS)


def _innocent_bits(cases: list[Case], telling: int) -> float:
    """The bits without a mistake: beside a right player who errs, or one who plays anything."""
    errs = min(likeness(player, cases, telling, to_the_end=True).bits for player in (good, best))
    return min(errs, sum(LOG2[case.free] for case in cases))


def _percent(share: float) -> str:
    """A share; only the whole is "all".

    >>> _percent(1.0), _percent(0.9999), _percent(0.95)
    ('all', '99.9%', '95%')
    """
    if share == 1:
        return "all"
    return f"{min(share, 0.999):.1%}".replace(".0%", "%")
