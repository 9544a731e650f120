"""Guesses: the kinds of boards and the marks that a program might want, the likeliest first."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.audit.reading.forms import Plan
from noughts.audit.reading.marks import Marks, likely_marks, named_marks
from noughts.audit.sandbox import FLAT, ROWS

LIKELY_KINDS, LIKELY_MARKS = 3, 4


class Wishes(NamedTuple):
    """What the caller has said about the program."""

    name: str | None = None
    board: str | None = None
    marks: Marks | None = None
    returns: str | None = None


def boards_for(
    plan: Plan, inventory: dict[str, Any], wishes: Wishes
) -> Iterator[tuple[str, Marks]]:
    """The kinds of boards and marks that a plan might go with."""
    held = _held_board(plan, inventory)
    boards = inventory["boards"] + [
        board for cls in inventory["classes"].values() for board in cls["boards"]
    ]
    if held is not None:
        kinds = [held["kind"]]
    else:
        kinds = [*(board["kind"] for board in boards), *_kinds(plan, inventory)]
    kinds = list(dict.fromkeys(kinds))
    if wishes.board is not None:
        allowed = {"flat": FLAT, "rows": ROWS}[wishes.board]
        kinds = [kind for kind in kinds if kind in allowed]
    if "position" in kinds:
        kinds.remove("position")
        yield "position", Marks("X", "O", ".")
    cells = [cell for board in boards for cell in board["cells"]]
    marks = likely_marks(
        inventory["literals"], inventory["constants"], cells if held is None else held["cells"]
    )
    marks = marks if wishes.marks is None else [wishes.marks]
    both = [(kind, one) for kind in kinds for one in marks if _fits(kind, one)]
    first, foremost = kinds[:LIKELY_KINDS], marks[:LIKELY_MARKS]
    yield from sorted(both, key=lambda one: one[0] not in first or one[1] not in foremost)


def is_certain(marks: Marks, inventory: dict[str, Any]) -> bool:
    """Do legal moves prove these marks? Any numbers give some, unless the program names them."""
    named = named_marks(inventory["constants"])
    return type(marks.x) is not int or (marks.x, marks.o, marks.relative) == named


def _held_board(plan: Plan, inventory: dict[str, Any]) -> dict[str, Any] | None:
    """The board that the program holds where this plan puts one."""
    where, name = plan.holder()
    if where in inventory["classes"]:
        boards = inventory["classes"][where]["boards"]
    else:
        boards = inventory["boards"] if where == "global" else []
    return next((board for board in boards if board["name"] == name), None)


def _kinds(plan: Plan, inventory: dict[str, Any]) -> list[str]:
    entry = next(one for one in inventory["functions"] if one["path"] == plan.paths[0])
    names = [one["name"] for one in entry["parameters"][:1]]
    ours = ["position"] if inventory["ours"] and names == ["position"] else []
    arrays = ["array", "flat array"] if inventory["numpy"] else []
    flat = [kind for kind in FLAT if "array" not in kind]
    rows = [kind for kind in ROWS if "array" not in kind]
    main = [rows[0], flat[0]] if entry["doubly"] else [flat[0], rows[0]]
    return [*ours, *main, *arrays, *flat[1:], *rows[1:]]


def _fits(kind: str, marks: Marks) -> bool:
    """Can a board of a kind hold such marks?"""
    if kind.startswith("text"):
        return all(isinstance(mark, str) and len(mark) == 1 for mark in marks[:3])
    return True
