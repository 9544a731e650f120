"""A player that plays what was learned."""

import time
from pathlib import Path

from noughts.errors import NotationError
from noughts.learn.learners.shelf import Learner
from noughts.learn.learners.store import read
from noughts.play.players import Choice
from noughts.rules import Game, Position


class LearnedPlayer:
    """Plays the move with the highest chance, the lowest among equals."""

    def __init__(self, learner: Learner, game: Game, name: str = "the table") -> None:
        self.learner = learner
        self.game = game
        self.name = name

    @classmethod
    def from_file(cls, path: str | Path, game: Game | None = None) -> "LearnedPlayer":
        """The player that a file of `noughts train` holds; it was learned for one game."""
        training = read(path)
        learned = cls(training.learner, training.game, str(path))
        if game is not None:
            learned.check(game)
        return learned

    def check(self, game: Game) -> None:
        """Refuse a game that it was not learned for."""
        if game is not self.game:
            raise NotationError(
                f"{self.name} was learned for {self.game.name}, not for {game.name}"
            )

    def choose(self, position: Position) -> Choice:
        started = time.perf_counter()
        self.check(position.game)
        chances = self.learner.chances(position)
        move = max(sorted(chances), key=chances.__getitem__)
        return Choice(move, None, 0, time.perf_counter() - started)
