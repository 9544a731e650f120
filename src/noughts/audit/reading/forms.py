"""Forms: how a program is asked, and how its answer is read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from noughts.audit.reading.marks import Marks
from noughts.audit.reading.readings import BOARD_READINGS, NOWHERE, WORDS, Read, read
from noughts.audit.sandbox import ROWS
from noughts.notation import format_position
from noughts.rules import Cell, Position, other_mark

INFINITE = float("inf")

BOARDS = {
    "flat": "a list of {cells}",
    "flat from 1": "a list of {more} whose first place is not used",
    "tuple": "a tuple of {cells}",
    "text": "a text of {cells} characters",
    "rows": "a list of {height} rows",
    "tuples": "a tuple of {height} rows",
    "text rows": "{height} rows of text",
    "array": "a numpy array of {height} rows",
    "flat array": "a numpy array of {cells}",
    "dict from 0": "a dict with the keys 0 to {last}",
    "dict from 1": "a dict with the keys 1 to {cells}",
    "places": "a dict by (row, column)",
    "position": "a position of this library",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Which function is called, with what, and where it finds the board.

    An argument is the name of a part: board, own, other, max, true, zero, empties, low, high,
    width, or `object CLASS.ATTRIBUTE`, an object of the program's that holds the board.
    """

    paths: tuple[str, str]
    """The function for X and the one for O; nearly always the same."""
    arguments: tuple[str, ...] = ("board",)
    named: tuple[tuple[str, str], ...] = ()
    make: tuple[str, ...] = ()
    """The arguments with which an object of its class is made."""
    place: tuple[str, str] = ("argument", "")
    """Where the board is: an argument, a global name, or an attribute."""
    turns: tuple[str, ...] = ()
    """Names and attributes that hold the mark to move."""
    maximiser: str = "X"
    """Whose turn it is when `max` is true."""

    def holder(self) -> tuple[str, str]:
        """What holds the board: a class and its attribute, or how else it is passed."""
        if self.place[0] == "attribute":
            return self.paths[0].partition(".")[0], self.place[1]
        for part in (*self.arguments, *(part for _, part in self.named), *self.make):
            if part.startswith("object "):
                cls, _, attribute = part.removeprefix("object ").partition(".")
                return cls, attribute
        return self.place


