"""A review: what each position of a record was worth, and the mistakes, as far as is known."""

from typing import Any, NamedTuple

from noughts.errors import LimitReached
from noughts.explain.sentences import MISTAKES
from noughts.notation.format import format_move, format_moves, format_position
from noughts.notation.shapes import head, move_name, move_names, value_dict
from noughts.play.record import Record, format_record
from noughts.rules import Cell, Position
from noughts.solver.oracle import Oracle
from noughts.value import Value

VALUES_SHARE = 0.7  # of the time; the rest is for what would have been better


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


class Review(NamedTuple):
    """A record with the value of each of its positions; None where it was not found in time."""

    record: Record
    values: list[Value | None]
    """Of the start and after each move, for the side to move there."""
    mistakes: list[Mistake]

    @property
    def is_complete(self) -> bool:
        return None not in self.values

    def to_dict(self) -> dict[str, Any]:
        """The review as JSON has it; values are those of the first player throughout."""
        record, positions = self.record, [*self.record.positions()]
        wrong = {mistake.number for mistake in self.mistakes}
        return {
            **head(),
            "record": record.to_dict(),
            "text": format_record(record),
            "value": first_value_dict(positions[0], self.values[0]),
            "steps": [
                {
                    "number": number,
                    "move": format_move(record.game, cell),
                    "cell": cell,
                    "side": positions[number - 1].to_move,
                    "position": format_position(positions[number - 1]),
                    "after": format_position(positions[number]),
                    "value": first_value_dict(positions[number], self.values[number]),
                    "mistake": number in wrong,
                }
                for number, cell in enumerate(record.moves, start=1)
            ],
            "mistakes": [
                {**mistake.to_dict(), "sentence": mistake_sentence(mistake)}
                for mistake in self.mistakes
            ],
            "complete": self.is_complete,
        }


def review(record: Record, seconds: float) -> Review:
    """Look at every position of a record, the last ones first: they are the easiest to know.

    Where the time is up, what is known stays known: a mistake that is seen may then have fewer
    better moves than there are.

    >>> from noughts.rules.catalog import game
    >>> found = review(Record(Position(game("3x3")), [0, 1, 4, 8]), 10)
    >>> [str(value) for value in found.values]
    ['draw in 9', 'draw in 8', 'win in 5', 'loss in 4', 'win in 3']
    >>> [mistake_sentence(mistake) for mistake in found.mistakes]
    ['Move 2, O b1, throws away the draw and loses; b2 held it']
    """
    oracle = Oracle(record.game, VALUES_SHARE * seconds)
    positions = [*record.positions()]
    values = [_value(oracle, position) for position in reversed(positions)][::-1]
    oracle.allow((1 - VALUES_SHARE) * seconds)
    found = []
    for number, move in enumerate(record.moves, start=1):
        before, after = values[number - 1], values[number]
        if before is None or after is None or after.a_ply_earlier().outcome >= before.outcome:
            continue
        position, worth = positions[number - 1], after.a_ply_earlier()
        better = oracle.analyze(position).good
        found.append(Mistake(number, position, move, worth, before, better))
    return Review(record, values, found)


def _value(oracle: Oracle, position: Position) -> Value | None:
    try:
        return oracle.value(position)
    except LimitReached:
        return None


def first_value_dict(position: Position, value: Value | None) -> dict[str, Any] | None:
    """A value as the first player sees it."""
    return value_dict(-value if value and position.stones % 2 else value)


def mistake_sentence(mistake: Mistake) -> str:
    """What was wrong with a move, and what would have been right."""
    game, side = mistake.position.game, mistake.position.to_move
    wrong = MISTAKES[mistake.better.outcome, mistake.value.outcome]
    right = format_moves(game, mistake.better_moves)
    better = f"; {right} held it" if right else ""
    return f"Move {mistake.number}, {side} {format_move(game, mistake.move)}, {wrong}{better}"
