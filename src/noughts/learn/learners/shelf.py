"""The learners there are: one entry each, of which the command, its help and the files are made."""

import random
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Protocol

from noughts.errors import NotationError
from noughts.learn.learners.episode import Episode
from noughts.learn.learners.menace import Menace
from noughts.learn.learners.monte_carlo import MonteCarlo
from noughts.learn.learners.q_learning import QLearning
from noughts.learn.learners.sarsa import Sarsa
from noughts.learn.learners.td import TemporalDifference
from noughts.rules import Cell, Position


class Learner(Protocol):
    """Anything that learns from episodes."""

    table: dict[int, Any]

    def choose(self, position: Position, rng: random.Random) -> tuple[Cell, bool] | None:
        """A move while learning, and whether it was explored; None resigns."""
        ...

    def chances(self, position: Position) -> dict[Cell, float]:
        """What was learned: the chance of each move."""
        ...

    def learn(self, episode: Episode) -> None:
        """Learn from a finished game with at least one turn."""
        ...


@dataclass(frozen=True)
class Method:
    """A way to learn, and what is said of it."""

    name: str
    kind: type[Any]
    """Makes its learners: a dataclass whose numbers are settings, and whose dicts are learned."""
    learns: str
    source: str
    seat: str = "both"
    """Where it sits unless it is told, when it does not play itself."""
    counts: str = ""
    """Its settings are whole numbers of these; where there are none, shares from 0 to 1."""

    @property
    def settings(self) -> dict[str, float]:
        """The numbers that a learner is made with, as they are unless it is told."""
        return {f.name: f.default for f in fields(self.kind) if f.default is not MISSING}

    @property
    def tables(self) -> dict[str, str]:
        """What it has learned: how a file calls it, and where the learner has it."""
        names = [f.name for f in fields(self.kind) if f.default_factory is dict]
        return {"values" if n == "table" else n: n for n in names if not n.startswith("_")}

    def learner(self, settings: Mapping[str, float]) -> Learner:
        """A learner with settings of its own, which have to be within bounds."""
        for name, number in settings.items():
            if name not in self.settings:
                known = ", ".join(self.settings)
                raise NotationError(f"{self.name} has no setting {name!r}: expected {known}")
            if self.counts and not float(number).is_integer():
                raise NotationError(f"expected {name} in whole {self.counts}, got {number:g}")
            if not self.counts and not 0 <= number <= 1:
                raise NotationError(f"expected {name} from 0 to 1, got {number:g}")
        whole = {name: int(number) for name, number in settings.items()} if self.counts else {}
        made: Learner = self.kind(**{**settings, **whole})
        return made


_METHODS = (
    Method(
        "q", QLearning, "the value of a move if the best is played from there on", "Watkins 1989"
    ),
    Method(
        "sarsa", Sarsa, "the value of a move if it goes on as it does", "Rummery and Niranjan 1994"
    ),
    Method(
        "monte-carlo",
        MonteCarlo,
        "the mean result of the games in which a move was made",
        "Sutton and Barto, chapter 5",
    ),
    Method(
        "td",
        TemporalDifference,
        "the value of the positions it reaches",
        "Sutton and Barto, chapter 1",
    ),
    Method("menace", Menace, "beads in matchboxes", "Michie 1961", seat="first", counts="beads"),
)
LEARNERS = {method.name: method for method in _METHODS}


def method_named(name: str) -> Method:
    """The way to learn that a name means."""
    if name not in LEARNERS:
        raise NotationError(f"no learner {name!r}: expected {', '.join(LEARNERS)}")
    return LEARNERS[name]
