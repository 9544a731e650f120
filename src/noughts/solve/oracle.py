"""solve(position) and analyze(position): the one door to the truth.

Behind it stands whatever answers soonest: all positions of the game at once where there are
few, otherwise a search.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from noughts.errors import LimitReached
from noughts.rules.game import Game
from noughts.rules.grid import Cell
from noughts.rules.position import Position
from noughts.rules.symmetry import canonical
from noughts.solve import whole
from noughts.solve.plain import PlainSolver
from noughts.value import Value, value_of

SECONDS = 60.0
MOST_FOLDED_CELLS = 64  # on larger boards looking at all images costs more than it saves


class Solved(NamedTuple):
    """The value of a position, and what finding it took."""

    value: Value
    move: Cell | None
    """The lowest of the best moves; None if the game is over."""
    nodes: int
    seconds: float


class Analysis(NamedTuple):
    """The value of a position and of each of its moves."""

    position: Position
    value: Value
    moves: dict[Cell, Value | None]
    """For the player who makes the move, counted from this position; None: not found in time."""
    principal_variation: list[Cell]
    nodes: int
    seconds: float

    @property
    def best(self) -> list[Cell]:
        """The moves that keep outcome and distance, in cell order."""
        return [cell for cell, value in self.moves.items() if value == self.value]

    @property
    def good(self) -> list[Cell]:
        """The moves that keep the outcome, in cell order."""
        keeps = self.value.outcome
        return [cell for cell, value in self.moves.items() if value and value.outcome is keeps]

    @property
    def is_complete(self) -> bool:
        """Was the value of every move found in time?"""
        return None not in self.moves.values()


def solve(position: Position, *, seconds: float | None = SECONDS) -> Solved:
    """The exact value of a position and a best move.

    Raises LimitReached when the answer is not found in so many seconds.

    >>> from noughts.notation.parse import position
    >>> print(solve(position("XX. .O. ..O")).value)
    win in 1
    """
    started = time.perf_counter()
    oracle = Oracle(position.game, seconds)
    value = oracle.value(position)
    move = oracle.best_move(position)
    return Solved(value, move, oracle.nodes, time.perf_counter() - started)


def analyze(position: Position, *, seconds: float | None = SECONDS) -> Analysis:
    """The exact value of a position and of each move, and perfect play from here on.

    Raises LimitReached when not even the position's value is found in so many seconds.

    >>> from noughts.notation.parse import position
    >>> analysis = analyze(position("XX. .O. ..O"))
    >>> {move: str(value) for move, value in analysis.moves.items()}
    {2: 'win in 1', 3: 'win in 3', 5: 'draw in 5', 6: 'win in 3', 7: 'loss in 4'}
    """
    return Oracle(position.game, seconds).analyze(position)


class Oracle:
    """Answers questions about one game, and remembers what it found for the next one."""

    def __init__(self, game: Game, seconds: float | None = SECONDS) -> None:
        self.game = game
        self._plain = PlainSolver(game)
        self._whole = game.cells <= whole.MOST_CELLS
        self._known: dict[int, int] = {}
        self._looked_up = 0
        self.allow(seconds)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._looked_up + self._plain.nodes

    def allow(self, seconds: float | None) -> None:
        """Give the questions from now on so many seconds in all."""
        self._plain.deadline = None if seconds is None else time.perf_counter() + seconds

    def score(self, position: Position) -> int:
        """The score of a position; symmetric positions are asked about once."""
        if self._whole:
            solved = whole.whole_game(self.game)
            self._looked_up += 1 if self._looked_up else len(solved.scores)
            return solved.score(position)
        folded = canonical(position) if self.game.cells <= MOST_FOLDED_CELLS else position
        if folded.key not in self._known:
            self._known[folded.key] = self._plain.score(folded)
        return self._known[folded.key]

    def value(self, position: Position) -> Value:
        """The value of a position, for the side to move."""
        return value_of(self.score(position), position)

    def best_move(self, position: Position) -> Cell | None:
        """The lowest move that keeps outcome and distance; None when the game is over."""
        score = self.score(position) if not position.is_over() else 0
        for move in position.moves():
            if -self.score(position.child(move)) == score:
                return move
        return None

    def analyze(self, position: Position) -> Analysis:
        """The value of a position and of each of its moves."""
        started, nodes = time.perf_counter(), self.nodes
        value = self.value(position)
        moves = {move: self._move_value(position, move) for move in position.moves()}
        variation = self.principal_variation(position)
        seconds = time.perf_counter() - started
        return Analysis(position, value, moves, variation, self.nodes - nodes, seconds)

    def _move_value(self, position: Position, move: Cell) -> Value | None:
        try:
            return self.value(position.child(move)).a_ply_earlier()
        except LimitReached:
            return None

    def principal_variation(self, position: Position) -> list[Cell]:
        """The moves of both sides when each plays its first best move; shorter if time is up."""
        variation = []
        try:
            while (move := self.best_move(position)) is not None:
                variation.append(move)
                position = position.child(move)
        except LimitReached:
            pass
        return variation
