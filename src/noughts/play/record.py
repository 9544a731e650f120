"""Record: one play of a game, and a mistake in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from noughts.notation.format import format_position
from noughts.notation.shapes import head, move_name, move_names, value_dict
from noughts.rules.game import Game
from noughts.rules.grid import Cell
from noughts.rules.position import Position
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
            **head(self.game),
            "first": self.start.first_mark,
            "start": format_position(self.start),
            "moves": move_names(self.game, self.moves),
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
            "move": move_name(game, self.move),
            "value": value_dict(self.value),
            "better": value_dict(self.better),
            "better_moves": move_names(game, self.better_moves),
        }
