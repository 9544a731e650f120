"""An episode: one game, and the turns from which a learner learns."""

import random
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from noughts.rules import Cell, Game, Position


class Turn(NamedTuple):
    """A decision of the learner."""

    position: Position
    move: Cell
    explored: bool
    """Was it tried out, and not thought best?"""


class Episode(NamedTuple):
    """The learner's turns in order: those of both sides where it plays itself.

    No position comes twice in a game. To learn from the turns when the game is over, in the
    order in which they were played, is therefore the same as to learn at every step.
    """

    turns: list[Turn]
    result: int
    """For the first player: 1, 0 or -1."""

    def reward(self, turn: Turn) -> int:
        """The result for the side whose turn it was."""
        return -self.result if turn.position.stones % 2 else self.result


Chooser: TypeAlias = Callable[[Position, random.Random], "tuple[Cell, bool] | None"]
"""A move, and whether it was explored; None resigns."""


def play_episode(
    game: Game, sides: tuple[Chooser, Chooser], learns: tuple[bool, bool], rng: random.Random
) -> Episode:
    """Play a game between first and second; the turns of the sides that learn are kept."""
    position = Position(game)
    turns: list[Turn] = []
    while not position.is_over:
        to_move = position.stones % 2
        chosen = sides[to_move](position, rng)
        if chosen is None:
            return Episode(turns, 1 if to_move else -1)
        move, explored = chosen
        if learns[to_move]:
            turns.append(Turn(position, move, explored))
        position = position.child(move)
    winner = position.winner
    return Episode(turns, 0 if winner is None else 1 if winner == position.first_mark else -1)
