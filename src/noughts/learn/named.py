"""Policies by name: random, a level with its exact chances, a learned table, any player."""

import random
from typing import Any

from noughts.learn.learners import LearnedPlayer
from noughts.learn.yardstick import random_policy
from noughts.play.levels import LEVELS, choice_chances
from noughts.play.named import player_named
from noughts.rules import Game, Position


def policy_named(name: str, game: Game, seconds: float | None = None) -> Any:
    """The policy that a text names, to be measured on a game."""
    if name == "random":
        return random_policy
    if name in LEVELS:
        level = LEVELS[name]
        return lambda position: _floats(position, level)
    if name.lower().endswith(".json"):
        return LearnedPlayer.from_file(name, game).learner
    return player_named(name, seconds, random.Random(0), game=game)


def _floats(position: Position, level: Any) -> dict[int, float]:
    return {move: float(share) for move, share in choice_chances(position, level).items()}