@dataclass(frozen=True, slots=True)
class Form:
    """A plan, a kind of board, marks and a reading: everything that is needed to ask."""

    plan: Plan
    kind: str
    marks: Marks
    reading: str = ""
    high_is_good_for: str = ""
    """Where it returns scores: X, O, mover (the side to move) or other; "" where unknown."""
    draw_score: float = 0.0

    @property
    def must_pass(self) -> bool:
        """Does it promise None when the game is over? minimax(board) of X, O and None does."""
        name = self.plan.paths[0].rpartition(".")[2]
        return name == "minimax" and self.plan.arguments == ("board",) and self.marks.empty is None

    def request(self, position: Position, *, watched: bool = False) -> dict[str, Any]:
        """The request that puts a position to the program."""
        plan, marks, mark = self.plan, self.marks, position.to_move
        own = marks.of(mark, mark)
        request: dict[str, Any] = {
            "do": "call",
            "path": plan.paths["XO".index(mark)],
            "kind": self.kind,
            "cells": marks.cells(position),
            "width": position.game.width,
            "place": plan.place,
            "make": [self._argument(part, position) for part in plan.make],
            "arguments": [self._argument(part, position) for part in plan.arguments],
            "named": {name: self._argument(part, position) for name, part in plan.named},
        }
        if plan.turns:
            request["set"] = dict.fromkeys(plan.turns, own)
        if watched:
            request["watched"] = True
        if self.kind == "position":
            request["text"] = format_position(position)
            request["game"] = position.game.name
        return request

    def _argument(self, part: str, position: Position) -> Any:
        mark, marks = position.to_move, self.marks
        if part.startswith("object "):
            cls, _, attribute = part.removeprefix("object ").partition(".")
            return {"object": cls, "attribute": attribute}
        if part == "board":
            return {"board": True}
        if part in ("own", "other"):
            return marks.of(mark if part == "own" else other_mark(mark), mark)
        if part == "max":
            return marks.relative or mark == self.plan.maximiser
        game = position.game
        values = {
            "true": True,
            "zero": 0,
            "empties": game.cells - position.stones,
            "low": -INFINITE,
            "high": INFINITE,
            "width": game.width,
        }
        return values[part]

    def read(self, reply: dict[str, Any], position: Position) -> Read | None:
        """What the reply to a request means; None: nothing that a move could be read from."""
        if self.reading in BOARD_READINGS:
            key = "board" if self.reading == "new board" else "after"
            return self._read_board(reply.get(key), position)
        found = read(self.reading, reply.get("result"), position.game)
        if found is None or found.cell is None or found.cell == NOWHERE:
            return found
        if self.reading.startswith("column") and position.game.drop:
            return Read(_landing(position, found.cell), found.score)
        return found

    def _read_board(self, after: Any, position: Position) -> Read | None:
        """The one cell on which a stone of the side to move has been added."""
        before = self.marks.cells(position)
        if not isinstance(after, list) or len(after) != len(before):
            return None
        changed = [cell for cell, mark in enumerate(before) if mark != after[cell]]
        if len(changed) != 1:
            return None
        written = self.marks.side(after[changed[0]], position.to_move)
        return Read(changed[0]) if written is not None else None

    def describe(self, position: Position, mark: str | None) -> str:
        """What the program is taken for, in a sentence."""
        plan, game = self.plan, position.game
        calls = ", ".join(_spelled(part) for part in plan.arguments)
        first, second = (f"{path}({calls})" for path in plan.paths)
        name = first if first == second else f"{first} for X and {second} for O"
        words = BOARDS[self.kind].format(
            cells=game.cells, more=game.cells + 1, height=game.height, last=game.cells - 1
        )
        where = {
            "argument": "",
            "global": f" in the global name {plan.place[1]}",
            "attribute": f" in the attribute {plan.place[1]}",
        }[plan.place[0]]
        marks = "" if self.kind == "position" else f", with {self.marks}"
        whose = "either mark" if mark is None else f"{mark} only"
        return (
            f"{name} on {words}{where}{marks}; it returns {WORDS[self.reading]} and plays {whose}."
        )


def _spelled(part: str) -> str:
    return {
        "own": "the mark to move",
        "other": "the other mark",
        "max": "is it the maximiser's turn",
        "true": "True",
        "zero": "0",
        "empties": "how many cells are free",
        "low": "-inf",
        "high": "inf",
    }.get(part, part.removeprefix("object "))


def _landing(position: Position, cell: Cell) -> Cell:
    """Where a stone in the column of a cell comes to rest; NOWHERE where the column is full."""
    width = position.game.width
    for at in range(cell, -1, -width):
        if position.mark(at) is None:
            return at
    return NOWHERE


def shape_of(replies: Sequence[dict[str, Any]], form: Form) -> str:
    """The reading that results without a move in them look like: (-1, -1), None, [-1, -1, 0]."""
    results = [reply.get("result") for reply in replies]
    result = next((one for one in results if one is not None), None)
    in_rows = form.kind in ROWS
    if isinstance(result, dict):
        return "dict"
    if isinstance(result, list) and len(result) == 3:
        return "row, column, score" if result[0] in (-1, None) else "score, row, column"
    if isinstance(result, list) and len(result) == 2 and None in result:
        return "score, cell" if in_rows else "score, index"
    if isinstance(result, list) and len(result) == 2:
        return "cell"
    if result is None and form.plan.place[0] != "argument":
        return "stone"
    return "cell" if result is None and in_rows else "index"
