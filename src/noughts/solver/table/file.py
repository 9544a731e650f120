"""The file of a table: what stands where in it, and how it says so itself.

    magic       12 bytes    89 4E 4F 55 47 48 54 53 0D 0A 1A 0A
    version      4 bytes    1
    length       8 bytes    of the header, the spaces at its end among it
    header                  JSON: the game with all its lines, and where each layer stands
    checksum    32 bytes    SHA-256 of everything up to here
    layer                   the full board
    layer                   one stone less
    ...
    layer                   the empty board, and the file ends

    directory               only where rows are folded: by row of the layer, is it stored?
    lost plane              by stored row and bit: see `sweep.py`
    drawn plane                                                          a layer
    counts      40 bytes    won, drawn, lost, finished won, finished drawn
    checksum    32 bytes    SHA-256 of this layer up to here

All numbers are little-endian. Every byte is under a checksum, and the header is known before the
work begins: the same game always gives the same file. docs/tables.md has the rest.
"""

import json
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from noughts.errors import LimitReached, NotationError, NoughtsError, RulesError
from noughts.notation import read_game
from noughts.rules import Game, Symmetry, board_symmetries, game_of
from noughts.solver.sweep.layers import layer_bytes, row_count, word_count

MAGIC = b"\x89NOUGHTS\r\n\x1a\n"
VERSION = 1
START = struct.Struct(f"<{len(MAGIC)}sIQ")
COUNTS = struct.Struct("<5Q")
CHECKSUM_BYTES = 32
ALIGNMENT = 64
DIRECTORY_BLOCK = 64  # bytes; a directory is a whole number of blocks
LONGEST_HEADER = 1 << 24

MOST_CELLS = 27
FOLDED_ABOVE = 256_000_000  # bytes of all planes; smaller files are not worth the detour

# How a file is read piece by piece: read(start, end) gives those bytes.
Read = Callable[[int, int], bytes]
READ_BYTES = 1 << 20


class TableError(NotationError):
    """The file is no table that can be read, or cannot be written."""


class Section(NamedTuple):
    """Where a layer stands in the file, in bytes from its start."""

    ply: int
    rows: int  # that are stored
    words: int  # of 64 bits to a row
    directory_bytes: int
    directory: int

    @property
    def plane_bytes(self) -> int:
        return self.rows * self.words * 8

    @property
    def lost(self) -> int:
        return self.directory + self.directory_bytes

    @property
    def drawn(self) -> int:
        return self.lost + self.plane_bytes

    @property
    def counts(self) -> int:
        return self.drawn + self.plane_bytes

    @property
    def checksum(self) -> int:
        return self.counts + COUNTS.size

    @property
    def end(self) -> int:
        return self.checksum + CHECKSUM_BYTES

    @property
    def bytes(self) -> int:
        return self.end - self.directory


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Everything about the file of a game that is known before the game is solved."""

    game: Game
    symmetries: tuple[Symmetry, ...]  # by which rows are folded; none if they are not
    opening: bytes  # all that comes before the first layer
    sections: tuple[Section, ...]  # in the order of the file: the full board first

    @property
    def folded(self) -> bool:
        return bool(self.symmetries)

    @property
    def size(self) -> int:
        return self.sections[-1].end

    def section(self, ply: int) -> Section:
        return self.sections[self.game.cells - ply]


# ---- making -------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def layout(game: Game, fold: bool | None = None) -> Layout:
    """The file of a game; rows are folded where that pays, or as one wishes.

    >>> from noughts.rules.catalog import game
    >>> file = layout(game("5x5"))
    >>> file.folded, file.section(12).rows, round(file.size / 1e9, 2)
    (True, 652048, 5.15)
    """
    refuse_game(game)
    if fold is None:
        planes = sum(layer_bytes(game.cells, ply) for ply in range(game.cells + 1))
        fold = planes > FOLDED_ABOVE and len(board_symmetries(game)) > 1
    symmetries = board_symmetries(game) if fold else ()
    relative = _sections(game.cells, symmetries, start=0)
    opening = _opening(game, symmetries, relative)
    return Layout(game, symmetries, opening, _sections(game.cells, symmetries, len(opening)))


def refuse_game(game: Game) -> None:
    """Refuse a game of which no table can be made."""
    if game.drop:
        raise RulesError(f"a table needs a game without drop, got {game.name}")
    if not game.lines:
        raise RulesError(f"a table needs a game with at least one line, got {game.name}")
    if game.cells > MOST_CELLS:
        raise LimitReached(
            f"a table holds at most {MOST_CELLS} cells, and {game.name} has {game.cells}"
        )


def table_name(game: Game) -> str:
    """How a table calls its game: its spec; for lines of one's own, a name made from them."""
    if not game.is_listed:
        return game.name
    return f"own-{sha256(game.describe().encode()).hexdigest()[:16]}"


