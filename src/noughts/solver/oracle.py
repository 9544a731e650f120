"""solve(position) and analyze(position): the one door to the truth.

Behind it stands whatever answers soonest: a source that has every position at hand, see
`sources.py`, or else a search.
"""

import time
from typing import Any, NamedTuple

from noughts.errors import LimitReached
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Cell, Game, Position, canonical
from noughts.search.result import refuse_no_time
from noughts.solver.plain import PlainSolver
from noughts.solver.sources import Sources
from noughts.solver.table import TableError
from noughts.value import Outcome, Value, end_score, value_of

SECONDS = 60.0
DISTANCE_SECONDS = 1.0  # to look for a distance where the outcome is known
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
        """The moves that keep outcome and distance, in cell order; none if that is not known."""
        if self.value.distance is None:
            return []
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


def solve(
    given: Given,
    game: str | Game | None = None,
    *,
    to_move: str | None = None,
    seconds: float | None = SECONDS,
) -> Solved:
    """The exact value of a position, or of a game from its start, and a best move.

    Raises LimitReached when the answer is not found in so many seconds.

    >>> print(solve("XX. .O. ..O").value, "and", solve("4x3:3").value)
    win in 1 and win in 7
    """
    started = time.perf_counter()
    position = read_position(given, game, to_move)
    oracle = Oracle(position.game, seconds)
    value = oracle.value(position)
    move = oracle.best_move(position)
    return Solved(value, move, oracle.nodes, time.perf_counter() - started)


def best_move(given: Given, game: str | Game | None = None, **options: Any) -> Cell | None:
    """The lowest of the best moves, as a cell; None if the game is over. Options as in solve.

    >>> best_move("XX. .O. ..O")
    2
    """
    return solve(given, game, **options).move


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
        self._sources = Sources(game)
        self._distances = PlainSolver(game, outcomes=self._sources.outcome)
        self._known: dict[int, int] = {}
        self.allow(seconds)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._sources.nodes + self._plain.nodes + self._distances.nodes

    def allow(self, seconds: float | None) -> None:
        """Give the questions from now on so many seconds in all."""
        if seconds is not None:
            refuse_no_time(seconds)
        now = time.perf_counter()
        self._plain.deadline = None if seconds is None else now + seconds
        self._distances.deadline = now + min(DISTANCE_SECONDS, seconds or DISTANCE_SECONDS)

    def is_at_hand(self, position: Position) -> bool:
        """Is the outcome of a position there without a search, or after a short sweep?"""
        return self._sources.is_at_hand(position)

    def open_scores(self) -> bool:
        """Open what has all scores, which a late position would not do; is there any?"""
        return self._sources.score(Position(self.game)) is not None

    def value(self, position: Position) -> Value:
        """The value of a position, for the side to move.

        Where a table or a sweep knows the outcome, it is there at once, and the distance is
        looked for within a second; where not even that is known in time, LimitReached is raised.
        """
        if position.is_over:
            return value_of(end_score(position), position)
        score = self._sources.score(position)
        if score is None and self._sources.knows_outcomes(position):
            try:
                return self._value_by_outcome(position)
            except TableError:  # `noughts table verify` says what is wrong with it
                self._sources.give_up_table()
        if score is None:
            score = self._searched(position, self._plain)
        return value_of(score, position)

    def _value_by_outcome(self, position: Position) -> Value:
        outcome = self._sources.outcome(position.first, position.second)
        assert outcome is not None, "a position that can arise has an outcome"
        if outcome is Outcome.DRAW:
            return value_of(0, position)
        try:
            return value_of(self._searched(position, self._distances), position)
        except LimitReached:
            return Value(outcome, None, self._distances.proved_plies + 1)

    def _searched(self, position: Position, solver: PlainSolver) -> int:
        """The score by search; symmetric positions are searched once."""
        folded = canonical(position) if self.game.cells <= MOST_FOLDED_CELLS else position
        if folded.key not in self._known:
            self._known[folded.key] = solver.score(folded)
        return self._known[folded.key]

    def best_move(self, position: Position) -> Cell | None:
        """The lowest move that keeps outcome and distance; None when the game is over.

        Where the distance is not known, the lowest move that keeps the outcome.
        """
        if position.is_over:
            return None
        value = self.value(position)
        good = None
        for move in position.moves():
            after = self.value(position.child(move)).a_ply_earlier()
            if after == value and value.distance is not None:
                return move
            if good is None and after.outcome is value.outcome:
                good = move
        return good

    def analyze(self, position: Position) -> Analysis:
        """The value of a position and of each of its moves."""
        started, nodes = time.perf_counter(), self.nodes
        value = self.value(position)
        self._distances.deadline = time.perf_counter() + DISTANCE_SECONDS
        moves = {move: self._move_value(position, move) for move in position.moves()}
        first = [move for move, worth in moves.items() if worth == value][:1]
        known = value.distance is not None and first
        variation = first + self.principal_variation(position.child(first[0])) if known else []
        seconds = time.perf_counter() - started
        return Analysis(position, value, moves, variation, self.nodes - nodes, seconds)

    def _move_value(self, position: Position, move: Cell) -> Value | None:
        try:
            return self.value(position.child(move)).a_ply_earlier()
        except LimitReached:
            return None

    def principal_variation(self, position: Position) -> list[Cell]:
        """The moves of both sides when each plays its first best move.

        It ends where a distance is not known, or the time is up.
        """
        variation: list[Cell] = []
        try:
            while self.value(position).distance is not None:
                move = self.best_move(position)
                if move is None:
                    break
                variation.append(move)
                position = position.child(move)
        except LimitReached:
            pass
        return variation
