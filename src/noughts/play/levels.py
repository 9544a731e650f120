"""Levels: how well the computer plays.

perfect   plays a best move
hard      sees wins and losses 4 plies ahead, else any move
medium    sees them 2 plies ahead, and overlooks them in 1 move of 5
easy      sees them 1 ply ahead, and overlooks them in 1 move of 2
"""

import random
import time
from dataclasses import dataclass
from fractions import Fraction

from noughts.errors import NotationError
from noughts.play.players import Choice, PerfectPlayer, Player, sensible_moves
from noughts.rules import Cell, Position


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level sees, and how often it does not look."""

    plies: int
    overlooks: Fraction


LEVELS = {
    "hard": Level(4, Fraction(0)),
    "medium": Level(2, Fraction(1, 5)),
    "easy": Level(1, Fraction(1, 2)),
}

LEVEL_NAMES = ("perfect", *LEVELS)


class LevelPlayer:
    """Sees wins and losses a few plies ahead, and otherwise plays any move."""

    def __init__(self, level: Level, rng: random.Random, seconds: float | None = 2.0) -> None:
        self.level = level
        self.rng = rng
        self.seconds = seconds

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        deadline = None if self.seconds is None else started + self.seconds
        if self.rng.random() < self.level.overlooks:
            move = self.rng.choice(position.moves())
        else:
            move = self.rng.choice(sensible_moves(position, self.level.plies, deadline))
        return Choice(move, None, 0, time.perf_counter() - started)


def choice_chances(position: Position, level: Level) -> dict[Cell, Fraction]:
    """With what chance a level plays each move, exactly."""
    moves, sensible = position.moves(), sensible_moves(position, level.plies)
    return {
        move: level.overlooks / len(moves)
        + (1 - level.overlooks) * Fraction(move in sensible, len(sensible))
        for move in moves
    }


def player_for(name: str, seconds: float | None, rng: random.Random) -> Player:
    """The player of a level."""
    if name == "perfect":
        return PerfectPlayer(seconds, rng)
    if name not in LEVELS:
        raise NotationError(f"no level {name!r}: expected {', '.join(LEVEL_NAMES)}")
    return LevelPlayer(LEVELS[name], rng, seconds)
