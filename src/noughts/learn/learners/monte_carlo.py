"""Monte-Carlo control: what a move is worth is the average of how its games ended."""

from dataclasses import dataclass, field

from noughts.learn.learners.episode import Episode
from noughts.learn.learners.values import ActionValues
from noughts.rules import Cell


@dataclass
class MonteCarlo(ActionValues):
    """Q(s, a) is the mean result of all games in which a was played in s; nothing is guessed.

    The mean needs no alpha: the step is one over the number of games seen.
    """

    epsilon: float = 0.2
    visits: dict[int, dict[Cell, int]] = field(default_factory=dict, repr=False)

    def learn(self, episode: Episode) -> None:
        for left, turn in enumerate(reversed(episode.turns)):
            seen = self.visits.setdefault(turn.position.key, {})
            seen[turn.move] = seen.get(turn.move, 0) + 1
            row = self.row(turn.position)
            result = episode.reward(turn) * self.gamma**left
            row[turn.move] += (result - row[turn.move]) / seen[turn.move]
