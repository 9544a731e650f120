"""What the learners of action values share: a table of numbers, and how it chooses."""

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from noughts.learn.learners.episode import Episode, Turn
from noughts.rules import Cell, Position


@dataclass
class ActionValues(ABC):
    """A number for every move of every position met, for the side to move; 0 at first."""

    alpha: float = 0.5
    """How far a value moves towards what was seen."""
    gamma: float = 0.9
    """What a result is worth one turn earlier; below 1, a sooner win is worth more."""
    epsilon: float = 0.9
    """How often a move is drawn by lot while learning."""
    table: dict[int, dict[Cell, float]] = field(default_factory=dict, repr=False)

    def row(self, position: Position) -> dict[Cell, float]:
        """The value of each move; a new row where the position is new."""
        row = self.table.get(position.key)
        if row is None:
            row = self.table[position.key] = dict.fromkeys(position.moves(), 0.0)
        return row

    def choose(self, position: Position, rng: random.Random) -> tuple[Cell, bool]:
        """While learning: the best move, the first among equals; now and then any."""
        row = self.row(position)
        best = max(row, key=row.__getitem__)
        if rng.random() < self.epsilon:
            move = rng.choice(list(row))
            return move, row[move] < row[best]
        return best, False

    def chances(self, position: Position) -> dict[Cell, float]:
        """What was learned: the best move, always."""
        row = self.table.get(position.key)
        return {max(row, key=row.__getitem__) if row else position.moves()[0]: 1.0}

    @abstractmethod
    def learn(self, episode: Episode) -> None:
        """Learn from a finished game."""

    def move_towards(self, turn: Turn, target: float) -> None:
        """Let the value of a move go some way towards a target."""
        row = self.row(turn.position)
        row[turn.move] += self.alpha * (target - row[turn.move])


def same_side(turn: Turn, other: Turn) -> int:
    """1 where two turns are one side's; -1 where what is good at one is bad at the other."""
    return 1 if (turn.position.stones - other.position.stones) % 2 == 0 else -1
