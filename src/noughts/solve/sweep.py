"""The sweep: every position of a game solved, from the full board back to the empty one.

A layer holds all positions with the same number of stones, and needs only the layer after it:

    ply   9        8        7                    0
        [####] > [####] > [####] > ...  > [#]           only two of them are in memory at once,
                                                        unless somebody keeps them

Two planes of bits hold what a layer's positions are worth to the side to move:

    lost  drawn
      .     .     won
      #     .     lost
      .     #     drawn
      #     #     cannot arise: two sides with a line, or lines that no one move completes

Rows are independent of each other, so the threads of a pool take them in chunks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from time import perf_counter
from typing import TypeAlias, TypeVar

import numpy as np

from noughts.errors import RulesError
from noughts.rules.catalog import game as game_of
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.solve import kernels
from noughts.solve.kernels import Links, Pieces, Rules, Scores, Shares, Words
from noughts.solve.layers import (
    bit_count,
    index_of,
    layer_work,
    row_count,
    unrank,
    word_count,
)
from noughts.value import Outcome

# A chunk is long enough to make up for handing it out, and short enough to stop soon.
SHORT_CHUNK = 1 << 15
LONG_CHUNK = 1 << 23
CHUNKS_TO_A_THREAD = 8


@dataclass(frozen=True, slots=True)
class LayerCount:
    """How many positions of a layer can arise, by what they are worth to the side to move."""

    ply: int
    won: int
    drawn: int
    lost: int
    finished_won: int  # ended by a line, in a misère game too
    finished_drawn: int  # the full board without a line

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost + self.finished_won + self.finished_drawn


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A solved layer: its planes, by row and word, and what they count; see the drawing above."""

    ply: int
    lost: Words
    drawn: Words
    count: LayerCount | None = None

    def outcome(self, row: int, bit: int) -> Outcome | None:
        """What the position there is worth to the side to move; None if it cannot arise."""
        word, place = divmod(bit, 64)
        lost = int(self.lost[row, word]) >> place & 1
        drawn = int(self.drawn[row, word]) >> place & 1
        if lost and drawn:
            return None
        return Outcome.LOSS if lost else Outcome.DRAW if drawn else Outcome.WIN


@dataclass(frozen=True, slots=True, eq=False)
class ScoreLayer:
    """A scored layer: a byte to a position, by row and bit, as in `noughts.value`."""

    ply: int
    scores: Scores

    def score(self, row: int, bit: int) -> int | None:
        """The score of the position there; None if it cannot arise."""
        score = int(self.scores[row, bit])
        return None if score == kernels.CANNOT_ARISE else score


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep has come."""

    ply: int  # the layer being worked on
    places: int  # gone through so far, those of positions that cannot arise among them
    all_places: int
    work: int  # done so far, in the unit of `layer_work`
    all_work: int
    seconds: float

    @property
    def seconds_left(self) -> float:
        return self.seconds * (self.all_work - self.work) / self.work


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What a sweep found."""

    game: Game
    outcome: Outcome  # of the empty board, for the first player
    layers: tuple[LayerCount, ...]  # by ply
    seconds: float  # of the sweep alone, with every kernel compiled and loaded before
    compile_seconds: float
    kept: tuple[Layer, ...] = ()  # by ply, if the sweep was told to keep them

    @property
    def positions(self) -> int:
        """How many positions can arise."""
        return sum(layer.positions for layer in self.layers)

    def probe(self, position: Position) -> Outcome | None:
        """What a position is worth to the side to move, from the layers that were kept."""
        ply, row, bit = index_of(position)
        return self.kept[ply].outcome(row, bit)


OnLayer: TypeAlias = Callable[[Layer], None]
OnProgress: TypeAlias = Callable[[Progress], None]
Result = TypeVar("Result")


def sweep(
    game: Game,
    *,
    threads: int | None = None,
    keep: bool = False,
    on_layer: OnLayer | None = None,
    on_progress: OnProgress | None = None,
    portable: bool = False,
) -> Solution:
    """Solve every position of a game without drop.

    on_layer is given each layer as soon as it is solved, the full board first. Without keep, the
    planes it is given are overwritten later: it must be done with them when it returns. portable
    does without the CPU's instruction to pick bits.
    """
    compile_seconds = compile_sweep()
    kept: list[Layer] = []
    counts: list[LayerCount] = []
    seconds, begin = 0.0, perf_counter()
    for layer in solved_layers(
        game, threads=threads, reuse=not keep, on_progress=on_progress, portable=portable
    ):
        seconds += perf_counter() - begin
        assert layer.count is not None
        counts.append(layer.count)
        if keep:
            kept.append(layer)
        if on_layer is not None:
            on_layer(layer)
        begin = perf_counter()
    outcome = layer.outcome(0, 0)
    assert outcome is not None, "the empty board can arise"
    by_ply = tuple(reversed(counts))
    return Solution(game, outcome, by_ply, seconds, compile_seconds, tuple(reversed(kept)))


