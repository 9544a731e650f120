"""Building a table: a game is solved layer by layer, and each layer is written as it comes.

A build that was stopped finds its whole layers again. Of a plain table the last one is read back,
and the sweep goes on from there. In a folded table a layer's other rows are missing, and to get
them from their images costs more than to solve them again: then the sweep begins anew, layers
that are on the disk are compared with it, and only those that are not are written.
"""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from noughts.notation import head, seconds_of
from noughts.rules import Game
from noughts.solver.forecast import refuse_what_does_not_fit
from noughts.solver.sweep.crew import OnProgress
from noughts.solver.sweep.kernels import Words
from noughts.solver.sweep.layers import row_count
from noughts.solver.sweep.outcomes import Layer, compile_sweep, solved_layers
from noughts.solver.table.file import (
    COUNTS,
    MAGIC,
    START,
    VERSION,
    Layout,
    Section,
    TableError,
    is_whole,
    layout,
)
from noughts.solver.table.fold import directories, stored_rows
from noughts.solver.table.part import Part, check_room, in_words
from noughts.solver.table.table import Table, table_path

BLOCK_BYTES = 1 << 25  # of a plane, written at once: what a build needs beside the sweep


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did."""

    path: Path
    game: Game
    folded: bool
    bytes: int
    positions: int
    layers: int
    layers_kept: int  # found whole, from a build that had been stopped
    seconds: float
    was_there: bool  # the whole table, and nothing was done

    def to_dict(self) -> dict[str, Any]:
        """The build as JSON has it."""
        return {
            **head(self.game),
            "path": str(self.path),
            "bytes": self.bytes,
            "folded": self.folded,
            "positions": self.positions,
            "layers": self.layers,
            "layers_kept": self.layers_kept,
            "was_there": self.was_there,
            "seconds": seconds_of(self.seconds, 4),
        }


def build_table(
    game: Game,
    path: str | os.PathLike[str] | None = None,
    *,
    on_progress: OnProgress | None = None,
    threads: int | None = None,
    fold: bool | None = None,
) -> Built:
    """What `table.build` promises."""
    begin = perf_counter()
    file = layout(game, fold)
    if path is None:
        path = table_path(game)
        with in_words(path):
            path.parent.mkdir(parents=True, exist_ok=True)
    path = Path(path)
    was_there, kept = _is_there(path, file), len(file.sections)
    if not was_there:
        refuse_what_does_not_fit(game)
        check_room(path, file)
        compile_sweep()
        kept = _write(path, file, on_progress, threads)
    with Table.open(path, checked=False) as table:
        positions = sum(table.counts(section.ply).positions for section in file.sections)
    return Built(
        path,
        game,
        file.folded,
        file.size,
        positions,
        len(file.sections),
        kept,
        perf_counter() - begin,
        was_there,
    )


def _is_there(path: Path, file: Layout) -> bool:
    """Is the table there and whole? Whatever else bears its name is not written over."""
    with in_words(path):
        if not path.exists():
            return False
        if path.is_dir():
            raise TableError(f"cannot write {path}: it is a folder")
        with path.open("rb") as found:
            start = found.read(START.size)
    if not start.startswith(MAGIC):
        raise TableError(f"{path} is there and is no table of noughts: it is not written over")
    try:
        table = Table.open(path, checked=False)
    except TableError:
        if len(start) == START.size and START.unpack(start)[1] > VERSION:
            raise
        return False  # a broken table makes way for a whole one
    with table:
        if table.game.describe() != file.game.describe():
            raise TableError(
                f"{path} is there and is a table of {table.game.name}: it is not written over"
            )
        return table.file.opening == file.opening and all(
            is_whole(section, table.read) for section in table.file.sections
        )


def _write(path: Path, file: Layout, on_progress: OnProgress | None, threads: int | None) -> int:
    """Write the table, or what is missing of it; how many layers were there."""
    with closing(Part(path, file)) as part:
        kept = part.begin()
        if kept < len(file.sections):
            after = _read_back(part, file.sections[kept - 1]) if kept and not file.folded else None
            layers = solved_layers(
                file.game, after=after, threads=threads, reuse=True, on_progress=on_progress
            )
            by_ply = directories(file.symmetries) if file.folded else None
            for layer in layers:
                directory = by_ply[layer.ply] if by_ply else b""
                _put(part, layer, directory, to_compare=file.game.cells - layer.ply < kept)
        part.finish()
    return kept


def _put(part: Part, layer: Layer, directory: bytes, to_compare: bool) -> None:
    """Write a layer, unless it is there and the same."""
    section = part.file.section(layer.ply)
    if not (to_compare and part.holds(section, _blocks(layer, directory))):
        part.put(section, _blocks(layer, directory))


def _blocks(layer: Layer, directory: bytes) -> Iterator[bytes | memoryview]:
    """A layer as it stands in the file, but for its checksum, block by block."""
    rows = stored_rows(directory) if directory else None
    if directory:
        yield directory
    for plane in (layer.lost, layer.drawn):
        count = len(plane if rows is None else rows)
        step = max(1, BLOCK_BYTES // (8 * plane.shape[1]))
        for start in range(0, count, step):
            end = min(start + step, count)
            block = plane[start:end] if rows is None else plane[rows[start:end]]
            yield block.astype("<u8", copy=False).data.cast("B")
    assert layer.count is not None, "a layer that was solved was counted"
    yield COUNTS.pack(*layer.count.by_kind.values())


def _read_back(part: Part, section: Section) -> Layer:
    """A layer of a plain table, as the sweep had it."""
    shape = row_count(part.file.game.cells, section.ply), section.words

    def plane(start: int) -> Words:
        with in_words(part.path):
            words = np.frombuffer(part.read(start, start + section.plane_bytes), "<u8")
        return words.astype(np.uint64).reshape(shape)

    return Layer(section.ply, plane(section.lost), plane(section.drawn))
