"""What one search makes of a position and of each of its moves."""

import time
from dataclasses import dataclass
from typing import Any

from noughts.errors import LimitReached
from noughts.notation import seconds_of, values_dict
from noughts.rules import Cell, Position
from noughts.search import SEARCHES, Budget, Result
from noughts.value import Value


@dataclass(frozen=True, slots=True)
class Searched:
    """The answers of one search; what it did not prove is None."""

    position: Position
    search: str
    options: dict[str, Any]
    result: Result
    moves: dict[Cell, Value | None]
    """For the player who makes the move, counted from this position."""
    principal_variation: list[Cell]
    seconds: float
    """Of the search of the position itself."""

    @property
    def value(self) -> Value | None:
        return self.result.value

    @property
    def best(self) -> list[Cell]:
        """The moves that keep the value as far as this search tells values apart."""
        if self.value is None or self.value.distance is None:
            return self.good
        return [cell for cell, value in self.moves.items() if value == self.value]

    @property
    def good(self) -> list[Cell]:
        """The moves that keep the outcome."""
        if self.value is None:
            return []
        keeps = self.value.outcome
        return [cell for cell, value in self.moves.items() if value and value.outcome is keeps]

    def to_dict(self) -> dict[str, Any]:
        """The answers as JSON has them: the keys of a report, then those of a search."""
        told = values_dict(
            self.position, self.value, self.moves, self.best, self.good, self.principal_variation
        )
        return {
            **told,
            "search": self.search,
            "depth": self.options.get("depth"),
            "scale": self.options.get("scale"),
            "score": self.result.score,  # its place: before the move
            **self.result.to_dict(self.position.game),
            "seconds": seconds_of(self.seconds),
        }


def searched(position: Position, search: str, options: dict[str, Any], seconds: float) -> Searched:
    """Ask a search about a position, then about each of its moves, within so many seconds.

    Raises LimitReached when not even the position itself is answered in time.

    >>> from noughts.notation.parse import position
    >>> found = searched(position("XXO O.. O.X"), "minimax", {"scale": "ten"}, 10)
    >>> {move: str(value) for move, value in found.moves.items()}
    {4: 'win in 1', 5: 'loss', 7: 'loss'}
    """
    started = time.perf_counter()
    result = SEARCHES[search](position, watch=Budget(seconds), **options)
    taken = time.perf_counter() - started
    ask = _Asker(search, options, seconds - taken)
    moves = {move: ask.move_value(position, move) for move in position.moves()}
    variation = ask.variation(position, result)
    return Searched(position, search, options, result, moves, variation, taken)


class _Asker:
    """Asks a search about the positions one move on and further, with what time is left."""

    def __init__(self, search: str, options: dict[str, Any], seconds: float) -> None:
        self._search = search
        self._options = options
        self._deadline = time.perf_counter() + max(seconds, 0.0)

    def _ask(self, position: Position, plies: int) -> Result | None:
        """The answer of a search that looks as far as the one that began so many plies before."""
        options = dict(self._options)
        if options.get("depth") is not None:
            options["depth"] = max(options["depth"] - plies, 1)
        left = self._deadline - time.perf_counter()
        try:
            return SEARCHES[self._search](position, watch=Budget(left), **options)
        except LimitReached:
            return None

    def move_value(self, position: Position, move: Cell) -> Value | None:
        answer = self._ask(position.child(move), 1)
        if answer is None or answer.value is None:
            return None
        return answer.value.a_ply_earlier()

    def variation(self, position: Position, result: Result) -> list[Cell]:
        """The moves that the search chooses for both sides, while it proves what it says."""
        moves: list[Cell] = []
        answer: Result | None = result
        while answer is not None and answer.move is not None and answer.value is not None:
            moves.append(answer.move)
            position = position.child(answer.move)
            answer = self._ask(position, 0)
        return moves