def solved_layers(
    game: Game,
    *,
    after: Layer | None = None,
    threads: int | None = None,
    reuse: bool = False,
    on_progress: OnProgress | None = None,
    portable: bool = False,
) -> Iterator[Layer]:
    """The layers of a game, solved one by one: the full board first, or what comes before after.

    A layer is forgotten here when the one before it is solved; with reuse its memory is then
    written anew, so that whoever keeps it must have made a copy.
    """
    _refuse_drop(game)
    portable = portable or not kernels.HAS_PEXT
    child = after or Layer(game.cells + 1, np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.uint64))
    shares = new_shares(child.ply) if after else None
    memory = _Memory(game.cells, child.ply) if reuse else None
    with _Crew(game, child.ply, threads, on_progress) as crew:
        for ply in range(child.ply - 1, -1, -1):
            pieces = new_pieces(ply, shares, portable)
            shares = new_shares(ply)
            planes = memory.planes(ply) if memory else new_planes(game.cells, ply)
            rules = rules_of(game, ply, shares)
            child = _solve_layer(crew, rules, pieces, portable, child, planes)
            yield child


def _solve_layer(
    crew: _Crew, rules: Rules, pieces: Pieces, portable: bool, child: Layer, planes: Words
) -> Layer:
    ply, cells = child.ply - 1, crew.game.cells
    lost, drawn = planes

    def solve(row: int, end: int) -> list[int]:
        tally = np.zeros(4, np.int64)
        kernels.solve_rows(
            unrank(row, ply), row, end, rules, portable, pieces,
            child.lost, child.drawn, lost, drawn, tally,
        )  # fmt: skip
        return [int(count) for count in tally]

    tallies = crew.take_rows(ply, solve)
    won, level, beaten, ended = (sum(column) for column in zip(*tallies, strict=True))
    full = ply == cells
    count = LayerCount(ply, won, 0 if full else level, beaten, ended, level if full else 0)
    return Layer(ply, lost, drawn, count)


