"""Report: the value of a position and of each move, for people and as one dict for all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from noughts.explain.reasons import reasons
from noughts.explain.sentences import Reason
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_moves, format_position
from noughts.notation.parse import position as read_position
from noughts.notation.svg import position_svg
from noughts.notation.words import value_badge, value_sentence
from noughts.rules.game import Game
from noughts.rules.grid import Cell, cells_of
from noughts.rules.position import Position
from noughts.solver.oracle import SECONDS, Analysis, Oracle
from noughts.value import Value

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Report:
    """All that is known about a position, and what finding it took.

    >>> report = analyze("XX. .O. ..O")
    >>> print(report)
    X to move wins in 1: c1.
    >>> report.to_dict()["good"]
    ['c1', 'a2', 'a3']
    """

    analysis: Analysis
    reasons: dict[Cell, list[Reason]] = field(default_factory=dict)
    """Why each move is worth what it is, the most important first."""

    @property
    def position(self) -> Position:
        return self.analysis.position

    @property
    def value(self) -> Value:
        return self.analysis.value

    @property
    def best(self) -> list[Cell]:
        """The moves that keep outcome and distance, in cell order."""
        return self.analysis.best

    @property
    def good(self) -> list[Cell]:
        """The moves that keep the outcome, in cell order."""
        return self.analysis.good

    def __str__(self) -> str:
        sentence = value_sentence(self.position, self.value)
        if self.position.is_over():
            return f"{sentence}."
        return f"{sentence}: {format_moves(self.position.game, self.best or self.good)}."

    def _repr_svg_(self) -> str:
        notes = {cell: value_badge(value) for cell, value in self.analysis.moves.items()}
        return position_svg(self.position, notes=notes)

    def diagram(self) -> str:
        """The position as text."""
        return draw(self.position)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON has it."""
        position, analysis = self.position, self.analysis
        return {
            **position_dict(position),
            "value": value_dict(self.value),
            "best": [format_move(position.game, cell) for cell in self.best],
            "good": [format_move(position.game, cell) for cell in self.good],
            "moves": [self._move_dict(cell) for cell in analysis.moves],
            "principal_variation": [
                format_move(position.game, cell) for cell in analysis.principal_variation
            ],
            "complete": analysis.is_complete,
            "nodes": analysis.nodes,
            "seconds": round(analysis.seconds, 7),
        }

    def _move_dict(self, cell: Cell) -> dict[str, Any]:
        value = self.analysis.moves[cell]
        return {
            **move_dict(self.position, cell),
            "value": None if value is None else value_dict(value),
            "best": cell in self.best,
            "good": cell in self.good,
            "reasons": [
                reason.to_dict(self.position.game) for reason in self.reasons.get(cell, [])
            ],
        }


def analyze(
    position: str | Position,
    game: str | Game | None = None,
    *,
    to_move: str | None = None,
    seconds: float | None = SECONDS,
) -> Report:
    """The exact value of a position, given as text or as a Position, and of each move.

    >>> print(analyze("X.. .O. ...").value)
    draw in 7
    """
    if isinstance(position, str):
        position = read_position(position, game, to_move)
    return report_by(Oracle(position.game, seconds), position)


def report_by(oracle: Oracle, position: Position) -> Report:
    """The same from an oracle that is there."""
    analysis = oracle.analyze(position)
    return Report(analysis, reasons(analysis, oracle))


def position_dict(position: Position) -> dict[str, Any]:
    """A position without its truth, as JSON has it."""
    over, names = position.is_over(), position.game.shape.name
    return {
        "schema": SCHEMA,
        "game": position.game.name,
        "position": format_position(position),
        "first": position.first_mark,
        "to_move": None if over else position.to_move,
        "over": over,
        "winner": position.winner,
        "lines": [list(map(names, cells_of(line))) for line in position.completed_lines()],
    }


def value_dict(value: Value) -> dict[str, Any]:
    """A value as JSON has it."""
    known = {"outcome": str(value.outcome), "distance": value.distance}
    return known if value.at_least is None else {**known, "at_least": value.at_least}


def move_dict(position: Position, cell: Cell) -> dict[str, Any]:
    """A move as JSON has it: its name, where it is, and the position after it."""
    place = position.game.shape.place(cell)
    slice = {} if position.game.shape.is_flat else {"slice": place.slice}
    return {
        "move": format_move(position.game, cell),
        "cell": cell,
        **slice,
        "row": place.row,
        "column": place.column,
        "after": format_position(position.child(cell)),
    }
