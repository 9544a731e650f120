"""Levels: how well the computer plays.

perfect   plays a best move
hard      sees wins and losses 4 plies ahead, else any move
medium    sees them 2 plies ahead, and overlooks them in 1 move of 5
easy      sees them 1 ply ahead, and overlooks them in 1 move of 2
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from fractions import Fraction

from noughts.errors import LimitReached, NotationError
from noughts.play.players import Choice, PerfectPlayer, Player
from noughts.rules.grid import Cell
from noughts.rules.position import Position
from noughts.solve.lookahead import scores_ahead


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


def sensible_moves(position: Position, plies: int, deadline: float | None = None) -> list[Cell]:
    """The moves between which so many plies of sight see no difference: the best of them.

    Where there is not the time to look so far ahead, they look less far.

    >>> from noughts.notation.parse import position
    >>> sensible_moves(position("X.. .O. X.."), 2), len(sensible_moves(position("X.. .O. X.."), 1))
    ([3], 6)
    """
    sensible = position.moves()
    for ahead in range(1, plies + 1):
        try:
            scores = scores_ahead(position, ahead, deadline)
        except LimitReached:
            break
        best = max(scores.values())
        sensible = [move for move, score in scores.items() if score == best]
    return sensible


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
