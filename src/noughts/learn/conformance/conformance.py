"""Does an environment play tic-tac-toe? Every game of the tree, compared with the rules.

>>> import pytest
>>> _ = pytest.importorskip("pettingzoo")
>>> audit = audit_environment("noughts.learn:aec", quick=True)
>>> audit.passes, audit.count.games
(True, 255168)
"""

import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from noughts.errors import NotationError, NoughtsError
from noughts.learn.conformance.foreign import named
from noughts.learn.conformance.replayed import ReplayedSubject
from noughts.learn.conformance.subjects import Subject
from noughts.learn.conformance.walk import GAME, Count, Finding, OnGames, Walk, played
from noughts.notation import format_moves, head, seconds_of

# The tree of 3x3: OEIS A061526 to A061529, and OpenSpiel's get_all_histories_test.cc.
RIGHT = Count(nodes=549_946, first=131_184, second=77_904, drawn=46_080)
SEED, SEEDED_GAMES = 7, 20

CHECKS = {
    "games": "as many games are won, lost and drawn as there are",
    "rewards": "rewards have the right sign",
    "masks": "masks equal the free cells",
    "last cell": "a win with the last cell is a win",
    "turns": "the two move in turn",
    "end": "a game ends when it is over, and not before",
    "after": "nobody moves after the end",
    "errors": "no legal move fails",
    "seeding": "the same seed repeats the same games",
}


@dataclass(frozen=True, slots=True)
class EnvironmentAudit:
    """What was found in an environment."""

    name: str
    kind: str
    package: str
    quick: bool
    complete: bool
    """Were both sides chosen for? Otherwise an opponent of its own answered."""
    count: Count
    findings: dict[str, Finding]
    untold: list[str]
    """Checks of what the environment does not say."""
    notes: list[str]
    seconds: float

    @property
    def passes(self) -> bool:
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """The audit as JSON has it."""
        return {
            **head(),
            "environment": self.name,
            "kind": self.kind,
            "package": self.package,
            "walked": "positions" if self.quick else "tree",
            "opponent": not self.complete,
            "passes": self.passes,
            "count": {**self.count._asdict(), "games": self.count.games},
            "expected": {**RIGHT._asdict(), "games": RIGHT.games} if self.complete else None,
            "checks": [self._check_dict(check) for check in CHECKS],
            "notes": self.notes,
            "seconds": seconds_of(self.seconds, 3),
        }

    def _check_dict(self, check: str) -> dict[str, Any]:
        finding = self.findings.get(check)
        return {
            "check": check,
            "passes": None if check in self.untold else finding is None,
            "places": finding.nodes if finding else 0,
            "moves": format_moves(GAME, finding.moves) if finding else None,
            "found": finding.sentence if finding else None,
        }


def audit_environment(
    name: str, *, quick: bool = False, tell: OnGames | None = None
) -> EnvironmentAudit:
    """Walk through an environment by name: every game, or every position once if quick.

    tell is called with the number of games that have been played to their end.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the environment are not what was asked
        found = named(name)
        return audit_made(found.make, name, found.package, quick=quick, tell=tell)


def audit_made(
    make: Callable[[], Subject],
    name: str,
    package: str = "",
    *,
    quick: bool = False,
    tell: OnGames | None = None,
) -> EnvironmentAudit:
    """The same for an environment that can be made anew as often as it is needed."""
    started = time.perf_counter()
    walk = Walk(quick, tell or _tell_nobody)
    subject = make() if _can_be_copied(make) else ReplayedSubject(make())
    path = _begun(subject, name)
    count = walk.go(subject, played(path), path)
    if subject.complete:
        _compare_counts(count, walk)
    else:
        walk.untold.add("games")
        walk.notes.add("An opponent of its own answers: the numbers of games depend on it.")
    _compare_seeded(make, walk)
    seconds = time.perf_counter() - started
    return EnvironmentAudit(
        name,
        subject.kind,
        package,
        quick,
        subject.complete,
        count,
        {check: walk.findings[check] for check in CHECKS if check in walk.findings},
        [check for check in CHECKS if check in walk.untold],
        sorted(walk.notes),
        seconds,
    )


def _tell_nobody(games: int) -> None:
    """Nobody wants to know how far it is."""


def _begun(subject: Subject, name: str) -> list[int]:
    """Begin a game; the cells that are taken already."""
    try:
        taken = subject.begin(SEED)
        subject.look()
    except Exception as error:
        raise NotationError(
            f"{name} does not begin as tic-tac-toe for two does: {type(error).__name__}: {error}"
        ) from None
    return taken


def _can_be_copied(make: Callable[[], Subject]) -> bool:
    """Is a copy at the same point of the game, and does it then go its own way?"""
    try:
        subject = make()
        taken = subject.begin(SEED)
        position = played(taken + subject.choose(played(taken).moves()[0]))
        twin, before, seen = subject.copy(), subject.look(), subject.seen()
        is_same = twin.look() == before and twin.seen() == seen
        twin.choose(position.moves()[0])
        return bool(is_same and subject.look() == before and subject.seen() == seen)
    except NoughtsError:
        raise
    except Exception:
        return False


def _compare_counts(count: Count, walk: Walk) -> None:
    if count != RIGHT:
        wrong = [
            f"{told:,} {what} for {right:,}"
            for told, right, what in zip(
                count, RIGHT, ("nodes", "won by the first player", "by the second", "drawn"),
                strict=True,
            )
            if told != right
        ]  # fmt: skip
        walk.find("games", [], "; ".join(wrong))


# ---- seeding ------------------------------------------------------------------------------------


class Event(NamedTuple):
    """What happened at a step."""

    taken: list[int]
    look: Any
    seen: Any


def _compare_seeded(make: Callable[[], Subject], walk: Walk) -> None:
    """Two environments, the same seeds and the same choices: the same must happen."""
    for seed in range(SEEDED_GAMES):
        one, other = (_events(make(), seed) for _ in range(2))
        for at, (mine, its) in enumerate(zip(one, other, strict=False)):
            if mine != its:
                taken = [cell for event in one[: at + 1] for cell in event.taken]
                sentence = f"two games with the seed {seed} differ after {at} steps"
                walk.find("seeding", taken, sentence)
                break
        else:
            if len(one) != len(other):
                walk.find("seeding", [], f"two games with the seed {seed} differ in length")


def _events(subject: Subject, seed: int) -> list[Event]:
    """One game of random choices that depend on the seed alone."""
    rng = random.Random(seed)
    taken = subject.begin(seed)
    events = [Event(taken, subject.look(), subject.seen())]
    position = played(taken)
    while not events[-1].look.over and not position.is_over:
        legal = events[-1].look.legal
        offered = [c for c in position.moves() if legal is None or legal >> c & 1]
        if not offered:
            break
        try:
            taken = subject.choose(rng.choice(offered))
        except Exception as error:
            events.append(Event([], None, repr(error)))
            break
        for cell in taken:
            position = position.child(cell)
        events.append(Event(taken, subject.look(), subject.seen()))
    return events
