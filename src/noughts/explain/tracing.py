"""Traces: a search as a sequence of events.

Every search tells its watch when it enters a position and when it leaves it with a score. From
that a trace works out the rest: which visit belongs under which, what each child's score meant
to its parent, and when a new best was found.

    enter 1
      enter 2                 a child; its number is that of the visit
      finished 2   -5         the game is over there
      result 1 <- 2  +5       what that is worth to the parent
      best 1  +5              more than it had
      enter 3 ...
    leave 1        +5
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from noughts.errors import NotationError
from noughts.notation import format_position, move_name, without_nulls
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Cell, Position
from noughts.search import INFINITY, SEARCHES, Result, Watch, scaled_names, traced_names

KINDS = ("enter", "finished", "guess", "result", "best", "cut", "remembered", "leave")


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that a search did. Scores and windows are as the search has them."""

    kind: str
    number: int
    """The visit it happened in, from 1 in the order of visits."""
    parent: int | None
    level: int
    position: Position
    move: Cell | None = None
    """The move that led here from the parent; for a result or best, the child's move."""
    score: int | None = None
    alpha: int | None = None
    beta: int | None = None
    """The window; None where it is open."""
    facts: dict[str, float | None] = field(default_factory=dict)
    """What searches without a window know: proof numbers, visits and means."""

    def to_dict(self) -> dict[str, Any]:
        """The event as JSON has it; what it has not is left out."""
        pairs = {
            "event": self.kind,
            "node": self.number,
            "parent": self.parent,
            "level": self.level,
            "position": format_position(self.position),
            "move": move_name(self.position.game, self.move),
            "score": self.score,
            "alpha": self.alpha,
            "beta": self.beta,
            **self.facts,
        }
        return without_nulls(pairs)


@dataclass(slots=True)
class _Open:
    """A visit that has not been left yet."""

    number: int
    level: int
    position: Position
    move: Cell | None
    is_maximum: bool
    best: int | None = None


class Tracer(Watch):
    """A watch that turns what a search does into events.

    negates says whether a child's score changes its sign on the way to its parent, as it does in
    all searches but minimax; there the side that takes the maximum is the one to move at the root.
    """

    def __init__(self, emit: Callable[[Event], None], *, negates: bool = True) -> None:
        super().__init__()
        self._emit = emit
        self._negates = negates
        self._stack: list[_Open] = []
        self._visits: dict[int, _Open] = {}  # of searches that go back and forth
        self._view: str | None = None
        self._remembered = 0  # the last visit that a remembered score settled

    def enter(
        self,
        position: Position,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        parent: int | None = None,
    ) -> int:
        number = super().enter(position)
        above = self._top() if parent is None else self._visits.get(parent)
        self._view = self._view or position.to_move
        move = None if above is None else _move_between(above.position, position)
        is_maximum = self._negates or position.to_move == self._view
        level = 0 if above is None else above.level + 1
        visit = _Open(number, level, position, move, is_maximum)
        if parent is None:
            self._stack.append(visit)
        else:
            self._visits[number] = visit
        self._say("enter", visit, above, alpha=alpha, beta=beta)
        return number

    def leave(self, position: Position, score: int) -> int:
        visit = self._stack.pop()
        above = self._top()
        if position.is_over:
            self._say("finished", visit, above, score=score)
        elif visit.best is None and self._remembered != visit.number:
            self._say("guess", visit, above, score=score)
        self._say("leave", visit, above, score=score)
        if above is not None:
            self._pass_up(visit, above, -score if self._negates else score)
        return score

    def _top(self, below: int = 1) -> _Open | None:
        return self._stack[-below] if len(self._stack) >= below else None

    def _pass_up(self, visit: _Open, above: _Open, score: int) -> None:
        over = self._top(2)
        self._say("result", above, over, move=visit.move, score=score)
        better = above.best is None or (
            score > above.best if above.is_maximum else score < above.best
        )
        if better:
            above.best = score
            self._say("best", above, over, move=visit.move, score=score)

    def cut(self, position: Position, score: int, alpha: int, beta: int) -> None:
        super().cut(position, score, alpha, beta)
        self._say("cut", self._stack[-1], self._top(2), score=score, alpha=alpha, beta=beta)

    def remember(self, position: Position, score: int) -> None:
        super().remember(position, score)
        self._remembered = self._stack[-1].number
        self._say("remembered", self._stack[-1], self._top(2), score=score)

    def update(self, number: int, **facts: float | None) -> None:
        visit = self._visits[number]
        solved = facts.get("outcome") is not None or 0 in (
            facts.get("proof"),
            facts.get("disproof"),
        )
        kind = "finished" if visit.position.is_over else "leave" if solved else "result"
        self._emit(Event(kind, number, None, visit.level, visit.position, visit.move, facts=facts))

    def _say(
        self,
        kind: str,
        visit: _Open,
        above: _Open | None,
        *,
        move: Cell | None = None,
        score: int | None = None,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
    ) -> None:
        self._emit(
            Event(
                kind,
                visit.number,
                None if above is None else above.number,
                visit.level,
                visit.position,
                visit.move if move is None else move,
                score,
                None if alpha <= -INFINITY else alpha,
                None if beta >= INFINITY else beta,
            )
        )


def trace(
    given: Given,
    search: str,
    emit: Callable[[Event], None],
    *,
    scale: str | None = None,
    **options: Any,
) -> Result:
    """Run a search and hand each event to emit as it happens.

    >>> events: list[Event] = []
    >>> result = trace("XXO O.. O.X", "minimax", events.append, scale="ten")
    >>> [(event.number, event.score) for event in events if event.kind == "finished"]
    [(2, 10), (4, -10), (6, 10), (8, -10), (10, 10)]
    """
    refuse_untraced(search, scale)
    if scale is not None:
        options["scale"] = scale
    tracer = Tracer(emit, negates=SEARCHES[search].negates)
    return SEARCHES[search](read_position(given), watch=tracer, **options)


def refuse_untraced(search: str, scale: str | None) -> None:
    """Complain about a search that cannot be traced, or not on that scale, before any work."""
    if search not in traced_names():
        raise NotationError(f"no trace of {search!r}: expected {', '.join(traced_names())}")
    if scale is None:
        return
    if not SEARCHES[search].scaled:
        raise NotationError(f"{search} has no scale: expected one of {', '.join(scaled_names())}")
    SEARCHES[search].scale_named(scale)


def _move_between(before: Position, after: Position) -> Cell | None:
    stone = after.taken & ~before.taken
    return stone.bit_length() - 1 if stone.bit_count() == 1 else None
