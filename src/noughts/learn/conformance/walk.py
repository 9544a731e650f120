"""The walk through an environment: every move made, and what it says compared with the rules."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from noughts.learn.conformance.subjects import Look, Subject
from noughts.learn.environments.environment import returns
from noughts.rules import Cell, Mask, Position
from noughts.rules.catalog import game

GAME = game("3x3")
NAMES = ("the first player", "the second player")


class Count(NamedTuple):
    """What lies below a node, itself included, as the environment has it."""

    nodes: int = 0
    first: int = 0
    second: int = 0
    drawn: int = 0

    def plus(self, other: "Count") -> "Count":
        return Count(*(mine + its for mine, its in zip(self, other, strict=True)))

    @property
    def games(self) -> int:
        return self.first + self.second + self.drawn


@dataclass(slots=True)
class Finding:
    """Where an environment disagrees with the rules."""

    nodes: int
    """In how many places."""
    moves: list[Cell]
    """The moves to the first of them."""
    sentence: str


class Truth(NamedTuple):
    """What the rules say of a position."""

    position: Position
    free: Mask
    moves: list[Cell]
    over: bool
    returns: tuple[int, int]


OnGames: TypeAlias = Callable[[int], None]


@dataclass(slots=True)
class Walk:
    """Goes through every game, or through every position once if quick."""

    quick: bool
    tell: OnGames = lambda games: None
    findings: dict[str, Finding] = field(default_factory=dict)
    untold: set[str] = field(default_factory=set)
    """Checks of what the environment does not say."""
    notes: set[str] = field(default_factory=set)
    games: int = 0
    _truths: dict[int, Truth] = field(default_factory=dict)
    _counts: dict[int, Count] = field(default_factory=dict)
    _closed: set[int] = field(default_factory=set)

    def go(self, subject: Subject, position: Position, path: list[Cell]) -> Count:
        """Walk on from a point of a game; the subject may be used up."""
        try:
            truth, look = self._truth(position), subject.look()
        except Exception as error:
            self.find("errors", path, f"it raises {type(error).__name__}: {error}")
            return Count(nodes=1)
        self._compare(look, truth, path)
        if self.quick and position.key in self._counts:
            return self._counts[position.key]
        if look.over or truth.over:
            count = self._end(subject, look, truth, path)
        else:
            count = self._branch(subject, look, truth, path)
        if self.quick:
            self._counts[position.key] = count
        return count

    def find(self, check: str, path: list[Cell], sentence: str) -> None:
        """Take down a disagreement; the first of each kind is kept with its moves."""
        if check in self.findings:
            self.findings[check].nodes += 1
        else:
            self.findings[check] = Finding(1, list(path), sentence)

    def _truth(self, position: Position) -> Truth:
        if position.key not in self._truths:
            self._truths[position.key] = Truth(
                position,
                position.open_mask(),
                position.moves(),
                position.is_over,
                returns(position),
            )
        return self._truths[position.key]

    def _branch(self, subject: Subject, look: Look, truth: Truth, path: list[Cell]) -> Count:
        count = Count(nodes=1)
        offered = [cell for cell in truth.moves if look.legal is None or look.legal >> cell & 1]
        for cell in offered:
            # The last branch may have the subject itself: nobody comes back to this point.
            child = subject if cell == offered[-1] else subject.copy()
            try:
                taken = child.choose(cell)
            except Exception as error:
                self.find("errors", [*path, cell], f"it raises {type(error).__name__}: {error}")
                continue
            position = truth.position
            for one in taken:
                position = position.child(one)
            count = count.plus(self.go(child, position, path + taken))
        return count

    # ---- one point ------------------------------------------------------------------------------

    def _compare(self, look: Look, truth: Truth, path: list[Cell]) -> None:
        if look.over != truth.over:
            is_over = "is" if truth.over else "is not"
            self.find("end", path, f"it says over={look.over}, and the game {is_over} over")
            return
        self._compare_masks(look, truth, path)
        self._compare_rewards(look.rewards, truth, path)
        side = truth.position.stones % 2
        if look.side is None and not truth.over:
            self.untold.add("turns")
        elif not truth.over and look.side is not None and look.side != side:
            self.find("turns", path, f"{NAMES[look.side]} is asked, and {NAMES[side]} is to move")

    def _compare_masks(self, look: Look, truth: Truth, path: list[Cell]) -> None:
        if look.legal is None:
            self.untold.add("masks")
        elif truth.over and look.legal == 0:
            return
        elif look.legal != truth.free:
            shown, free = (f"{mask:09b}"[::-1] for mask in (look.legal, truth.free))
            self.find("masks", path, f"the mask is {shown}, and the free cells are {free}")
        elif truth.over and look.legal:
            self.notes.add("When a game is won, its mask still shows the free cells.")

    def _compare_rewards(
        self, rewards: tuple[float | None, float | None], truth: Truth, path: list[Cell]
    ) -> None:
        pairs = list(zip(rewards, truth.returns, strict=True))
        if all(told is None or sign(told) == right for told, right in pairs):
            return
        shown = " and ".join("none" if told is None else f"{told:g}" for told in rewards)
        right = " and ".join(map(str, truth.returns))
        is_lost_win = truth.position.is_full and not any(told for told, _ in pairs)
        check = "last cell" if is_lost_win else "rewards"
        self.find(check, path, f"the rewards are {shown}, and should be {right}")

    # ---- the end --------------------------------------------------------------------------------

    def _end(self, subject: Subject, look: Look, truth: Truth, path: list[Cell]) -> Count:
        if not look.over:
            return Count(nodes=1)
        if truth.over and truth.position.key not in self._closed:
            self._closed.add(truth.position.key)
            self._move_on(subject.copy(), truth, path)
            try:
                self._compare_rewards(subject.last_rewards(), truth, path)
            except Exception as error:
                self.find("errors", path, f"its end raises {type(error).__name__}: {error}")
        self.games += 1
        self.tell(self.games)
        first, second = look.rewards
        result = sign(first if first is not None else -(second or 0))
        return Count(1, int(result > 0), int(result < 0), int(result == 0))

    def _move_on(self, subject: Subject, truth: Truth, path: list[Cell]) -> None:
        """Try to play on after the end: it must be refused, or change nothing."""
        before = subject.look()
        if before.side is None and not before.legal:
            return  # nobody is asked, and nothing is offered
        cell = (truth.free & -truth.free).bit_length() - 1 if truth.free else path[0]
        try:
            subject.choose(cell)
        except Exception:
            return
        after = subject.look()
        if not after.over or after.rewards != before.rewards:
            self.find("after", path, f"the game is over, and {GAME.shape.name(cell)} was played")


def sign(number: float) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def played(cells: list[Cell]) -> Position:
    """The position after those moves."""
    position = Position(GAME)
    for cell in cells:
        position = position.child(cell)
    return position
