"""The same position, every search, side by side."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from noughts.errors import LimitReached, NotationError
from noughts.explain.count.counting import tree_nodes
from noughts.notation import head, move_name, seconds_of, value_dict
from noughts.notation.parse import Given, position as read_position
from noughts.rules import Cell, Position
from noughts.search import SEARCHES, Budget
from noughts.value import Value

BUDGET = 5.0


@dataclass(frozen=True, slots=True)
class Run:
    """What one search made of the position."""

    search: str
    finished: bool
    value: Value | None
    move: Cell | None
    nodes: int
    cutoffs: int
    hits: int
    depth: int
    """How many plies deep the last whole round was, for searches that go in rounds."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every search on the same position."""

    position: Position
    budget: float
    minimax_nodes: int | None
    """The nodes of plain minimax, counted even where it did not finish; None: out of reach."""
    runs: list[Run]

    def ratio(self, run: Run) -> float | None:
        """A run's nodes relative to those of plain minimax."""
        if self.minimax_nodes is None or not run.finished:
            return None
        return run.nodes / self.minimax_nodes

    def _repr_html_(self) -> str:
        from noughts.explain.count.charts import comparison_html

        return comparison_html(self)

    def to_dict(self) -> dict[str, Any]:
        """The comparison as JSON has it."""
        return {
            **head(self.position),
            "budget": self.budget,
            "minimax_nodes": self.minimax_nodes,
            "searches": [
                {
                    "search": run.search,
                    "finished": run.finished,
                    "value": value_dict(run.value),
                    "move": move_name(self.position.game, run.move),
                    "nodes": run.nodes,
                    "cutoffs": run.cutoffs,
                    "hits": run.hits,
                    "depth": run.depth or None,
                    "seconds": seconds_of(run.seconds),
                    "ratio": self.ratio(run),
                }
                for run in self.runs
            ],
        }


def compare(
    given: Given, searches: Iterable[str] | None = None, budget: float = BUDGET
) -> Comparison:
    """Run each search on a position, each with so many seconds.

    >>> comparison = compare(".O. .X. ...", ["minimax", "alphabeta", "transposition"])
    >>> {run.search: run.nodes for run in comparison.runs}
    {'minimax': 7064, 'alphabeta': 716, 'transposition': 202}
    """
    position = read_position(given)
    names = list(SEARCHES if searches is None else searches)
    for name in names:
        if name not in SEARCHES:
            raise NotationError(f"no search {name!r}: expected {', '.join(SEARCHES)}")
    return Comparison(
        position,
        budget,
        tree_nodes(position),
        [run_search(position, name, budget) for name in names],
    )


def run_search(position: Position, name: str, budget: float) -> Run:
    """Run one search until it ends or the budget is spent."""
    watch = Budget(budget)
    started = time.perf_counter()
    value, move, finished = None, None, False
    try:
        result = SEARCHES[name](position, watch=watch, **SEARCHES[name].within(budget))
        value, move, finished = result.value, result.move, result.value is not None
    except (LimitReached, RecursionError):
        pass
    seconds = time.perf_counter() - started
    return Run(
        name, finished, value, move, watch.nodes, watch.cutoffs, watch.hits, watch.depth, seconds
    )
