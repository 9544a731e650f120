"""The census of a solution: every position of a game, counted by what it is worth."""

from collections import Counter
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from noughts.errors import LimitReached
from noughts.notation import head, seconds_of, value_dict
from noughts.rules import Game, Position
from noughts.solver.counts import LayerCount
from noughts.solver.forecast import refuse_what_does_not_fit
from noughts.solver.sources import reach
from noughts.solver.sweep import need_fast
from noughts.solver.sweep.crew import OnProgress
from noughts.solver.whole import WholeGame
from noughts.value import Outcome, Value, value_of

MOST_CELLS_WITH_DISTANCES = 20


@dataclass(frozen=True, slots=True)
class SolutionCensus:
    """Every position of a game solved and counted."""

    game: Game
    value: Value
    layers: tuple[LayerCount, ...]
    """By ply."""
    seconds: float
    compile_seconds: float
    has_distances: bool = False

    @property
    def positions(self) -> int:
        return sum(layer.positions for layer in self.layers)

    def to_dict(self) -> dict[str, Any]:
        """The census as JSON has it, the fullest layer first."""
        return {
            **head(self.game),
            "value": value_dict(self.value),
            "positions": self.positions,
            "seconds": seconds_of(self.seconds, 6),
            "compile_seconds": seconds_of(self.compile_seconds, 6),
            "layers": [
                layer.to_dict(distances=self.has_distances) for layer in reversed(self.layers)
            ],
        }


def solve_all(
    game: Game, *, distances: bool = False, on_progress: OnProgress | None = None
) -> SolutionCensus:
    """Solve every position afresh and count: by the sweep, on tiny boards also without it.

    >>> from noughts.rules.catalog import game
    >>> census = solve_all(game("3x3"))
    >>> census.positions, str(census.value)
    (5478, 'draw in 9')
    """
    here = reach(game)
    if here.is_whole and not here.can_sweep:
        return _count_whole(game, distances)
    need_fast(f"solving all of {game.name}")
    refuse_what_does_not_fit(game)
    if distances:
        return _sweep_scores(game, on_progress)
    from noughts.solver.sweep.outcomes import sweep

    found = sweep(game, on_progress=on_progress)
    draws = found.outcome is Outcome.DRAW
    value = Value(found.outcome, game.cells if draws else None)
    return SolutionCensus(game, value, found.layers, found.seconds, found.compile_seconds)


def _sweep_scores(game: Game, on_progress: OnProgress | None) -> SolutionCensus:
    if game.cells > MOST_CELLS_WITH_DISTANCES:
        raise LimitReached(
            f"{game.name} has {game.cells} cells: expected at most {MOST_CELLS_WITH_DISTANCES} "
            "for --distances"
        )
    from noughts.solver.sweep.scores import compile_scores, count_scores, scored_layers

    compile_seconds = compile_scores()
    begin, seconds = perf_counter(), 0.0
    layers = []
    for scored in scored_layers(game, on_progress=on_progress):
        seconds += perf_counter() - begin
        layers.append(LayerCount.of_scores(game.cells, scored.ply, count_scores(scored)))
        start = scored.score(0, 0)
        begin = perf_counter()
    assert start is not None, "the empty board can arise"
    value = value_of(start, Position(game))
    return SolutionCensus(game, value, tuple(layers[::-1]), seconds, compile_seconds, True)


def _count_whole(game: Game, distances: bool) -> SolutionCensus:
    begin = perf_counter()
    solved = WholeGame(game)
    seconds = perf_counter() - begin
    scores: list[Counter[int]] = [Counter() for _ in range(game.cells + 1)]
    for key, score in solved.scores.items():
        scores[key.bit_count()][score] += 1  # a bit a stone
    layers = tuple(LayerCount.of_scores(game.cells, ply, found) for ply, found in enumerate(scores))
    value = value_of(solved.scores[0], Position(game))
    return SolutionCensus(game, value, layers, seconds, 0.0, distances)
