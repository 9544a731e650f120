"""Report: the value of a position and of each move, for people and as one dict for all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noughts.explain.reasons import reasons
from noughts.explain.sentences import Reason
from noughts.notation.diagram import draw
from noughts.notation.format import format_moves
from noughts.notation.parse import Given, position as read_position
from noughts.notation.shapes import seconds_of, values_dict
from noughts.notation.svg import position_svg
from noughts.notation.words import value_badge, value_sentence
from noughts.rules import Cell, Game, Position
from noughts.solver.oracle import SECONDS, Analysis, Oracle
from noughts.value import Value


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

    @property
    def best_move(self) -> Cell | None:
        """The lowest best move, or good one where no best is known; None if the game is over."""
        return next(iter(self.best or self.good), None)

    def __repr__(self) -> str:
        sentence = value_sentence(self.position, self.value)
        return f"<Report on {self.position.game.name}: {sentence}>"

    def __str__(self) -> str:
        sentence = value_sentence(self.position, self.value)
        if self.position.is_over:
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
        return _report_dict(self.analysis, self.reasons)


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A report where the value was not found in time: what a few plies prove of each move."""

    position: Position
    moves: dict[Cell, Value | None]
    nodes: int
    seconds: float

    value = None
    best = good = principal_variation = ()
    is_complete = False

    def to_dict(self) -> dict[str, Any]:
        """The same keys as those of a report."""
        return _report_dict(self, {})


def _report_dict(found: Analysis | Glimpse, why: Mapping[Cell, list[Reason]]) -> dict[str, Any]:
    game = found.position.game
    told = values_dict(
        found.position, found.value, found.moves, found.best, found.good, found.principal_variation
    )
    for move in told["moves"]:
        move["reasons"] = [reason.to_dict(game) for reason in why.get(move["cell"], [])]
    cost = {"nodes": found.nodes, "seconds": seconds_of(found.seconds)}
    return {**told, "complete": found.is_complete, **cost}


def analyze(
    given: Given,
    game: str | Game | None = None,
    *,
    to_move: str | None = None,
    seconds: float | None = SECONDS,
) -> Report:
    """The exact value of a position, or of a game's start, and of each move.

    >>> print(analyze("X.. .O. ...").value)
    draw in 7
    """
    position = read_position(given, game, to_move)
    return report_by(Oracle(position.game, seconds), position)


def report_by(oracle: Oracle, position: Position) -> Report:
    """The same from an oracle that is there."""
    analysis = oracle.analyze(position)
    return Report(analysis, reasons(analysis, oracle))
