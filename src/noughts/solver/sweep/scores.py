"""The sweep with scores: a byte to a position, so that distances come out as well.

It is a sweep of its own, with four times the memory of the outcomes and several times their time;
it shares with them how a row is judged by its lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

import numpy as np

from noughts.rules import Game, game_of
from noughts.solver.sweep import kernels
from noughts.solver.sweep.crew import Crew, OnProgress
from noughts.solver.sweep.kernels import Links, Rules, Scores, Shares
from noughts.solver.sweep.layers import bit_count, refuse_drop, row_count, unrank
from noughts.solver.sweep.outcomes import new_shares, picked, rules_of

ROWS_AT_A_TIME = 1 << 16  # few enough that counting them takes little memory


@dataclass(frozen=True, slots=True, eq=False)
class ScoreLayer:
    """A scored layer: a byte to a position, by row and bit, as in `noughts.value`."""

    ply: int
    scores: Scores

    def score(self, row: int, bit: int) -> int | None:
        """The score of the position there; None if it cannot arise."""
        score = int(self.scores[row, bit])
        return None if score == kernels.CANNOT_ARISE else score


def scored_layers(
    game: Game, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> Iterator[ScoreLayer]:
    """The layers of a game with the score of every position, the full board first.

    This is a sweep of its own, with a byte to a position: four times the memory of the outcomes
    and several times their time.
    """
    refuse_drop(game)
    child = ScoreLayer(game.cells + 1, np.zeros((1, 1), np.int8))
    shares = None
    with Crew(game, child.ply, threads, on_progress) as crew:
        for ply in range(game.cells, -1, -1):
            links = new_links(ply, shares)
            shares = new_shares(ply)
            child = _score_layer(crew, rules_of(game, ply, shares), links, child)
            yield child


def count_scores(layer: ScoreLayer) -> dict[int, int]:
    """How many positions of a layer have each score; those that cannot arise are left out."""
    counts = np.zeros(256, np.int64)
    for rows in range(0, layer.scores.shape[0], ROWS_AT_A_TIME):
        some = layer.scores[rows : rows + ROWS_AT_A_TIME].view(np.uint8)
        counts += np.bincount(some.ravel(), minlength=256)
    return {
        score: int(counts[score & 255])
        for score in range(-128, 127)
        if counts[score & 255] and score != kernels.CANNOT_ARISE
    }


def _score_layer(crew: Crew, rules: Rules, links: Links, child: ScoreLayer) -> ScoreLayer:
    ply = child.ply - 1
    scores = np.empty((row_count(crew.game.cells, ply), bit_count(ply)), np.int8)

    def score(row: int, end: int) -> None:
        kernels.score_rows(unrank(row, ply), row, end, rules, links, child.scores, scores)

    crew.take_rows(ply, score)
    return ScoreLayer(ply, scores)


def new_links(ply: int, child: Shares | None) -> Links:
    """By gap and share: the share after the move; none on a full board."""
    masks = np.zeros((0, 0), np.uint64) if child is None else picked(ply, child)
    links = np.zeros((masks.shape[0], bit_count(ply)), np.uint32)
    kernels.fill_links(masks, links)
    return links


def compile_scores() -> float:
    """Compile the kernels of the scores, or load them; the seconds it took."""
    begin = perf_counter()
    _compile_scores()
    return perf_counter() - begin


@lru_cache(maxsize=1)
def _compile_scores() -> None:
    for _ in scored_layers(game_of("2x1:2"), threads=1):
        pass
