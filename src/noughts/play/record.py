"""Record: one play of a game, and a review of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from noughts.errors import LimitReached
from noughts.explain.report import SCHEMA, value_dict
from noughts.notation.format import format_move, format_position
from noughts.rules.game import Game
from noughts.rules.grid import Cell
from noughts.rules.position import Position
from noughts.solve.oracle import Oracle
from noughts.value import Value


@dataclass(slots=True)
class Record:
    """The moves of one play of a game, in order, from a starting position."""

    start: Position
    moves: list[Cell] = field(default_factory=list)

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

    def play(self, move: Cell) -> None:
        """Add a move, if the rules allow it."""
        self.position.play(move)
        self.moves.append(move)

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON has it."""
        position = self.position
        return {
            "schema": SCHEMA,
            "game": self.game.name,
            "first": self.start.first_mark,
            "start": format_position(self.start),
            "moves": [format_move(self.game, move) for move in self.moves],
            "position": format_position(position),
            "over": position.is_over(),
            "winner": position.winner,
        }


class Mistake(NamedTuple):
    """A move that lowered the outcome, and what would have kept it."""

    number: int
    """Which move of the record it is, from 1."""
    position: Position
    move: Cell
    value: Value
    """What the move led to, for the side that made it, from the position before it."""
    better: Value
    """What was to be had."""
    better_moves: list[Cell]

    def to_dict(self) -> dict[str, Any]:
        """The mistake as JSON has it."""
        game = self.position.game
        return {
            "number": self.number,
            "side": self.position.to_move,
            "position": format_position(self.position),
            "move": format_move(game, self.move),
            "value": value_dict(self.value),
            "better": value_dict(self.better),
            "better_moves": [format_move(game, move) for move in self.better_moves],
        }


def mistakes(record: Record, seconds: float | None = 10.0) -> list[Mistake]:
    """Every mistake of a record in order; raises LimitReached where the truth is out of reach.

    >>> from noughts.rules.catalog import game
    >>> record = Record(Position(game("3x3")), [0, 1, 4, 8])
    >>> [(mistake.number, mistake.position.to_move) for mistake in mistakes(record)]
    [(2, 'O')]
    """
    oracle = Oracle(record.game, seconds)
    found = []
    for number, (position, move) in enumerate(
        zip(record.positions(), record.moves, strict=False), start=1
    ):
        better = oracle.value(position)
        value = oracle.value(position.child(move)).a_ply_earlier()
        if value.outcome < better.outcome:
            analysis = oracle.analyze(position)
            if not analysis.is_complete:
                raise LimitReached("the time allowed was up before the review was finished")
            found.append(Mistake(number, position, move, value, better, analysis.good))
    return found
