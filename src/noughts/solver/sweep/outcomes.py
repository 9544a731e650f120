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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod
from time import perf_counter
from typing import TypeAlias

import numpy as np

from noughts.rules import Game, Position, game_of
from noughts.solver.counts import LayerCount
from noughts.solver.sweep import kernels
from noughts.solver.sweep.crew import Crew, OnProgress
from noughts.solver.sweep.kernels import Pieces, Rules, Shares, Words
from noughts.solver.sweep.layers import index_of, refuse_drop, row_count, unrank, word_count
from noughts.value import Outcome


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
    refuse_drop(game)
    portable = portable or not kernels.HAS_PEXT
    child = after or Layer(game.cells + 1, np.zeros((1, 1), np.uint64), np.zeros((1, 1), np.uint64))
    shares = new_shares(child.ply) if after else None
    memory = _Memory(game.cells, child.ply) if reuse else None
    with Crew(game, child.ply, threads, on_progress) as crew:
        for ply in range(child.ply - 1, -1, -1):
            pieces = new_pieces(ply, shares, portable)
            shares = new_shares(ply)
            planes = memory.planes(ply) if memory else new_planes(game.cells, ply)
            rules = rules_of(game, ply, shares)
            child = _solve_layer(crew, rules, pieces, portable, child, planes)
            yield child


def _solve_layer(
    crew: Crew, rules: Rules, pieces: Pieces, portable: bool, child: Layer, planes: Words
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


# ---- compiling ----------------------------------------------------------------------------------


def compile_sweep() -> float:
    """Compile the kernels of the outcomes, or load them; the seconds it took."""
    begin = perf_counter()
    _compile_sweep()
    return perf_counter() - begin


@lru_cache(maxsize=1)
def _compile_sweep() -> None:
    # numba compiles on the first call: a game of two cells calls all there is.
    for _ in solved_layers(game_of("2x1:2"), threads=1):
        pass
