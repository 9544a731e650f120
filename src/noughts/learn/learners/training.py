"""Training: a learner, its episodes, and the curve of how far it is from the truth."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from noughts.errors import LimitReached
from noughts.learn.learners.episode import Chooser, play_episode
from noughts.learn.learners.shelf import Learner, method_named
from noughts.learn.yardstick import (
    SEATS as SEAT_NUMBERS,
    Measure,
    is_small,
    measure,
    odds,
    questions,
    random_policy,
)
from noughts.notation import head
from noughts.play.named import player_named
from noughts.rules import Cell, Game, Position

SEATS = {"first": (True, False), "second": (False, True), "both": (True, True)}
AGAINST, SEED = "self", 0  # unless it is told
EVERY = 1_000  # episodes between two points of the curve
MOST_REACHED = 2_000  # positions asked for a point of the curve, where a board is large
TRUTH_SECONDS = 20.0  # for a point of the curve; where that is too little, there is no exact error
MOVE_SECONDS = 60.0  # for a move of the perfect opponent


class Point(NamedTuple):
    """Where a learner stands after so many episodes."""

    episodes: int
    reached: int
    """Positions that its own play reaches, against every reply."""
    wrong: float | None
    """Answers there that throw the outcome away; chances are summed. None: the truth about the
    game was not found in time."""
    worst: dict[str, float]
    """Its mean result in each seat that it learns, against the opponent that knows it."""
    random_wins: float | None
    """How often it beats a random mover, exactly; None on boards too large for that."""
    results: tuple[int, int, int]
    """Episodes won, drawn and lost since the last point, for the learner, or for the first
    player where it plays itself."""
    complete: bool = True
    """Was everything that its play reaches asked? If not, `reached` is a sample, and `worst` at
    most that."""


@dataclass
class Training:
    """A learner in training; the same seed gives the same, however often it is interrupted."""

    game: Game
    name: str
    learner: Learner
    against: str
    seat: str
    seed: int
    episodes: int = 0
    curve: list[Point] = field(default_factory=list, repr=False)
    tally: list[int] = field(default_factory=lambda: [0, 0, 0], repr=False)
    """Episodes won, drawn and lost since the last point."""
    _truth_is_out_of_reach: bool = field(default=False, init=False, repr=False, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The training as JSON has it, without what was learned: that is `to_json`."""
        return {
            **head(self.game),
            "learner": self.name,
            "against": self.against,
            "seed": self.seed,
            "episodes": self.episodes,
            "positions": len(self.learner.table),
            "curve": [point._asdict() for point in self.curve],
        }

    @property
    def settings(self) -> dict[str, float]:
        """The numbers that the learner was made with."""
        return {name: getattr(self.learner, name) for name in method_named(self.name).settings}

    def run(
        self,
        until: int,
        *,
        every: int = EVERY,
        on_point: Callable[[Point], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """Train until so many episodes are played in all, or `stop` says so between two."""
        opponent = _opponent(self.against, self.game)
        rng = random.Random()
        while self.episodes < until and not stop():
            rng.seed(f"{self.seed} {self.episodes}")
            self._episode(opponent, rng)
            self.episodes += 1
            if self.episodes % every == 0 or self.episodes == until:
                self.curve.append(self._point())
                if on_point is not None:
                    on_point(self.curve[-1])

    def _episode(self, opponent: Chooser | None, rng: random.Random) -> None:
        learner = self.learner.choose
        if opponent is None:
            learns = (True, True)
            sides: tuple[Chooser, Chooser] = (learner, learner)
        else:
            learns = SEATS[self.seat]
            if all(learns):
                learns = SEATS["second" if self.episodes % 2 else "first"]
            sides = (learner if learns[0] else opponent, learner if learns[1] else opponent)
        episode = play_episode(self.game, sides, learns, rng)
        if episode.turns:
            self.learner.learn(episode)
        result = episode.result if learns[0] else -episode.result
        self.tally[1 - result] += 1

    def _point(self) -> Point:
        seats = list(SEAT_NUMBERS) if self.seat == "both" else [self.seat]
        found = self._measured(seats)
        wins = None
        if is_small(self.game):
            at = [SEAT_NUMBERS[seat] for seat in seats]
            wins = odds(self.learner.chances, random_policy, self.game, at).win
        results = (self.tally[0], self.tally[1], self.tally[2])
        self.tally = [0, 0, 0]
        if found is None:
            return Point(self.episodes, 0, None, {}, wins, results, complete=False)
        worst = {name: seat.result for name, seat in found.seats.items()}
        reached, wrong = found.all_reached.positions, found.all_reached.blunders
        return Point(self.episodes, reached, wrong, worst, wins, results, found.is_complete)

    def _measured(self, seats: list[str]) -> Measure | None:
        """The learner on the yardstick; None where the truth is not found in time."""
        if self._truth_is_out_of_reach:
            return None
        try:
            return measure(
                self.learner,
                self.game,
                seats=seats,
                everywhere=False,
                most_reached=MOST_REACHED,
                seconds=TRUTH_SECONDS,
            )
        except LimitReached:
            self._truth_is_out_of_reach = True
            return None


def new_training(
    name: str,
    game: Game,
    *,
    against: str = AGAINST,
    seat: str | None = None,
    seed: int = SEED,
    **settings: float,
) -> Training:
    """A training that has not begun; settings are those of the learner."""
    method = method_named(name)
    learner = method.learner(settings)
    if seat is None:
        seat = method.seat if against != "self" else "both"
    _opponent(against, game)
    return Training(game, name, learner, against, seat, seed)


def _opponent(against: str, game: Game) -> Chooser | None:
    """Whom the learner plays; None: itself."""
    if against == "self":
        return None
    if against == "random":
        return lambda position, rng: (rng.choice(position.moves()), False)
    if against == "perfect":
        return _perfect(game)
    lots = random.Random(0)
    player = player_named(against, None, lots, game=game)

    def choose(position: Position, rng: random.Random) -> tuple[Cell, bool]:
        lots.seed(rng.getrandbits(64))  # so that a training that goes on meets the same lots
        return player.choose(position).move, False

    return choose


def _perfect(game: Game) -> Chooser:
    """Any of the best moves, not always the lowest: the learner is to meet them all."""
    shelf = questions(game)

    def choose(position: Position, rng: random.Random) -> tuple[Cell, bool]:
        shelf.allow(MOVE_SECONDS)
        delays = shelf.at(position).delays
        return rng.choice([move for move, delay in delays.items() if not delay]), False

    return choose
