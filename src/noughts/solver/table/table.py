"""Tables: the outcome of every position of a game, on disk, answered in microseconds.

    noughts.solver.table.table      build, open and find tables, and look positions up
    noughts.solver.table.verifier     check one

A table is a file that is mapped into memory: opening it reads its header, and a probe reads two
bytes of it. Neither numpy nor numba is needed for that, only to build one.
"""

import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.rules import Game, Mask, Position
from noughts.solver.counts import LayerCount
from noughts.solver.machine import user_cache
from noughts.solver.sweep import need_fast
from noughts.solver.table.file import (
    COUNTS,
    DIRECTORY_BLOCK,
    Layout,
    Read,
    TableError,
    counts_before,
    is_whole,
    read_layout,
    table_name,
)
from noughts.solver.table.index import (
    ONE_IMAGE,
    Images,
    half,
    high_ranks,
    low_ranks,
    squeezes,
    third,
)
from noughts.value import Outcome

if TYPE_CHECKING:
    from noughts.solver.sweep.crew import OnProgress
    from noughts.solver.table.builder import Built

SUFFIX = ".table"
CHECKED_BYTES = 64_000_000  # layers up to this size are checked before their first answer

# By what the two planes say: the bit of the lost plane, and twice the bit of the drawn plane.
_OUTCOMES = (Outcome.WIN, Outcome.LOSS, Outcome.DRAW, None)


