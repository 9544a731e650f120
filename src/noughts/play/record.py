"""Record: one play of a game, as data and as text that reads back.

    game: 3x3
    first: X
    moves: b2 a1 c3

A record that does not begin with the empty board has a row `start:` too. Rows that are not
understood, such as `result:`, are for people and are passed over.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from noughts.errors import NotationError, NoughtsError, RulesError
from noughts.notation.format import format_moves, format_position
from noughts.notation.moves import parse_move, split_moves
from noughts.notation.parse import position as read_position
from noughts.notation.shapes import head, move_names
from noughts.notation.words import result_sentence
from noughts.rules import AnyCell, Cell, Game, Position, game_of

FIELDS = ("game", "first", "start", "moves")


@dataclass(slots=True)
class Record:
    """The moves of one play of a game, in order, from a starting position."""

    start: Position
    moves: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = read_position(self.start)

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return [*self.positions()][-1]

    def positions(self) -> Iterator[Position]:
        """The starting position, then the one after each move."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.child(move)
            yield position

    def __str__(self) -> str:
        return format_record(self)

    def play(self, move: AnyCell) -> None:
        """Add a move, if the rules allow it."""
        before = self.position
        stone = before.play(move).taken ^ before.taken
        self.moves.append(stone.bit_length() - 1)

    def undo(self) -> Cell:
        """Take the last move back; the cell that is free again."""
        if not self.moves:
            raise RulesError("there is no move to take back")
        return self.moves.pop()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record as text, which `read_record` reads back."""
        Path(path).write_text(str(self), encoding="utf-8")

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON has it."""
        position = self.position
        return {
            **head(self.game),
            "first": self.start.first_mark,
            "start": format_position(self.start),
            "moves": move_names(self.game, self.moves),
            "position": format_position(position),
            "over": position.is_over,
            "winner": position.winner,
        }


def format_record(record: Record) -> str:
    """The record as text, a row for each thing.

    >>> from noughts.rules.catalog import game
    >>> print(format_record(Record(Position(game("3x3")), [4, 0])), end="")
    game: 3x3
    first: X
    moves: b2 a1
    """
    start, position = record.start, record.position
    rows = {"game": record.game.name, "first": start.first_mark}
    if start.stones:
        rows["start"] = format_position(start)
    rows["moves"] = format_moves(record.game, record.moves)
    if position.is_over:
        rows["result"] = result_sentence(position)
    return "".join(f"{name}: {words}".rstrip() + "\n" for name, words in rows.items())


def read_record(text: str) -> Record:
    """The record that a text or its JSON tells.

    >>> read_record("game: 3x3\\nmoves: b2 a1").moves
    [4, 0]
    >>> read_record('{"game": "3x3", "moves": ["b2", "a1"]}').moves
    [4, 0]
    """
    fields = record_fields(text)
    return make_record(
        fields["game"], fields["moves"], start=fields.get("start"), first=fields.get("first")
    )


def record_fields(text: str) -> dict[str, str]:
    """What a record says, by name: game and moves, perhaps first and start; nothing is checked.

    >>> record_fields("game: 3x3\\nmoves: b2 a1\\nresult: none yet")
    {'game': '3x3', 'moves': 'b2 a1'}
    """
    if not isinstance(text, str):
        raise NotationError(f"expected the text of a record, got {text!r}")
    found = _json_fields(text) if text.lstrip().startswith("{") else _text_fields(text)
    fields = {name: found[name] for name in FIELDS if name in found}
    if "game" not in fields or "moves" not in fields:
        raise NotationError(
            "expected a record with the rows 'game: 3x3' and 'moves: b2 a1', or its JSON"
        )
    return fields


def make_record(
    game: str, moves: str, *, start: str | None = None, first: str | None = None
) -> Record:
    """A record of some moves; a complaint says which of them is at fault."""
    rules = game_of(game)
    if start:
        beginning = read_position(start, rules)
    else:
        if first not in (None, "X", "O"):
            raise NotationError(f"expected X or O to move first, got {first!r}")
        beginning = Position(rules, first_mark=first or "X")
    record = Record(beginning)
    position = beginning
    for number, word in enumerate(split_moves(moves, rules), start=1):
        try:
            cell = parse_move(position, word)
        except NoughtsError as error:
            raise type(error)(f"move {number}, {word}: {error}") from None
        record.moves.append(cell)
        position = position.child(cell)
    return record


def _text_fields(text: str) -> dict[str, str]:
    rows = (row.partition(":") for row in text.splitlines())
    return {name.strip().lower(): words.strip() for name, _, words in rows if words.strip() or name}


def _json_fields(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"expected a record as JSON: {error}") from None
    fields = {}
    for name in FIELDS:
        value = found.get(name)
        if isinstance(value, list) and all(isinstance(move, str) for move in value):
            value = " ".join(value)
        if isinstance(value, str):
            fields[name] = value
        elif value is not None:
            raise NotationError(f"expected a text for {name!r} in the record, got {value!r}")
    return fields
