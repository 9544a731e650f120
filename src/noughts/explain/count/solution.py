"""The census of a solution: every position of a game, counted by what it is worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from noughts.errors import LimitReached
from noughts.explain.report import SCHEMA, value_dict
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solver import whole
from noughts.solver.forecast import refuse_what_does_not_fit
from noughts.solver.sweep import fast
from noughts.solver.whole import WholeGame
from noughts.value import Outcome, Value, value_of

if TYPE_CHECKING:
    from noughts.solver.sweep.crew import OnProgress

MOST_CELLS_WITH_DISTANCES = 20


@dataclass(slots=True)
class SolvedLayer:
    """The positions with one number of stones, by what they are worth to the side to move."""

    ply: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    finished_won: int = 0
    """Ended by a line, in a misère game too."""
    finished_drawn: int = 0
    """The full board without a line."""
    won_in: Counter[int] = field(default_factory=Counter)
    """By distance, where distances were asked for."""
    lost_in: Counter[int] = field(default_factory=Counter)

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost + self.finished_won + self.finished_drawn

    def to_dict(self, *, distances: bool) -> dict[str, Any]:
        counts = {
            "ply": self.ply,
            "positions": self.positions,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "finished_won": self.finished_won,
            "finished_drawn": self.finished_drawn,
        }
        if not distances:
            return counts
        by_distance = {
            name: {str(distance): counter[distance] for distance in sorted(counter)}
            for name, counter in (("won_in", self.won_in), ("lost_in", self.lost_in))
        }
        return {**counts, **by_distance}


@dataclass(frozen=True, slots=True)
class SolutionCensus:
    """Every position of a game solved and counted."""

    game: Game
    value: Value
    layers: list[SolvedLayer]
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
            "schema": SCHEMA,
            "game": self.game.name,
            "value": value_dict(self.value),
            "positions": self.positions,
            "seconds": round(self.seconds, 6),
            "compile_seconds": round(self.compile_seconds, 6),
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
    if game.cells <= whole.MOST_CELLS and (game.drop or not fast.is_installed()):
        return _count_whole(game, distances)
    fast.need_fast(f"solving all of {game.name}")
    refuse_what_does_not_fit(game)
    if distances:
        return _sweep_scores(game, on_progress)
    from noughts.solver.sweep.outcomes import sweep

    found = sweep(game, on_progress=on_progress)
    layers = [
        SolvedLayer(c.ply, c.won, c.drawn, c.lost, c.finished_won, c.finished_drawn)
        for c in found.layers
    ]
    draws = found.outcome is Outcome.DRAW
    value = Value(found.outcome, game.cells if draws else None)
    return SolutionCensus(game, value, layers, found.seconds, found.compile_seconds)


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
        layer = SolvedLayer(scored.ply)
        for score, count in count_scores(scored).items():
            _add(layer, game, score, count)
        layers.append(layer)
        start = scored.score(0, 0)
        begin = perf_counter()
    assert start is not None, "the empty board can arise"
    value = value_of(start, Position(game))
    return SolutionCensus(game, value, layers[::-1], seconds, compile_seconds, True)


def _count_whole(game: Game, distances: bool) -> SolutionCensus:
    begin = perf_counter()
    solved = WholeGame(game)
    seconds = perf_counter() - begin
    layers = [SolvedLayer(ply) for ply in range(game.cells + 1)]
    for key, score in solved.scores.items():
        stones = (key & game.all_mask).bit_count() + (key >> game.cells).bit_count()
        _add(layers[stones], game, score, 1)
    value = value_of(solved.scores[0], Position(game))
    return SolutionCensus(game, value, layers, seconds, 0.0, distances)


def _add(layer: SolvedLayer, game: Game, score: int, count: int) -> None:
    """Count positions with a score: one that is decided in 0 plies is finished."""
    distance = (game.cells + 1 - abs(score) if score else game.cells) - layer.ply
    if score == 0 and distance == 0:
        layer.finished_drawn += count
    elif distance == 0:
        layer.finished_won += count
    elif score == 0:
        layer.drawn += count
    elif score > 0:
        layer.won += count
        layer.won_in[distance] += count
    else:
        layer.lost += count
        layer.lost_in[distance] += count
