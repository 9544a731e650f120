"""Q-learning (Watkins 1989): what a move is worth if the best is played from there on."""

from dataclasses import dataclass
from itertools import pairwise

from noughts.learn.learners.episode import Episode
from noughts.learn.learners.values import ActionValues, same_side


@dataclass
class QLearning(ActionValues):
    """Q(s, a) moves towards the greatest Q(s', ·), s' being the learner's next turn.

    Where it plays itself the next turn is the other side's, and the sign changes.
    """

    def learn(self, episode: Episode) -> None:
        for turn, after in pairwise(episode.turns):
            best = max(self.row(after.position).values())
            self.move_towards(turn, self.gamma * same_side(turn, after) * best)
        last = episode.turns[-1]
        self.move_towards(last, episode.reward(last))
