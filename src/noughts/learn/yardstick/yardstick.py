"""The yardstick: how far a policy is from the truth, exactly.

A *decisive* position is one in which some move throws the outcome away. A *blunder* is such a
move, and the blunder rate is how often a policy makes one where it could, each decisive position
counting the same. Where the game is small, every position is asked and nothing is sampled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from noughts.errors import LimitReached
from noughts.learn.yardstick.costs import Question, Questions, questions
from noughts.learn.yardstick.exploit import Exploit, exploit
from noughts.learn.yardstick.policy import Policy, policy_of
from noughts.learn.yardstick.positions import is_small
from noughts.notation import head
from noughts.rules import Game, game_of
from noughts.solver.oracle import SECONDS

SAMPLE, MOST_REACHED = 2_000, 20_000
SEATS = {"first": 0, "second": 1}


@dataclass(slots=True)
class Tally:
    """What a policy throws away, summed over positions."""

    positions: int = 0
    decisive: int = 0
    """Positions in which some move throws the outcome away."""
    blunders: float = 0.0
    """The chances of such moves, summed over the decisive positions."""
    outcome: float = 0.0
    """Steps of outcome lost: one from win to draw or draw to loss, two from win to loss."""
    kept: float = 0.0
    """The chances of moves that keep the outcome, where the distance is known."""
    plies: float = 0.0
    """By how many plies such moves win later, or lose sooner, than need be."""

    @property
    def blunder_rate(self) -> float:
        return self.blunders / self.decisive if self.decisive else 0.0

    @property
    def mean_outcome(self) -> float:
        """Steps of outcome lost at a position, on average."""
        return self.outcome / self.positions if self.positions else 0.0

    @property
    def mean_plies(self) -> float:
        """Plies lost by a move that keeps the outcome, on average."""
        return self.plies / self.kept if self.kept else 0.0

    def add(self, question: Question, chances: dict[int, float]) -> None:
        """Count one more position."""
        drops, delays = question.drops, question.delays
        self.positions += 1
        if question.is_decisive:
            self.decisive += 1
            self.blunders += sum(chance for move, chance in chances.items() if drops[move])
        for move, chance in chances.items():
            if drops[move]:
                self.outcome += chance * drops[move]
            elif (delay := delays[move]) is not None:
                self.kept += chance
                self.plies += chance * delay

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.positions + other.positions,
            self.decisive + other.decisive,
            self.blunders + other.blunders,
            self.outcome + other.outcome,
            self.kept + other.kept,
            self.plies + other.plies,
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "positions": self.positions,
            "decisive": self.decisive,
            "blunders": self.blunders,
            "blunder_rate": self.blunder_rate,
            "mean_outcome_lost": self.mean_outcome,
            "mean_plies_lost": self.mean_plies,
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """A policy on the yardstick."""

    game: Game
    everywhere: list[Tally] = field(repr=False)
    """By ply: every position of the game, or a sample of it; empty if it was not asked for."""
    reached: list[Tally] = field(repr=False)
    """By ply: the positions that its own play reaches, against every reply, or a sample of them."""
    seats: dict[str, Exploit] = field(repr=False)
    """What it can count on as "first" and as "second" player, against its best exploiter."""
    is_sample: bool = False
    """Is `everywhere` a sample?"""

    @property
    def all_positions(self) -> Tally:
        return sum(self.everywhere, Tally())

    @property
    def all_reached(self) -> Tally:
        return sum(self.reached, Tally())

    @property
    def is_complete(self) -> bool:
        """Was everything that its own play reaches asked?"""
        return all(seat.is_complete for seat in self.seats.values())

    def to_dict(self) -> dict[str, Any]:
        """The measure as JSON has it."""
        return {
            **head(self.game),
            "complete": self.is_complete,
            "sample": self.is_sample,
            "everywhere": _tallies(self.everywhere),
            "reached": _tallies(self.reached),
            "worst": {
                name: {"result": seat.result, "game": seat.record.to_dict()}
                for name, seat in self.seats.items()
            },
        }


def measure(
    policy: Any,
    game: str | Game = "3x3",
    *,
    seats: Sequence[str] = ("first", "second"),
    everywhere: bool = True,
    sample: int = SAMPLE,
    most_reached: int = MOST_REACHED,
    seed: int = 0,
    seconds: float | None = SECONDS,
) -> Measure:
    """Measure a policy: a function, a learner, a player or a table; see `policy_of`.

    Games of up to nine cells are asked in every position; larger ones in a sample. Without
    `everywhere` only the positions that its own play reaches are asked, which is quick enough
    for every thousand episodes of a training loop. Raises LimitReached where the truth about the
    game is not found in so many seconds.

    >>> from noughts.play.players import PerfectPlayer
    >>> perfect = measure(PerfectPlayer())
    >>> perfect.all_positions.decisive, perfect.all_positions.blunders
    (3191, 0.0)
    >>> {name: seat.result for name, seat in perfect.seats.items()}
    {'first': 0.0, 'second': 0.0}
    """
    rules = game_of(game) if isinstance(game, str) else game
    asked = _Asked(policy_of(policy))
    shelf = questions(rules)
    shelf.allow(seconds)
    try:
        return _measured(asked, shelf, seats, most_reached, sample if everywhere else 0, seed)
    except LimitReached:
        raise LimitReached(
            f"the truth about {rules.name} was not found in {seconds:g} s: without it nothing can "
            "be measured"
        ) from None
    finally:
        shelf.allow(None)


def _measured(
    asked: Policy, shelf: Questions, seats: Sequence[str], most_reached: int, sample: int, seed: int
) -> Measure:
    rules = shelf.game
    found = {name: exploit(asked, rules, SEATS[name], most_reached) for name in seats}
    reached = {position.key: position for seat in found.values() for position in seat.positions}
    small = is_small(rules)
    wanted = [] if not sample else shelf.every() if small else shelf.sample(sample, seed)
    return Measure(
        rules,
        _by_ply(wanted, asked),
        _by_ply(map(shelf.at, reached.values()), asked),
        found,
        is_sample=bool(wanted) and not small,
    )


class _Asked:
    """A policy that is asked once about each position."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._known: dict[int, Any] = {}

    def __call__(self, position: Any) -> Any:
        known = self._known.get(position.key)
        if known is None:
            known = self._known[position.key] = self._policy(position)
        return known


def _by_ply(asked: Iterable[Question], policy: Policy) -> list[Tally]:
    tallies: list[Tally] = []
    for question in asked:
        ply = question.position.stones
        tallies += [Tally() for _ in range(ply + 1 - len(tallies))]
        tallies[ply].add(question, dict(policy(question.position)))
    return tallies


def _tallies(tallies: list[Tally]) -> dict[str, Any]:
    return {
        **sum(tallies, Tally()).to_dict(),
        "by_ply": [{"ply": ply, **tally.to_dict()} for ply, tally in enumerate(tallies)],
    }
