"""TD(0) on positions reached (Sutton and Barto, chapter 1): what a position is worth to have made.

The learner looks one move ahead and goes where it likes best to be. It learns only from moves
that it thought best: a move drawn by lot says nothing about how good the position before it is.
"""

import random
from dataclasses import dataclass, field
from itertools import pairwise

from noughts.learn.learners.episode import Episode, Turn
from noughts.learn.learners.values import same_side
from noughts.rules import Cell, Position
from noughts.value import end_score, outcome_of


@dataclass
class TemporalDifference:
    """A number for every position reached, for the side that has just moved; 0 at first."""

    alpha: float = 0.5
    """How far a value moves towards that of the next position."""
    gamma: float = 0.9
    """What a position is worth one turn earlier; below 1, a sooner win is worth more."""
    epsilon: float = 0.8
    """How often a move is drawn by lot while learning."""
    table: dict[int, float] = field(default_factory=dict, repr=False)

    def value(self, reached: Position) -> float:
        """What a position is worth to the side that has just moved."""
        known = self.table.get(reached.key)
        if known is not None:
            return known
        # A finished game is worth its result; what else is worth has to be learned.
        return -float(outcome_of(end_score(reached))) if reached.is_over else 0.0

    def choose(self, position: Position, rng: random.Random) -> tuple[Cell, bool]:
        """While learning: the move to the position of highest value; now and then any."""
        moves = position.moves()
        if rng.random() < self.epsilon:
            return rng.choice(moves), True
        return max(moves, key=lambda move: self.value(position.child(move))), False

    def chances(self, position: Position) -> dict[Cell, float]:
        """What was learned: the best move, always."""
        return {max(position.moves(), key=lambda move: self.value(position.child(move))): 1.0}

    def learn(self, episode: Episode) -> None:
        """V(s) moves towards V(s'), s and s' being what the learner reached at two turns."""
        for turn, after in pairwise(episode.turns):
            if not after.explored:
                self._move_towards(turn, same_side(turn, after) * self.gamma * self._made(after))
        last = episode.turns[-1]
        self._move_towards(last, episode.reward(last))

    def _made(self, turn: Turn) -> float:
        return self.value(turn.position.child(turn.move))

    def _move_towards(self, turn: Turn, target: float) -> None:
        reached = turn.position.child(turn.move)
        self.table[reached.key] = self.value(reached) + self.alpha * (target - self.value(reached))
