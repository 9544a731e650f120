"""Questions: positions with what each move costs, from the oracle."""

from functools import lru_cache
from typing import NamedTuple

from noughts.learn.yardstick.positions import every_position, sampled
from noughts.rules import Cell, Game, Position
from noughts.solver.oracle import Oracle
from noughts.value import Outcome, Value


class Question(NamedTuple):
    """A position that is not over, and what each move throws away."""

    position: Position
    drops: dict[Cell, int]
    """By how much each move lowers the outcome: 0, or 1 and 2 steps from win to draw to loss."""
    delays: dict[Cell, int | None]
    """Of the moves that keep the outcome: how many plies later it wins, or sooner it loses; None
    where the solver knows the outcome and has not found the distance."""

    @property
    def is_decisive(self) -> bool:
        """Does some move throw the outcome away?"""
        return any(self.drops.values())


class Questions:
    """The questions of a game, each answered by the oracle once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._oracle = Oracle(game, None)
        self._known: dict[int, Question] = {}
        self._every: list[Question] = []

    def allow(self, seconds: float | None) -> None:
        """Give the questions from now on so many seconds in all; then LimitReached is raised."""
        self._oracle.allow(seconds)

    def outcome(self, position: Position) -> Outcome:
        """How a position ends under perfect play, for the side to move."""
        return self._oracle.value(position).outcome

    def at(self, position: Position) -> Question:
        """The question that a position is."""
        known = self._known.get(position.key)
        if known is None:
            known = self._known[position.key] = self._asked(position)
        return known

    def _asked(self, position: Position) -> Question:
        value = self._oracle.value(position)
        moves = {
            move: self._oracle.value(position.child(move)).a_ply_earlier()
            for move in position.moves()
        }
        drops = {move: value.outcome - after.outcome for move, after in moves.items()}
        delays = {move: _delay(value, moves[move]) for move, drop in drops.items() if not drop}
        return Question(position, drops, delays)

    def every(self) -> list[Question]:
        """Every position that is not over, fewest stones first."""
        if not self._every:
            self._every = [self.at(p) for p in every_position(self.game) if not p.is_over]
        return self._every

    def sample(self, count: int, seed: int) -> list[Question]:
        """Different positions that are not over, from games between random movers."""
        return [self.at(p) for p in sampled(self.game, count, seed) if not p.is_over]


def _delay(value: Value, after: Value) -> int | None:
    if value.outcome is Outcome.DRAW:
        return 0
    if value.distance is None or after.distance is None:
        return None
    return abs(after.distance - value.distance)


@lru_cache(maxsize=8)
def questions(game: Game) -> Questions:
    """The questions of a game, kept for as long as the process lives."""
    return Questions(game)