def _sections(cells: int, symmetries: tuple[Symmetry, ...], start: int) -> tuple[Section, ...]:
    stored = _orbit_counts(cells, symmetries)
    sections = []
    for ply in range(cells, -1, -1):
        block = -(-row_count(cells, ply) // (8 * DIRECTORY_BLOCK)) * DIRECTORY_BLOCK
        section = Section(ply, stored[ply], word_count(ply), block if symmetries else 0, start)
        sections.append(section)
        start = section.end
    return tuple(sections)


def _orbit_counts(cells: int, symmetries: tuple[Symmetry, ...]) -> list[int]:
    """By size: how many sets of cells there are up to symmetry.

    Burnside: the average, over the symmetries, of how many sets each leaves as they are. Such a
    set is made of whole cycles, so these are the coefficients of a product of (1 + x ** length).
    """
    if not symmetries:
        return [row_count(cells, ply) for ply in range(cells + 1)]
    totals = [0] * (cells + 1)
    for symmetry in symmetries:
        unmoved = [1] + [0] * cells
        for length in _cycle_lengths(symmetry):
            for size in range(cells, length - 1, -1):
                unmoved[size] += unmoved[size - length]
        totals = [total + count for total, count in zip(totals, unmoved, strict=True)]
    return [total // len(symmetries) for total in totals]


def _cycle_lengths(symmetry: Symmetry) -> Iterator[int]:
    left = set(range(len(symmetry)))
    while left:
        cell, length = min(left), 0
        while cell in left:
            left.remove(cell)
            cell, length = symmetry[cell], length + 1
        yield length


def _header(
    game: Game, symmetries: tuple[Symmetry, ...], relative: tuple[Section, ...]
) -> dict[str, Any]:
    return {
        "game": table_name(game),
        "rules": game.describe(),
        "cells": game.cells,
        "folded": bool(symmetries),
        "symmetries": [list(symmetry) for symmetry in symmetries],
        "layers": [
            {
                "ply": section.ply,
                "rows": section.rows,
                "words": section.words,
                "directory": section.directory_bytes,
                "offset": section.directory,
                "bytes": section.bytes,
            }
            for section in relative
        ],
    }


def _opening(game: Game, symmetries: tuple[Symmetry, ...], relative: tuple[Section, ...]) -> bytes:
    header = json.dumps(_header(game, symmetries, relative), separators=(",", ":")).encode()
    filling = -(START.size + len(header) + CHECKSUM_BYTES) % ALIGNMENT
    header += b" " * filling
    opening = START.pack(MAGIC, VERSION, len(header)) + header
    return opening + sha256(opening).digest()


# ---- reading ------------------------------------------------------------------------------------


def read_layout(name: str, read: Read, size: int) -> Layout:
    """The layout that a file has, after a look at all but its layers; name is how it is called."""
    found = _read_opening(name, read, size)
    try:
        header = json.loads(found[START.size : -CHECKSUM_BYTES])
        expected = layout(_read_rules(header["game"], header["rules"]), bool(header["folded"]))
    except (NoughtsError, ValueError, LookupError, TypeError, AttributeError):
        raise TableError(f"{name} has a header that describes no table") from None
    if found != expected.opening:
        raise TableError(f"{name} has a header that does not fit its game")
    if size < expected.size:
        raise TableError(
            f"{name} is cut off: a table of {expected.game.name} has {expected.size:,} bytes, "
            f"and here are {size:,}"
        )
    if size > expected.size:
        raise TableError(
            f"{name} goes on after its end: a table of {expected.game.name} has "
            f"{expected.size:,} bytes, and here are {size:,}"
        )
    return expected


def _read_opening(name: str, read: Read, size: int) -> bytes:
    start = read(0, min(START.size, size))
    if start[: len(MAGIC)] != MAGIC[: len(start)] or not start:
        raise TableError(f"{name} is no table of noughts")
    if len(start) < START.size:
        raise TableError(f"{name} is cut off: it ends within its first {START.size} bytes")
    _, version, length = START.unpack(start)
    if version != VERSION:
        raise TableError(
            f"{name} has version {version} of the table format, and this noughts reads version "
            f"{VERSION}: a newer noughts may have written it"
        )
    end = START.size + length + CHECKSUM_BYTES
    if length > LONGEST_HEADER:
        raise TableError(f"{name} is corrupted: it claims a header of {length:,} bytes")
    if end > size:
        raise TableError(f"{name} is cut off: it ends within its header")
    opening = read(0, end)
    if sha256(opening[:-CHECKSUM_BYTES]).digest() != opening[-CHECKSUM_BYTES:]:
        raise TableError(f"{name} is corrupted: the checksum of its header does not fit")
    return opening


def _read_rules(name: str, rules: str) -> Game:
    """The game of a header: the one of that spec if it has these rules, else one of its own."""
    if not name.startswith("own-"):
        spec = game_of(name)
        if spec.describe() == rules:
            return spec
    return read_game(rules, name)


def is_whole(section: Section, read: Read) -> bool:
    """Does the checksum of a layer fit?"""
    digest = sha256()
    for start, end in _pieces(section.directory, section.checksum):
        digest.update(read(start, end))
    return read(section.checksum, section.end) == digest.digest()


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = [*range(start, end, READ_BYTES), end]
    return pairwise(cuts)


def counts_before(directory: bytes) -> list[int]:
    """By block of a directory: how many rows are stored before it.

    >>> counts_before(b"\\x03" + bytes(63) + b"\\xff" * 64)
    [0, 2]
    """
    blocks = range(0, len(directory), DIRECTORY_BLOCK)
    stored = (
        int.from_bytes(directory[at : at + DIRECTORY_BLOCK], "little").bit_count() for at in blocks
    )
    return list(accumulate(stored, initial=0))[:-1]
