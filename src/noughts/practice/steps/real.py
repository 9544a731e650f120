"""What the real searches say: scores, counts and traces for the steps of a lesson.

Scores are on the scale `ten` unless another is named, and from the view of X.
"""

from collections import Counter
from functools import lru_cache
from typing import Any

from noughts.explain.narrate import Narrator
from noughts.explain.tracing import Event, trace
from noughts.rules import Cell, Position
from noughts.search import SEARCHES, Result, Watch
from noughts.search.minimax import minimax

VIEW = "X"


def score(position: Position, scale: str = "ten") -> int:
    """What minimax makes of a position, for X."""
    found = minimax(position, scale=scale, view=VIEW).score
    assert found is not None
    return found


@lru_cache(maxsize=64)
def result(position: Position, search: str) -> Result:
    """What a search finds, and what that costs."""
    return SEARCHES[search](position)


@lru_cache(maxsize=64)
def events(position: Position, search: str, scale: str = "ten") -> tuple[Event, ...]:
    """All that a search does; one with a view, from that of X."""
    heard: list[Event] = []
    options = {"view": VIEW} if not SEARCHES[search].negates else {}
    trace(position, search, heard.append, scale=scale, **options)
    return tuple(heard)


def story(position: Position, search: str) -> list[str]:
    """The same in words, as `noughts trace` tells it."""
    x_to_move = Position(position.game)
    narrator = Narrator(x_to_move, scale="ten", negates=SEARCHES[search].negates, limit=None)
    for event in events(position, search):
        narrator.hear(event)
    return list(narrator.lines())


@lru_cache(maxsize=64)
def move_scores(position: Position) -> dict[Cell, int]:
    """What minimax makes of each move."""
    return {move: score(position.child(move)) for move in position.moves()}


def depth_scores(position: Position) -> dict[Cell, int]:
    """The same on the scale `depth`: what each child hands to the root, levels counted there."""
    return {
        event.move: event.score
        for event in events(position, "minimax", "depth")
        if event.kind == "result" and not event.level
        if event.move is not None and event.score is not None
    }


def states(position: Position, search: str) -> int:
    """How many states a search visits."""
    return sum(event.kind == "enter" for event in events(position, search))


def states_by_level(position: Position, search: str) -> list[int]:
    """The same, level by level."""
    levels = Counter(event.level for event in events(position, search) if event.kind == "enter")
    return [levels[level] for level in range(len(levels))]


def best_line(position: Position, move: Cell, scale: str) -> list[Cell]:
    """A move, and how minimax goes on: each side takes the first of its best moves."""
    line = [move]
    position = position.child(move)
    while not position.is_over:
        scores = {reply: score(position.child(reply), scale) for reply in position.moves()}
        choose = max if position.to_move == VIEW else min
        line.append(choose(scores, key=scores.__getitem__))
        position = position.child(line[-1])
    return line


def visits(position: Position) -> int:
    """How often minimax comes to a position when it starts on the empty board."""
    counter = _Visits(position)
    minimax(Position(position.game), depth=position.stones, watch=counter)
    return counter.seen


class _Visits(Watch):
    """Counts the visits to one position."""

    def __init__(self, wanted: Position) -> None:
        super().__init__()
        self.wanted = wanted
        self.seen = 0

    def enter(self, position: Position, *window: Any, **more: Any) -> int:
        self.seen += position == self.wanted
        return super().enter(position, *window, **more)
