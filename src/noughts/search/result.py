"""What a search returns, what it counts on the way, and how far it looks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from noughts.errors import LimitReached, NotationError
from noughts.rules.grid import Cell
from noughts.rules.position import Position
from noughts.value import Value, value_of

INFINITY = 1_000_000


class Result(NamedTuple):
    """What a search found, and what that cost."""

    value: Value | None
    """Outcome and distance; None where the depth limit kept the search from proving it."""
    move: Cell | None
    """A move that keeps the value; None if the game is over."""
    nodes: int
    """Positions visited, each as often as it was."""
    cutoffs: int = 0
    """How often the remaining moves of a position were left out."""
    hits: int = 0
    """How often a remembered score settled the question."""
    score: int | None = None
    """The score at the root, on the scale of the search."""


class Watch:
    """Counts what a search does: each search tells its watch, and stays bare itself."""

    def __init__(self) -> None:
        self.nodes = self.cutoffs = self.hits = self.depth = 0

    def enter(self, position: Position) -> None:
        """The search visits a position."""
        self.nodes += 1

    def cut(self, position: Position, score: int, alpha: int, beta: int) -> None:
        """The other moves of a position are left out: its score is at least beta."""
        self.cutoffs += 1

    def remember(self, position: Position, score: int) -> None:
        """A remembered score settles the question."""
        self.hits += 1

    def deepen(self, depth: int) -> None:
        """A round of that many plies has ended without a proof."""
        self.depth = depth

    def result(self, value: Value | None, move: Cell | None, score: int) -> Result:
        """The result of a search that has ended."""
        return Result(value, move, self.nodes, self.cutoffs, self.hits, score)


class Budget(Watch):
    """A watch that stops a search when its time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self.deadline = time.perf_counter() + seconds

    def enter(self, position: Position) -> None:
        self.nodes += 1
        if not self.nodes % 256 and time.perf_counter() > self.deadline:
            raise LimitReached(
                f"not finished in {self.seconds:g} s, after {self.nodes:,} nodes"
                + (f" and {self.depth} plies deep" if self.depth else "")
            )


class Horizon:
    """How far a search looks, and what it guesses where it stops looking.

    A guess must not pass for a proof. Every win within the horizon scores more than `room`, so
    guesses are kept from -room to room.
    """

    def __init__(
        self, root: Position, depth: int | None, evaluate: Callable[[Position], int]
    ) -> None:
        if depth is not None and depth < 1:
            raise NotationError(f"expected a depth of 1 or more, got {depth}")
        free = root.game.cells - root.stones
        self.root = root
        self.depth = free if depth is None else min(depth, free)
        self.room = free - self.depth
        self.evaluate = evaluate
        self.last_stones = root.stones + self.depth
        self.was_reached = False

    def is_reached(self, position: Position) -> bool:
        """Does the search stop here, before the end of the game?"""
        return position.stones >= self.last_stones

    def guess(self, position: Position) -> int:
        """An evaluation for the side to move, kept within the room for guesses."""
        self.was_reached = True
        return max(-self.room, min(self.room, self.evaluate(position)))

    def value(self, score: int) -> Value | None:
        """The value that a score at the root proves, if it proves one."""
        if self.was_reached and abs(score) <= self.room:
            return None
        return value_of(score, self.root)
