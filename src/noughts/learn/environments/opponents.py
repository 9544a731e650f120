"""Opponents: whoever sits on the other side of a single agent."""

import random
from typing import Any

from noughts.learn.learners import LearnedPlayer
from noughts.learn.yardstick import policy_of
from noughts.play.named import player_named
from noughts.rules import Cell, Game, Position

RANDOM = "random"


class Opponent:
    """Plays what a policy plays; all its chance comes from one seed.

    By text: random, a level, a search such as mcts:1000, or the file of a learned table.
    Otherwise a player, a learner, a function of a position, or a table of positions.
    """

    def __init__(self, opponent: Any, game: Game, seconds: float | None = None) -> None:
        self._rng = random.Random(0)
        player = opponent
        if isinstance(opponent, str):
            player = player_named(opponent, seconds, self._rng, game=game)
        elif isinstance(opponent, LearnedPlayer):
            opponent.check(game)
        self._policy = policy_of(player)

    def seed(self, seed: int) -> None:
        """Begin the chances anew."""
        self._rng.seed(seed)

    def move(self, position: Position) -> Cell:
        """A move for the side to move; the game is not over."""
        chances = self._policy(position)
        return self._rng.choices(list(chances), list(chances.values()))[0]
