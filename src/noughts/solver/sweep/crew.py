"""The crew of a sweep: threads that take the rows of layer after layer, and how far they are."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from noughts.notation import head, seconds_of
from noughts.rules import Game
from noughts.solver.machine import cpu_count
from noughts.solver.sweep.layers import bit_count, layer_work, row_count

# A chunk is long enough to make up for handing it out, and short enough to stop soon.
SHORT_CHUNK = 1 << 15
LONG_CHUNK = 1 << 23
CHUNKS_TO_A_THREAD = 8
SECONDS_BETWEEN = 0.2  # two tellings of how far it is


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

    def to_dict(self) -> dict[str, Any]:
        """Progress as JSON has it."""
        return {
            **head(),
            "progress": round(self.work / self.all_work, 6),
            "ply": self.ply,
            "positions": self.places,
            "all_positions": self.all_places,
            "seconds": seconds_of(self.seconds, 3),
            "seconds_left": seconds_of(self.seconds_left, 3),
        }


OnProgress: TypeAlias = Callable[[Progress], None]
Result = TypeVar("Result")


class NowAndThen:
    """Passes on what it is told, now and then, and the last of it always."""

    def __init__(self, show: OnProgress) -> None:
        self._show = show
        self._next = 0.0

    def __call__(self, progress: Progress) -> None:
        now = perf_counter()
        if now >= self._next or progress.work == progress.all_work:
            self._next = now + SECONDS_BETWEEN
            self._show(progress)


class Crew:
    """Threads that take the rows of layer after layer, and the account of how far they are."""

    def __init__(
        self, game: Game, plies: int, threads: int | None, tell: OnProgress | None
    ) -> None:
        self.game = game
        self._threads = threads or cpu_count()
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="noughts-sweep")
        self._tell = tell
        self._begin = perf_counter()
        self._places = self._work = 0
        self._all_places = sum(row_count(game.cells, ply) * bit_count(ply) for ply in range(plies))
        self._all_work = sum(layer_work(game, ply) for ply in range(plies))

    def __enter__(self) -> "Crew":
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
