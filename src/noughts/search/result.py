"""What a search returns, what it counts on the way, and how far it looks."""

import time
from collections.abc import Callable
from numbers import Real
from typing import Any, NamedTuple

from noughts.errors import LimitReached, NotationError
from noughts.notation import move_name, value_dict
from noughts.rules import Cell, Game, Position
from noughts.search.scales import Scale, plain_scale
from noughts.value import Value, end_score, value_of

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

    def to_dict(self, game: Game) -> dict[str, Any]:
        """The result as JSON has it."""
        found = {"value": value_dict(self.value), "move": move_name(game, self.move)}
        cost = {"nodes": self.nodes, "cutoffs": self.cutoffs, "hits": self.hits}
        return {**found, "score": self.score, **cost}


class Watch:
    """Counts what a search does: each search tells its watch, and stays bare itself.

    A search enters a position and leaves it with a score; in between it enters the children. What
    else there is to know, `explain.tracing` works out from that.
    """

    def __init__(self) -> None:
        self.nodes = self.cutoffs = self.hits = self.depth = 0

    def enter(
        self,
        position: Position,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        parent: int | None = None,
    ) -> int:
        """The search visits a position; the number of the visit, from 1.

        A visit belongs under the last one that was entered and not left. A search that goes back
        and forth leaves none, and says the parent's number instead, 0 for a root.
        """
        self.nodes += 1
        return self.nodes

    def leave(self, position: Position, score: int) -> int:
        """The search has scored the position it entered last; the score again."""
        return score

    def cut(self, position: Position, score: int, alpha: int, beta: int) -> None:
        """The other moves of a position are left out: its score is at least beta."""
        self.cutoffs += 1

    def remember(self, position: Position, score: int) -> None:
        """A remembered score settles the question."""
        self.hits += 1

    def update(self, number: int, **facts: float | None) -> None:
        """What a search that goes back and forth now knows of a visit, by name."""

    def deepen(self, depth: int) -> None:
        """A round of that many plies has ended without a proof."""
        self.depth = depth

    def result(self, value: Value | None, move: Cell | None, score: int) -> Result:
        """The result of a search that has ended."""
        return Result(value, move, self.nodes, self.cutoffs, self.hits, score)


def refuse_no_time(seconds: object) -> None:
    """Complain about what is no number of seconds."""
    if not isinstance(seconds, Real) or isinstance(seconds, bool) or not float(seconds) >= 0:
        raise NotationError(f"expected a number of seconds of 0 or more, got {seconds!r}")


class Budget(Watch):
    """A watch that stops a search when its time is up."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        refuse_no_time(seconds)
        self.seconds = seconds
        self.deadline = time.perf_counter() + seconds

    def enter(
        self,
        position: Position,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        parent: int | None = None,
    ) -> int:
        self.nodes += 1
        if not self.nodes % 256 and time.perf_counter() > self.deadline:
            raise LimitReached(
                f"not finished in {self.seconds:g} s, after {self.nodes:,} nodes"
                + (f" and {self.depth} plies deep" if self.depth else "")
            )
        return self.nodes


class Horizon:
    """Where a search stops: at the end of a game, and as many plies deep as it is to look.

    A guess must not pass for a proof. Every win within the horizon scores more than `room`, so
    guesses are kept from -room to room.
    """

    def __init__(
        self,
        root: Position,
        depth: int | None,
        evaluate: Callable[[Position], int],
        scale: Scale | str | None = None,
    ) -> None:
        if depth is not None and depth < 1:
            raise NotationError(f"expected a depth of 1 or more, got {depth}")
        cells, free = root.game.cells, root.game.cells - root.stones
        scale = plain_scale(scale) if isinstance(scale, str) else scale
        self.root = root
        self.scale = scale
        self.depth = free if depth is None else min(depth, free)
        self.room = free - self.depth if scale is None else scale.room(cells, self.depth)
        self.was_reached = False
        self._evaluate = evaluate
        self._last_stones = root.stones + self.depth
        # By the number of stones: what a line is worth to the side that did not complete it.
        wins = [
            cells + 1 - stones if scale is None else scale.win(cells, stones - root.stones)
            for stones in range(cells + 1)
        ]
        self._lined = wins if root.game.misere else [-win for win in wins]

    def score(self, position: Position) -> int | None:
        """The score of a position where the search stops, for the side that would be next.

        None where it goes on.
        """
        stones = (position.mine | position.theirs).bit_count()
        if position.game.has_line(position.theirs):
            return self._lined[stones]
        if stones < self._last_stones:
            return None
        return 0 if position.is_full else self._guess(position)

    def _guess(self, position: Position) -> int:
        self.was_reached = True
        return max(-self.room, min(self.room, self._evaluate(position)))

    def value(self, score: int) -> Value | None:
        """The value that a score at the root proves, if it proves one."""
        root, scale = self.root, self.scale
        if root.is_over:
            return value_of(end_score(root), root)
        if scale is None:
            is_proved = not self.was_reached or abs(score) > self.room
            return value_of(score, root) if is_proved else None
        is_proved = not self.was_reached or scale.proves(score, root.game.cells, self.depth)
        return scale.value(score, root) if is_proved else None