class Table:
    """A table that is open for reading; it is closed at the end of a with block.

    >>> from noughts.rules.catalog import game
    >>> with Table.open("3x3.table") as table:  # doctest: +SKIP
    ...     table.probe(Position(game("3x3")))
    <Outcome.DRAW: 0>
    """

    def __init__(self, path: Path, file: Layout, mapped: mmap.mmap, checked: bool = True) -> None:
        self.path = path
        self.game = file.game
        self.file = file
        self._mapped = mapped
        self._checked = checked
        self._same_games: set[Game] = {file.game}
        cells = self.game.cells
        bits = third(cells)
        # What every probe needs, in one tuple: to take it apart is quicker than to ask self.
        self._tables = (
            self.game.all_mask, half(cells), (1 << half(cells)) - 1, low_ranks(half(cells)),
            bits, 2 * bits, (1 << bits) - 1, (1 << 2 * bits) - 1, squeezes(bits),
        )  # fmt: skip
        self._images = Images(file.symmetries) if file.folded else None
        # By ply, filled in when it is first asked for: where its planes stand, and its ranks.
        self._layers: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...]] | None]
        self._layers = [None] * (cells + 1)
        self._before: list[list[int]] = [[] for _ in range(cells + 1)]

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, checked: bool = True) -> "Table":
        """Open a table; a file that is none, or not whole, gets a TableError of one sentence.

        The header and the size are checked at once, a layer before its first answer if it has at
        most 64 MB. Not checked, layers answer as they are: that is for those who check them.
        """
        path = Path(path)
        try:
            with path.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                plan = read_layout(str(path), _reader(file.fileno()), size)
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise TableError(f"cannot read {path}: {reason(error)}") from None
        return cls(path, plan, mapped, checked)

    def close(self) -> None:
        """Let go of the file; a table that is closed answers no more."""
        self._mapped.close()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Table.open({str(self.path)!r})"

    @property
    def folded(self) -> bool:
        """Is only one row stored of those that are each other's images?"""
        return self.file.folded

    def read(self, start: int, end: int) -> bytes:
        """Those bytes of the file."""
        return self._mapped[start:end]

    def counts(self, ply: int) -> LayerCount:
        """How many positions of a layer there are, by what they are worth."""
        if self._layers[ply] is None:
            self._begin_layer(ply)
        at = self.file.section(ply).counts
        return LayerCount(ply, *COUNTS.unpack(self.read(at, at + COUNTS.size)))

    def probe(self, position: Position) -> Outcome | None:
        """What a position is worth to the side to move; None if it cannot arise."""
        if position.game not in self._same_games:
            self._admit(position.game)
        return self.outcome(position.first, position.second)

    def outcome(self, first: Mask, second: Mask) -> Outcome | None:
        """The same for the stones of the first and the second player."""
        (
            all_mask, low_bits, low_mask, ranks,
            bits, two_thirds, third_mask, lower_mask, squeezed,
        ) = self._tables  # fmt: skip
        occupied = first | second
        ply = occupied.bit_count()
        if first & second or second.bit_count() != ply >> 1 or occupied > all_mask:
            return None
        lost, drawn, stride, row_ranks, share_ranks = self._layers[ply] or self._begin_layer(ply)
        if self._images is not None:
            # The canonical row, and the same image of the second player's stones.
            images = self._images.of(occupied)
            occupied = min(images)
            by = images.index(occupied)
            second = self._images.packed(second) >> 32 * by & ONE_IMAGE
        row = row_ranks[occupied >> low_bits] + ranks[occupied & low_mask]
        if self._images is not None:
            row = self._stored_row(ply, row)
        low = occupied & third_mask
        share = (
            squeezed[low][second & third_mask]
            | squeezed[occupied >> bits & third_mask][second >> bits & third_mask]
            << low.bit_count()
            | squeezed[occupied >> two_thirds][second >> two_thirds]
            << (occupied & lower_mask).bit_count()
        )
        bit = share_ranks[share >> low_bits] + ranks[share & low_mask]
        at = row * stride + (bit >> 3)
        bit &= 7
        mapped = self._mapped
        return _OUTCOMES[mapped[lost + at] >> bit & 1 | (mapped[drawn + at] >> bit & 1) << 1]

    def _stored_row(self, ply: int, row: int) -> int:
        """Where a canonical row stands among those that are stored."""
        at = self.file.section(ply).directory + (row >> 9) * DIRECTORY_BLOCK
        block = int.from_bytes(self._mapped[at : at + DIRECTORY_BLOCK], "little")
        return self._before[ply][row >> 9] + (block & (1 << (row & 511)) - 1).bit_count()

    def _begin_layer(self, ply: int) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
        section, cells = self.file.section(ply), self.game.cells
        if self._checked and section.bytes <= CHECKED_BYTES and not is_whole(section, self.read):
            raise TableError(
                f"{self.path} is corrupted: the checksum of its layer of {ply} stones does not fit"
            )
        self._before[ply] = counts_before(self.read(section.directory, section.lost))
        ranks = high_ranks(ply, cells), high_ranks(ply // 2, cells)
        layer = (section.lost, section.drawn, section.words * 8, *ranks)
        self._layers[ply] = layer
        return layer

    def _admit(self, game: Game) -> None:
        """Refuse another game; one with the same rules and another name is not another."""
        if game.describe() != self.game.describe():
            raise TableError(
                f"{self.path} is a table of {self.game.name}, and the position is one of "
                f"{game.name}"
            )
        self._same_games.add(game)


def _reader(file: int) -> Read:
    def read(start: int, end: int) -> bytes:
        os.lseek(file, start, os.SEEK_SET)
        return os.read(file, end - start)

    return read


def reason(error: OSError) -> str:
    """What the system says is wrong, as the end of a sentence."""
    return (error.strerror or str(error) or "unknown error").lower()


# ---- where tables are ---------------------------------------------------------------------------


def table_folder() -> Path:
    """The folder where tables are kept: NOUGHTS_TABLES, or one in the user's cache folder."""
    chosen = os.environ.get("NOUGHTS_TABLES")
    try:
        return Path(chosen) if chosen else user_cache() / "tables"
    except RuntimeError:
        raise TableError(
            "there is no home folder to keep tables in: name a folder in NOUGHTS_TABLES"
        ) from None


def table_path(game: Game) -> Path:
    """Where the table of a game is kept, whether or not it is there.

    >>> from noughts.rules.catalog import game
    >>> table_path(game("5x4:4+misere")).name
    '5x4-4+misere.table'
    """
    return table_folder() / (table_name(game).replace(":", "-") + SUFFIX)


def find_table(game: Game, *, strict: bool = False) -> Table | None:
    """The kept table of a game, open; None if there is none.

    A file that is there and is no whole table of this game counts as none, or is complained of.
    """
    try:
        path = table_path(game)
        if not path.exists():
            return None
        table = Table.open(path)
        try:
            table._admit(game)
        except TableError:
            table.close()
            raise
        return table
    except (TableError, OSError):
        if strict:
            raise
        return None


# ---- building -----------------------------------------------------------------------------------


def build(
    game: Game,
    path: str | os.PathLike[str] | None = None,
    *,
    on_progress: "OnProgress | None" = None,
    threads: int | None = None,
    fold: bool | None = None,
) -> "Built":
    """Solve a game and write its table, to path or to where tables are kept.

    What is written goes to path + ".part" and gets its name when it is complete. A build that was
    stopped, whatever stopped it, goes on from the last whole layer when it is started again.
    """
    need_fast("building a table")
    from noughts.solver.table.builder import build_table

    return build_table(game, path, on_progress=on_progress, threads=threads, fold=fold)
