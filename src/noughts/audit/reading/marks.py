"""Marks: what a program writes into the cells of its board."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from noughts.errors import NotationError
from noughts.rules import Position

# Where free cells are written as their number: "digit" as text, "number" as a number.
NUMBERED = ("number from 0", "number from 1", "digit from 0", "digit from 1")

PAIRS: tuple[tuple[Any, Any], ...] = (
    ("X", "O"),
    ("x", "o"),
    (1, -1),
    (1, 2),
    ("X", "0"),
    ("x", "0"),
    ("❌", "⭕"),
    ("1", "2"),
    (1, 0),
    (0, 1),
)
EMPTIES: tuple[Any, ...] = (" ", "", "_", "-", ".", None, 0, "#", "*", "?", "E", "+", "=", "b", "0")
NUMERIC_EMPTIES: tuple[Any, ...] = (0, None, -1, 2, " ", "", "-", "_", ".")

MOST_MARKS = 30

COMPUTER = re.compile(r"^(the_?)?(bot|cpu|machine|me|max|agent)(_|$)|^(comp|ai)", re.I)
PERSON = re.compile(r"^(human|person|hum|user|opponent|opp|you|min|enemy|player)(_|$)", re.I)
EMPTY_NAME = re.compile(r"^(empty|blank|free|none|space|vacant|e)(_|$)", re.I)
CROSS = re.compile(r"^(x|cross|player_?x|x_?player|px|x_?mark)$", re.I)
NOUGHT = re.compile(r"^(o|nought|zero|circle|player_?o|o_?player|po|o_?mark)$", re.I)


class Marks(NamedTuple):
    """How X, O and a free cell are written; relative: how one's own, the other's and a free one."""

    x: Any
    o: Any
    empty: Any
    relative: bool = False

    def cells(self, position: Position) -> list[Any]:
        """The cells of a position, as the program writes them."""
        own = self.relative and position.to_move == "O"
        stones = {"X": self.o if own else self.x, "O": self.x if own else self.o}
        return [
            self.free(cell) if mark is None else stones[mark]
            for cell, mark in ((cell, position.mark(cell)) for cell in range(position.game.cells))
        ]

    def free(self, cell: int) -> Any:
        """How a free cell is written."""
        if self.empty in NUMBERED:
            number = cell + int(self.empty[-1])
            return number if self.empty.startswith("number") else str(number)
        return self.empty

    def of(self, mark: str, to_move: str) -> Any:
        """How the mark of a side is written when it is somebody's turn."""
        if self.relative:
            return self.x if mark == to_move else self.o
        return self.x if mark == "X" else self.o

    def side(self, written: Any, to_move: str) -> str | None:
        """Whose mark was written; None: nobody's."""
        for mark in ("X", "O"):
            value = self.of(mark, to_move)
            if value == written and isinstance(value, str) == isinstance(written, str):
                return mark
        return None

    def __str__(self) -> str:
        free = f"the cell's {self.empty}" if self.empty in NUMBERED else repr(self.empty)
        if self.relative:
            return (
                f"{self.x!r} for its own stones, {self.o!r} for the other's, {free} for free ones"
            )
        return f"{self.x!r} for X, {self.o!r} for O, {free} for free cells"


def read_marks(text: str) -> Marks:
    """What was said of the marks: three characters, or three values between commas.

    >>> read_marks("XO ")
    Marks(x='X', o='O', empty=' ', relative=False)
    >>> read_marks("1,-1,0"), read_marks("X,O,None").empty
    (Marks(x=1, o=-1, empty=0, relative=False), None)
    """
    parts = text.split(",") if text.count(",") == 2 and len(text) > 3 else list(text)
    if len(parts) != 3 or len(set(parts)) != 3:
        raise NotationError(
            f"expected three different marks, for X, O and a free cell, such as 'XO ' or '1,-1,0', "
            f"got {text!r}"
        )
    spelled = text.count(",") == 2
    x, o, empty = (_value(part) if spelled else part for part in parts)
    return Marks(x, o, empty)


def _value(text: str) -> Any:
    stripped = text.strip()
    if stripped == "None":
        return None
    if re.fullmatch(r"[+-]?\d{1,9}", stripped):
        return int(stripped)
    return stripped.strip("'\"") if stripped not in ("", "' '", '" "') else " " * bool(text)


def likely_marks(
    literals: Iterable[Any], constants: Mapping[str, Any], cells: Iterable[Any]
) -> list[Marks]:
    """The marks that a source may use, the likeliest first; those it never names, last."""
    seen = [*literals, *constants.values(), *cells]
    named = named_marks(constants)
    board = list(cells)

    def knows(value: Any) -> bool:
        return any(type(one) is type(value) and one == value for one in seen)

    def rank(marks: Marks) -> tuple[bool, ...]:
        pair = (marks.x, marks.o)
        numbered = marks.empty in NUMBERED
        on_board = _is_numbered(marks, board) if numbered else marks.empty in board
        return (
            named is None or pair != named[:2],
            not numbered and None not in marks and type(marks.x) is not type(marks.empty),
            not all(map(knows, pair)),
            bool(board) and not on_board,
            not numbered and not knows(marks.empty),
        )

    every = [
        Marks(x, o, empty)
        for x, o in PAIRS
        for empty in ((*EMPTIES, *NUMBERED) if isinstance(x, str) else NUMERIC_EMPTIES)
        if empty not in (x, o) or isinstance(empty, bool)
    ]
    if named is not None:
        x, o, relative = named
        free = next((v for name, v in constants.items() if EMPTY_NAME.match(name)), None)
        empties = [free, *(EMPTIES if isinstance(x, str) else NUMERIC_EMPTIES), *NUMBERED]
        every = [
            *(Marks(x, o, empty, relative) for empty in empties if empty not in (x, o)),
            *every,
        ]
    ranks = {marks: rank(marks) for marks in every}
    ranked = sorted(ranks, key=ranks.__getitem__)
    known = [marks for marks in ranked if not ranks[marks][2] or marks[:2] == PAIRS[0]]
    return (known or ranked)[:MOST_MARKS]


def _is_numbered(marks: Marks, board: list[Any]) -> bool:
    return board == [marks.free(cell) for cell in range(len(board))]


def named_marks(constants: Mapping[str, Any]) -> tuple[Any, Any, bool] | None:
    """The marks of X and O by the names of constants; numbers for computer and person: relative."""

    def named(pattern: re.Pattern[str]) -> Any:
        values = [
            value
            for name, value in constants.items()
            if pattern.match(name) and type(value) in (int, str) and len(str(value)) <= 2
        ]
        return values[0] if values else None

    x, o = named(CROSS), named(NOUGHT)
    if x is not None and o is not None and x != o:
        return x, o, False
    computer, person = named(COMPUTER), named(PERSON)
    if type(computer) is int and type(person) is int and computer != person:
        return computer, person, True
    return None