def scored_layers(
    game: Game, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> Iterator[ScoreLayer]:
    """The layers of a game with the score of every position, the full board first.

    This is a sweep of its own, with a byte to a position: four times the memory of the outcomes
    and several times their time.
    """
    _refuse_drop(game)
    child = ScoreLayer(game.cells + 1, np.zeros((1, 1), np.int8))
    shares = None
    with _Crew(game, child.ply, threads, on_progress) as crew:
        for ply in range(game.cells, -1, -1):
            links = new_links(ply, shares)
            shares = new_shares(ply)
            child = _score_layer(crew, rules_of(game, ply, shares), links, child)
            yield child


def _score_layer(crew: _Crew, rules: Rules, links: Links, child: ScoreLayer) -> ScoreLayer:
    ply = child.ply - 1
    scores = np.empty((row_count(crew.game.cells, ply), bit_count(ply)), np.int8)

    def score(row: int, end: int) -> None:
        kernels.score_rows(unrank(row, ply), row, end, rules, links, child.scores, scores)

    crew.take_rows(ply, score)
    return ScoreLayer(ply, scores)


def _refuse_drop(game: Game) -> None:
    if game.drop:
        raise RulesError(f"a sweep needs a game without drop, got {game.name}")


# ---- memory -------------------------------------------------------------------------------------


def new_planes(cells: int, ply: int) -> Words:
    """Memory for a layer: lost and drawn, by row and word."""
    return np.empty((2, row_count(cells, ply), word_count(ply)), np.uint64)


class _Memory:
    """Two places for the planes of all layers: one for even plies and one for odd ones.

    Fresh memory is wiped by the system before it is handed out. For large boards, where most
    layers would need gigabytes of it, that is a good part of the time.
    """

    def __init__(self, cells: int, plies: int) -> None:
        self._cells = cells
        sizes = [2 * row_count(cells, ply) * word_count(ply) for ply in range(plies)]
        self._places = [np.empty(max(sizes[first::2], default=0), np.uint64) for first in (0, 1)]

    def planes(self, ply: int) -> Words:
        shape = (2, row_count(self._cells, ply), word_count(ply))
        return self._places[ply % 2][: prod(shape)].reshape(shape)


# ---- tables of a layer, made once and read by every row -----------------------------------------


def rules_of(game: Game, ply: int, shares: Shares) -> Rules:
    """What the kernels need to know of a game and a layer."""
    # A line longer than the stones either side has cannot be complete.
    lines = [line for line in game.lines if line.bit_count() <= (ply + 1) // 2]
    choose = [[comb(n, k) for k in range(game.cells + 2)] for n in range(game.cells + 1)]
    second_moves = ply % 2 == 1
    return Rules(
        second_moves, game.misere, np.array(lines, np.int64), np.array(choose, np.int64), shares
    )


def new_shares(ply: int) -> Shares:
    """The ways to share the stones of a layer."""
    words = word_count(ply)
    shares = Shares(np.zeros((ply, words), np.uint64), np.zeros(words, np.uint64))
    kernels.fill_shares(ply // 2, shares)
    return shares


def picked(ply: int, child: Shares) -> Words:
    """By gap: the child shares whose stone in that gap can be the one just placed."""
    masks: Words = child.holds if ply % 2 else ~child.holds & child.valid
    return masks


def new_pieces(ply: int, child: Shares | None, portable: bool) -> Pieces:
    """How children's bits become a row's; none on a full board."""
    masks = np.zeros((0, 0), np.uint64) if child is None else picked(ply, child)
    # Room for pieces that end with a source or a target word; runs may need more.
    gaps, child_words = masks.shape
    room = gaps * (child_words + word_count(ply))
    while True:
        pieces = Pieces(
            np.zeros(gaps + 1, np.uint64),
            np.zeros(room, np.uint32),
            np.zeros(room, np.uint32),
            np.zeros(room, np.uint8),
            np.zeros(room, np.uint64),
        )
        needed = kernels.cut_pieces(masks, portable, pieces)
        if needed <= room:
            return pieces
        room = needed


def new_links(ply: int, child: Shares | None) -> Links:
    """By gap and share: the share after the move; none on a full board."""
    masks = np.zeros((0, 0), np.uint64) if child is None else picked(ply, child)
    links = np.zeros((masks.shape[0], bit_count(ply)), np.uint32)
    kernels.fill_links(masks, links)
    return links


# ---- threads ------------------------------------------------------------------------------------


class _Crew:
    """Threads that take the rows of layer after layer, and the account of how far they are."""

    def __init__(
        self, game: Game, plies: int, threads: int | None, tell: OnProgress | None
    ) -> None:
        self.game = game
        self._threads = threads or _cpu_count()
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="noughts-sweep")
        self._tell = tell
        self._begin = perf_counter()
        self._places = self._work = 0
        self._all_places = sum(row_count(game.cells, ply) * bit_count(ply) for ply in range(plies))
        self._all_work = sum(layer_work(game, ply) for ply in range(plies))

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        # Whatever made us leave, Ctrl-C among it: nobody begins another chunk.
        self._pool.shutdown(cancel_futures=True)

    def take_rows(self, ply: int, job: Callable[[int, int], Result]) -> list[Result]:
        """What job(row, end) gives for the chunks of rows that make up a layer."""
        rows, work = row_count(self.game.cells, ply), layer_work(self.game, ply)
        chunks = min(work // SHORT_CHUNK, self._threads * CHUNKS_TO_A_THREAD)
        chunks = min(max(chunks, work // LONG_CHUNK, 1), rows)
        cuts = [rows * chunk // chunks for chunk in range(chunks + 1)]
        results = map(job, cuts, cuts[1:]) if chunks == 1 else self._pool.map(job, cuts, cuts[1:])
        found = []
        for chunk, result in enumerate(results, start=1):
            found.append(result)
            self._report(ply, cuts[chunk] * bit_count(ply), work * chunk // chunks)
        self._places += rows * bit_count(ply)
        self._work += work
        return found

    def _report(self, ply: int, places: int, work: int) -> None:
        if self._tell is None:
            return
        places, work = self._places + places, self._work + work
        seconds = perf_counter() - self._begin
        self._tell(Progress(ply, places, self._all_places, work, self._all_work, seconds))


def _cpu_count() -> int:
    """CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---- compiling ----------------------------------------------------------------------------------


def compile_sweep() -> float:
    """Compile the kernels of the outcomes, or load them; the seconds it took."""
    begin = perf_counter()
    _compile_sweep()
    return perf_counter() - begin


def compile_scores() -> float:
    """Compile the kernels of the scores, or load them; the seconds it took."""
    begin = perf_counter()
    _compile_scores()
    return perf_counter() - begin


@lru_cache(maxsize=1)
def _compile_sweep() -> None:
    # numba compiles on the first call: a game of two cells calls all there is.
    for _ in solved_layers(game_of("2x1:2"), threads=1):
        pass


@lru_cache(maxsize=1)
def _compile_scores() -> None:
    for _ in scored_layers(game_of("2x1:2"), threads=1):
        pass
