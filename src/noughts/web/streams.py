"""Answers that come bit by bit: what a search does, and how far a solve has come."""

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from noughts.errors import LimitReached
from noughts.explain.count import solve_all
from noughts.explain.narrate import Narrator
from noughts.explain.tracing import Event, refuse_untraced, trace as trace_search
from noughts.notation import head
from noughts.rules import Game, Position, game_of
from noughts.search import SEARCHES, USUAL_SCALE, USUAL_SEARCH, Budget, Result
from noughts.solver.forecast import forecast, gigabytes
from noughts.solver.sources import SWEPT, WHOLE, reach
from noughts.solver.sweep.crew import NowAndThen
from noughts.web.rules import USUAL_GAME, Asked, board_dict, start_or_position

Emit: TypeAlias = Callable[[str, dict[str, Any]], None]


class _Enough(Exception):
    """As many events as were asked for have been told."""


def trace(
    emit: Emit,
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    search: str = USUAL_SEARCH,
    scale: str | None = None,
    limit: int = 2_000,
    seconds: float = 5.0,
) -> dict[str, Any]:
    """Each event of a search, told; then what the whole search found and counted."""
    root = start_or_position(position, game, to_move)
    refuse_untraced(search, scale)
    if scale is None and SEARCHES[search].scaled:
        scale = USUAL_SCALE
    narrator = Narrator(root, scale=scale, negates=SEARCHES[search].negates, limit=None)
    deadline = time.perf_counter() + seconds
    told = 0

    def hear(event: Event) -> None:
        nonlocal told
        if told == limit or time.perf_counter() > deadline:
            raise _Enough
        told += 1
        words = narrator.tell(event)
        narration = None if words is None else f"Node {event.number}{words}"
        stones = "".join(event.position.mark(cell) or "." for cell in range(root.game.cells))
        emit("event", {**event.to_dict(), "stones": stones, "narration": narration})

    options = {} if scale is None else {"scale": scale}
    start = {**head(root), "search": search, "scale": scale}
    shown = {"to_move": root.to_move, "board": board_dict(root)}
    emit("start", {**start, "limit": limit, **shown})
    truncated, complete = False, True
    try:
        result = trace_search(root, search, hear, scale=scale)
    except _Enough:
        truncated = True
        left = max(deadline - time.perf_counter(), 0.01)
        result, complete = _untold(root, search, options, left)
    return {
        **start,
        "events": told,
        "truncated": truncated,
        **result.to_dict(root.game),
        "complete": complete,
    }


def _untold(
    root: Position, search: str, options: dict[str, Any], seconds: float
) -> tuple[Result, bool]:
    """What the search finds and counts with nobody listening, and whether it came to its end."""
    watch = Budget(seconds)
    try:
        return SEARCHES[search](root, watch=watch, **options), True
    except LimitReached:
        return Result(None, None, watch.nodes, watch.cutoffs, watch.hits), False


def solve(emit: Emit, game: str = USUAL_GAME, distances: bool = False) -> dict[str, Any]:
    """Every position of a game, with progress on the way."""
    rules = game_of(game)
    _refuse_too_large(rules)
    tell = NowAndThen(lambda progress: emit("progress", progress.to_dict()))
    emit("start", head(rules))
    return solve_all(rules, distances=distances, on_progress=tell).to_dict()


def _refuse_too_large(game: Game) -> None:
    """Here a sweep may have what a small server can give; elsewhere it may have more."""
    here = reach(game)
    if here.is_short_sweep:
        if game.drop and not here.is_whole:
            raise LimitReached(
                f"a sweep needs a game without drop, got {game.name}: expected one, or a board of "
                f"at most {WHOLE.most} cells"
            )
        return
    ahead = forecast(game, calibrate=False)
    raise LimitReached(
        f"{game.name} has {game.cells} cells: expected at most {SWEPT.most} here; all "
        f"of it are up to {ahead.positions:,} positions in {gigabytes(ahead.memory)} of memory, "
        f"by: noughts solve {game.name} --all"
    )
