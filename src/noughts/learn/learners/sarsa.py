"""SARSA (Rummery and Niranjan 1994): what a move is worth if one goes on as one does."""

from dataclasses import dataclass
from itertools import pairwise

from noughts.learn.learners.episode import Episode
from noughts.learn.learners.values import ActionValues, same_side


@dataclass
class Sarsa(ActionValues):
    """Q(s, a) moves towards Q(s', a'), a' being the move that was really made, lots included.

    Its values count in the learner's own slips, so it learns best with a small epsilon.
    """

    alpha: float = 0.1
    epsilon: float = 0.1

    def learn(self, episode: Episode) -> None:
        for turn, after in pairwise(episode.turns):
            made = self.row(after.position)[after.move]
            self.move_towards(turn, self.gamma * same_side(turn, after) * made)
        last = episode.turns[-1]
        self.move_towards(last, episode.reward(last))
