"""Growth: how the cost of a search grows with the board.

Plain minimax visits every node of the game tree, and those can be counted without a walk: so its
nodes are exact where it could never finish, and its time is worked out from how many nodes it
visits in the time allowed. Such a time is marked as extrapolated.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from noughts.errors import NotationError, NoughtsError
from noughts.explain.count.comparison import run_search
from noughts.explain.count.counting import tree_nodes
from noughts.explain.count.solution import solve_all
from noughts.notation import head, seconds_of, value_dict
from noughts.rules import Game, Position
from noughts.search import SEARCHES
from noughts.value import Value

SWEEP = "sweep"
GROWING = ("minimax", "alphabeta", "transposition", SWEEP)  # where none is named


@dataclass(frozen=True, slots=True)
class Cost:
    """What one search took on one board."""

    game: Game
    search: str
    value: Value | None
    nodes: int | None
    """Visited; for a search of the whole tree, counted where it did not finish."""
    seconds: float | None
    finished: bool
    extrapolated: bool = False
    """Is the time worked out from the number of nodes?"""
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The cost as JSON has it."""
        return {
            "game": self.game.name,
            "search": self.search,
            "value": value_dict(self.value),
            "nodes": self.nodes,
            "seconds": seconds_of(self.seconds),
            "finished": self.finished,
            "extrapolated": self.extrapolated,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Growth:
    """Every search on every board, from the empty board."""

    games: list[Game]
    searches: list[str]
    budget: float
    costs: list[Cost]

    def cost(self, game: Game, search: str) -> Cost:
        """What one search took on one board."""
        return next(c for c in self.costs if c.game is game and c.search == search)

    def to_dict(self) -> dict[str, Any]:
        """The growth as JSON has it."""
        return {
            **head(),
            "budget": self.budget,
            "games": [game.name for game in self.games],
            "searches": self.searches,
            "costs": [cost.to_dict() for cost in self.costs],
        }


def grow(
    games: Iterable[Game],
    searches: Iterable[str],
    budget: float,
    on_cost: Callable[[Cost], None] | None = None,
) -> Growth:
    """Run each search on each empty board, each within so many seconds.

    >>> from noughts.rules.catalog import game
    >>> growth = grow([game("2x2"), game("3x2:2")], ["minimax", "transposition"], 5)
    >>> [cost.nodes for cost in growth.costs]
    [41, 21, 285, 49]
    """
    games, searches = list(games), list(searches)
    for name in searches:
        if name not in SEARCHES and name != SWEEP:
            raise NotationError(f"no search {name!r}: expected {', '.join([*SEARCHES, SWEEP])}")
    costs = []
    for game in games:
        for name in searches:
            cost = _sweep_cost(game) if name == SWEEP else _search_cost(game, name, budget)
            costs.append(cost)
            if on_cost is not None:
                on_cost(cost)
    return Growth(games, searches, budget, costs)


def _search_cost(game: Game, name: str, budget: float) -> Cost:
    start = Position(game)
    run = run_search(start, name, budget)
    if run.finished:
        return Cost(game, name, run.value, run.nodes, run.seconds, True)
    whole = tree_nodes(start) if SEARCHES[name].whole else None
    if whole is None:
        note = f"more than {run.nodes:,} nodes in {budget:g} s"
        return Cost(game, name, None, None, None, False, note=note)
    seconds = run.seconds * whole / run.nodes
    return Cost(game, name, None, whole, seconds, False, extrapolated=True)


def _sweep_cost(game: Game) -> Cost:
    started = time.perf_counter()
    try:
        census = solve_all(game)
    except NoughtsError as error:
        return Cost(game, SWEEP, None, None, None, False, note=str(error))
    seconds = census.seconds if census.seconds else time.perf_counter() - started
    note = "every position, not one"
    return Cost(game, SWEEP, census.value, census.positions, seconds, True, note=note)
