"""Answers about cost: searches side by side, growing boards, how many positions there are."""

import time
from typing import Any

from noughts.errors import LimitReached, NotationError
from noughts.explain.count import (
    GROWING,
    SWEEP,
    census as count,
    compare as run_all,
    comparison_svg,
    grow,
    growth_svg,
)
from noughts.notation import seconds_of
from noughts.rules import game_of
from noughts.search import SEARCHES
from noughts.solver.sources import SWEPT, reach
from noughts.web.rules import USUAL_GAME, Asked, start_or_position

MOST_GAMES = 6
MOST_SECONDS = 60.0  # for all runs of one question


def compare(
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    searches: str | list[str] | None = None,
    seconds: float = 2.0,
) -> dict[str, Any]:
    """Every search on the same position, each with so many seconds."""
    found = start_or_position(position, game, to_move)
    names = _names(searches) or list(SEARCHES)
    _refuse_too_long(len(names), seconds)
    comparison = run_all(found, names, seconds)
    return {**comparison.to_dict(), "svg": comparison_svg(comparison)}


def growth(
    games: str | list[str],
    searches: str | list[str] | None = None,
    seconds: float = 2.0,
) -> dict[str, Any]:
    """Every search on several empty boards, each with so many seconds."""
    boards = [game_of(name) for name in _names(games)]
    if not 1 <= len(boards) <= MOST_GAMES:
        raise NotationError(f"expected 1 to {MOST_GAMES} games, got {len(boards)}")
    names = _names(searches) or list(GROWING)
    for board in boards:
        if not reach(board).is_short_sweep and SWEEP in names:
            raise LimitReached(
                f"{board.name} has {board.cells} cells: expected at most {SWEPT.most} "
                "for a sweep here, or other searches"
            )
    _refuse_too_long(len(boards) * len(names), seconds)
    grown = grow(boards, names, seconds)
    return {**grown.to_dict(), "svg": growth_svg(grown)}


def census(game: str = USUAL_GAME, plies: int | None = None) -> dict[str, Any]:
    """How many positions and games there are."""
    started = time.perf_counter()
    counts = count(game_of(game), plies)
    return {**counts.to_dict(), "seconds": seconds_of(time.perf_counter() - started)}


def _names(names: str | list[str] | None) -> list[str]:
    parts = names.split(",") if isinstance(names, str) else names or []
    return [part.strip() for part in parts if part.strip()]


def _refuse_too_long(runs: int, seconds: float) -> None:
    if runs * seconds > MOST_SECONDS:
        raise LimitReached(
            f"{runs} runs of {seconds:g} s may take {runs * seconds:g} s: expected at most "
            f"{MOST_SECONDS:g} s in all, by fewer searches or fewer seconds"
        )
