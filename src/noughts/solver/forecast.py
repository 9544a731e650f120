"""How much lies ahead, before the work begins: positions, memory, disk and time."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from time import perf_counter
from typing import Any

from noughts.errors import LimitReached
from noughts.notation import head, seconds_of
from noughts.rules import Game, Position, cells_of, game_of
from noughts.solver.machine import memory_bytes
from noughts.solver.sweep.layers import index_count, layer_work, refuse_drop, sweep_bytes
from noughts.solver.table import layout

CALIBRATION_GAME = "5x4:4"
CALIBRATION_SECONDS = 1.0
MOST_CELLS = 40  # beyond, the numbers are out of every machine's reach


@dataclass(frozen=True, slots=True)
class Forecast:
    """What solving every position of a game takes."""

    game: Game
    positions: int
    """At most: every way to place the stones, also those after a line is complete."""
    memory: int
    """Bytes for the two largest neighbouring layers."""
    disk: int | None
    """Bytes of a table with all of them; None where a table cannot hold them."""
    seconds: float | None
    """On this machine; None if it was not asked for."""
    memory_here: int | None
    """Bytes that this machine has for it now; None: unknown."""

    @property
    def fits(self) -> bool:
        """Has this machine the memory?"""
        return self.memory_here is None or self.memory <= self.memory_here

    def to_dict(self) -> dict[str, Any]:
        """The forecast as JSON has it."""
        return {
            **head(self.game),
            "positions": self.positions,
            "memory_bytes": self.memory,
            "disk_bytes": self.disk,
            "seconds": seconds_of(self.seconds, 3),
            "memory_here_bytes": self.memory_here,
            "fits": self.fits,
        }


def forecast(game: Game, *, calibrate: bool = True) -> Forecast:
    """What solving every position of a game without drop takes on this machine."""
    refuse_drop(game)
    if game.cells > MOST_CELLS:
        raise LimitReached(
            f"{game.name} has up to {positions_ahead(Position(game)):.0e} positions: expected a "
            f"board of at most {MOST_CELLS} cells, and few machines can hold even 27"
        )
    seconds = None
    if calibrate:
        seconds = work_of(game) * seconds_per_work()
    return Forecast(
        game, index_count(game.cells), sweep_bytes(game.cells), _table_bytes(game), seconds,
        memory_bytes(),
    )  # fmt: skip


def refuse_what_does_not_fit(game: Game) -> None:
    """Refuse a sweep for which this machine has not the memory, with what would be needed."""
    ahead = forecast(game, calibrate=False)
    if not ahead.fits:
        raise LimitReached(
            f"not on this machine: solving all of {game.name} needs {gigabytes(ahead.memory)} of "
            f"memory, and {gigabytes(ahead.memory_here or 0)} are free"
        )


def _table_bytes(game: Game) -> int | None:
    try:
        return layout(game).size
    except LimitReached:
        return None


def work_of(game: Game) -> int:
    """The work of all layers, in the unit of `layer_work`."""
    return sum(layer_work(game, ply) for ply in range(game.cells + 1))


@lru_cache(maxsize=1)
def seconds_per_work() -> float:
    """How long this machine takes for a unit of work, by sweeps of a small board."""
    from noughts.solver.sweep.outcomes import compile_sweep, sweep

    compile_sweep()
    game = game_of(CALIBRATION_GAME)
    sweep(game)  # the first one also fetches its memory from the system
    times: list[float] = []
    begin = perf_counter()
    while not times or perf_counter() - begin < CALIBRATION_SECONDS:
        times.append(sweep(game).seconds)
    return sorted(times)[len(times) // 2] / work_of(game)


def gigabytes(size: int) -> str:
    """A size for people.

    >>> gigabytes(13_200_000_000), gigabytes(2_500_000)
    ('13.2 GB', '2.5 MB')
    """
    for unit, name in ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"


def positions_ahead(position: Position, plies: int | None = None) -> int:
    """At most how many positions can follow, this one included, within so many plies.

    Every way to place the coming stones is counted, also those after a line is complete, so
    this is an upper bound; a search that cuts looks at far fewer.

    >>> from noughts.rules.catalog import game
    >>> [positions_ahead(Position(game(spec))) for spec in ("3x3", "4x4", "5x5")]
    [6046, 10165779, 161995031226]
    """
    ways = _ways_to_fill(position)
    near = ways if plies is None else ways[: plies + 1]
    return sum(count * comb(stones, stones // 2) for stones, count in enumerate(near))


def _ways_to_fill(position: Position) -> list[int]:
    """How many sets of so many further cells can be taken, for 0, 1, 2, … of them."""
    game = position.game
    free = game.all_mask & ~position.taken
    if not game.drop:
        return [comb(free.bit_count(), stones) for stones in range(free.bit_count() + 1)]
    # A column with h free cells can take 0 to h stones, each number in one way.
    columns = [0] * game.width
    for cell in cells_of(free):
        columns[cell % game.width] += 1
    ways = [1]
    for room in columns:
        longer = [0] * (len(ways) + room)
        for stones, count in enumerate(ways):
            for more in range(room + 1):
                longer[stones + more] += count
        ways = longer
    return ways
