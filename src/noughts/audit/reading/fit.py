"""How well a form fits a program: how many answers are legal, and which mark it plays."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from noughts.audit.reading.forms import Form
from noughts.audit.reading.readings import NOWHERE
from noughts.audit.reading.trials import winning_cells
from noughts.audit.sandbox import Failure
from noughts.rules import Cell, Position

ENOUGH = 0.5  # of the answers are legal: it is this form, and the program is wrong
OFTEN, SELDOM = 0.6, 0.2


class Tried(NamedTuple):
    """What came of asking a program with a form once."""

    position: Position
    cell: Cell | None
    wrote: str | None
    """The side whose mark it wrote first on the board, or on a copy."""

    @property
    def is_legal(self) -> bool:
        return self.cell in self.position.moves()


class Found(NamedTuple):
    """A form, the mark that it plays, and how well that fits."""

    form: Form
    mark: str | None
    legal: float
    skill: float


def judge(form: Form, tried: Sequence[Tried], asked: int) -> Found | None:
    """How many answers are legal, how good they are, and which mark is played."""
    mark = plays(tried)
    mine = [one for one in tried if mark is None or one.position.to_move == mark]
    expected = asked if mark is None else asked // 2
    legal = sum(one.is_legal for one in mine) / expected if expected else 0.0
    if legal < ENOUGH:
        return None
    wrote = [one for one in mine if one.wrote is not None]
    skill = 0.0
    if wrote:
        skill += 2 * sum(one.wrote == one.position.to_move for one in wrote) / len(wrote)
    skill += sum(_won(one) for one in mine) / max(len(mine), 1) + (mark is None)
    return Found(form, mark, legal, skill)


def judge_by_writing(form: Form, wrote: Sequence[Tried], asked: int) -> Found | None:
    """A program that never answers with a move, known by the stones that it puts."""
    if len(wrote) < ENOUGH * asked:
        return None
    own = sum(one.wrote == one.position.to_move for one in wrote)
    return Found(form, plays(wrote), 0.0, own / len(wrote))


def better(one: Found | None, other: Found | None) -> Found | None:
    """Whichever fits better; the first where both fit as well."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda found: (found.legal, found.skill))


def plays(tried: Sequence[Tried]) -> str | None:
    """The one mark that it plays; None: either.

    What it writes first on the board tells; where it writes nowhere, whose wins it takes.
    """
    wrote = [one for one in tried if one.wrote is not None]
    sides = {one.wrote for one in wrote}
    turns = {one.position.to_move for one in wrote}
    if len(turns) == 2 and len(sides) == 1:
        return sides.pop()
    if wrote:
        return None
    taken: dict[str, list[bool]] = {"X": [], "O": []}
    for one in tried:
        if _is_sharp_answer(one):
            taken[one.position.to_move].append(_won(one))
    x, o = (sum(taken[mark]) / max(len(taken[mark]), 1) for mark in "XO")
    if min(map(len, taken.values())) >= 3:
        if x > OFTEN and o < SELDOM:
            return "X"
        if o > OFTEN and x < SELDOM:
            return "O"
    return None


def _won(one: Tried) -> bool:
    return one.cell is not None and one.cell in winning_cells(one.position, one.position.mine)


def _is_sharp_answer(one: Tried) -> bool:
    """Did it complete a line, of one side or the other?"""
    return one.cell not in (None, NOWHERE) and (
        _won(one) or one.cell in winning_cells(one.position, one.position.theirs)
    )


def first_written(form: Form, reply: dict[str, Any] | Failure, position: Position) -> str | None:
    """Whose mark a program wrote first when it was asked; None: nobody's, as far as was seen."""
    written = reply.written if isinstance(reply, Failure) else reply.get("written", ())
    sides = (form.marks.side(mark, position.to_move) for mark in written)
    return next((side for side in sides if side is not None), None)
