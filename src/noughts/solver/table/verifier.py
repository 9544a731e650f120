"""Verifying a table, with code that did not write it and from the rules alone.

First every byte, then the meaning, layer by layer:

    checksums      of each layer
    directories    where rows are folded: exactly the smallest of all images are stored
    counts         those in the file against the bits of the planes, images counted in
    positions      all of a layer, or as many as asked for where it is larger, at random but the
                   same every time: can it arise; is its outcome the best of its children's, one
                   ply on; has its image under a symmetry the same

It needs neither numpy nor numba.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from noughts.notation import format_position, head, seconds_of
from noughts.rules import Game, Mask, Position, board_symmetries, cells_of, image, mask_of
from noughts.solver.counts import LayerCount
from noughts.solver.table.file import READ_BYTES, Section, is_whole
from noughts.solver.table.index import Images
from noughts.solver.table.table import Table
from noughts.value import Outcome

SAMPLE = 5_000  # positions of a layer, if it has more
MOST_COMPLAINTS = 10
SEED = 1

OnCheck: TypeAlias = Callable[[int, int], None]  # layers gone through, and how many in all

# What the planes can say of a position: lost, drawn, neither, or both.
Tally: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check of a table found."""

    path: Path
    game: Game
    bytes: int
    counts: tuple[LayerCount, ...]  # by ply, as the file has them
    checked: tuple[int, ...]  # by ply: positions looked at one by one
    complaints: tuple[str, ...]  # each says what is wrong, and where
    seconds: float

    @property
    def is_right(self) -> bool:
        return not self.complaints

    def to_dict(self) -> dict[str, Any]:
        """The check as JSON has it."""
        return {
            **head(self.game),
            "path": str(self.path),
            "bytes": self.bytes,
            "right": self.is_right,
            "complaints": self.complaints,
            "positions": sum(layer.positions for layer in self.counts),
            "checked": sum(self.checked),
            "seconds": seconds_of(self.seconds, 4),
        }


def verify(
    path: str | os.PathLike[str], *, sample: int | None = None, on_progress: OnCheck | None = None
) -> Verification:
    """Check a table; raises TableError where there is none to check.

    Of a layer with more than sample positions so many are looked at one by one; all the rest is
    checked everywhere.
    """
    begin = perf_counter()
    with Table.open(path, checked=False) as table:
        check = _Check(table, SAMPLE if sample is None else sample)
        steps = 2 * len(table.file.sections)
        for done, _ in enumerate(check.steps(), start=1):
            if on_progress is not None:
                on_progress(done, steps)
            if len(check.complaints) >= MOST_COMPLAINTS:
                break
        plies = range(table.game.cells + 1)
        return Verification(
            table.path,
            table.game,
            table.file.size,
            tuple(table.counts(ply) for ply in plies),
            tuple(check.checked[ply] for ply in plies),
            tuple(check.complaints[:MOST_COMPLAINTS]),
            perf_counter() - begin,
        )


class _Check:
    """One look through a table."""

    def __init__(self, table: Table, sample: int) -> None:
        self.table, self.game = table, table.game
        self.sample = sample
        self.complaints: list[str] = []
        self.checked: Counter[int] = Counter()
        self._symmetries = board_symmetries(self.game)

    def steps(self) -> Iterator[None]:
        """Check a layer at a time: first how all are written, then what they say."""
        for section in self.table.file.sections:
            self.check_writing(section)
            yield
        if self.complaints:
            return  # positions would be read in the wrong places
        for section in self.table.file.sections:
            self.check_positions(section.ply)
            yield

    def complain(self, ply: int, what: str) -> None:
        self.complaints.append(f"layer of {ply} stones: {what}")

    # ---- how a layer is written -----------------------------------------------------------------

    def check_writing(self, section: Section) -> None:
        if not is_whole(section, self.table.read):
            self.complain(section.ply, "its checksum does not fit")
            return
        found = self.folded_tally(section) if self.table.folded else self.plain_tally(section)
        expected = planes_of(self.table.counts(section.ply), self.game.misere)
        if found is None:
            self.complain(section.ply, "its directory does not name the canonical rows")
        elif found[:3] != expected:
            self.complain(
                section.ply,
                f"its counts ask for {expected} positions lost, drawn and won, ended ones "
                f"counted in, and its planes have {found[:3]}",
            )

    def plain_tally(self, section: Section) -> Tally:
        """What the planes say, word by word."""
        both = lost = drawn = 0
        for at in range(0, section.plane_bytes, READ_BYTES):
            size = min(READ_BYTES, section.plane_bytes - at)
            a, b = self._planes(section, at, size)
            both += (a & b).bit_count()
            lost += (a & ~b).bit_count()
            drawn += (b & ~a).bit_count()
        places = comb(self.game.cells, section.ply) * _shares(section.ply)
        return lost, drawn, places - both - lost - drawn, both

    def folded_tally(self, section: Section) -> Tally | None:
        """The same, every row as often as it has images; None if other rows are stored."""
        images = Images(self._symmetries)
        stride, shares = section.words * 8, _shares(section.ply)
        both = lost = drawn = neither = stored = 0
        for mask in self._stored_masks(section):
            orbit = set(images.of(mask))
            if min(orbit) != mask or stored == section.rows:
                return None
            a, b = self._planes(section, stored * stride, stride)
            counts = (a & b).bit_count(), (a & ~b).bit_count(), (b & ~a).bit_count()
            both += counts[0] * len(orbit)
            lost += counts[1] * len(orbit)
            drawn += counts[2] * len(orbit)
            neither += (shares - sum(counts)) * len(orbit)
            stored += 1
        return (lost, drawn, neither, both) if stored == section.rows else None

    def _stored_masks(self, section: Section) -> Iterator[Mask]:
        """The sets of cells whose rows the directory names."""
        directory = self.table.read(section.directory, section.lost)
        mask = (1 << section.ply) - 1
        for row in range(comb(self.game.cells, section.ply)):
            if directory[row >> 3] >> (row & 7) & 1:
                yield mask
            mask = _next_set(mask)

    def _planes(self, section: Section, at: int, size: int) -> tuple[int, int]:
        lost = self.table.read(section.lost + at, section.lost + at + size)
        drawn = self.table.read(section.drawn + at, section.drawn + at + size)
        return int.from_bytes(lost, "little"), int.from_bytes(drawn, "little")

    # ---- what a layer says ----------------------------------------------------------------------

    def check_positions(self, ply: int) -> None:
        places = comb(self.game.cells, ply) * _shares(ply)
        whole = places <= self.sample
        kinds: Counter[str] = Counter()
        for position in self._all(ply) if whole else self._some(ply):
            self.checked[ply] += 1
            kinds[self.check_position(position)] += 1
            if len(self.complaints) >= MOST_COMPLAINTS:
                return
        counted = LayerCount(
            ply,
            kinds["won"],
            kinds["drawn"],
            kinds["lost"],
            kinds["finished_won"],
            kinds["finished_drawn"],
        )
        if whole and counted != self.table.counts(ply):
            self.complain(
                ply,
                f"there are {_listed(counted)}, and it counts {_listed(self.table.counts(ply))}",
            )

    def check_position(self, position: Position) -> str:
        """Complain of what is wrong with a position; the name of the count it belongs to."""
        found, kind = self.table.probe(position), "none"
        if not _can_arise(position):
            expected = None
        elif position.is_over:
            expected = _outcome_at_end(position)
            kind = "finished_won" if position.is_lined else "finished_drawn"
        else:
            expected = self._best_of_children(position)
            kind = {Outcome.WIN: "won", Outcome.DRAW: "drawn", Outcome.LOSS: "lost"}[expected]
        if found is not expected:
            self.complain(
                position.stones,
                f"{format_position(position)} is {_named(found)} in the table, "
                f"and {_named(expected)} by the rules and the layer after it",
            )
        symmetry = self._symmetries[self.checked[position.stones] % len(self._symmetries)]
        seen = image(position, symmetry)
        if self.table.probe(seen) is not found:
            self.complain(
                position.stones,
                f"{format_position(position)} and its image {format_position(seen)} differ",
            )
        return kind

    def _best_of_children(self, position: Position) -> Outcome:
        best = Outcome.LOSS
        for move in position.moves():
            child = position.child(move)
            outcome = _outcome_at_end(child) if child.is_over else self.table.probe(child)
            if outcome is None:
                self.complain(
                    child.stones, f"{format_position(child)} can arise, and the table denies it"
                )
            else:
                best = max(best, Outcome(-outcome))
        return best

    def _all(self, ply: int) -> Iterator[Position]:
        for occupied in combinations(range(self.game.cells), ply):
            for second in combinations(occupied, ply // 2):
                stones = mask_of(second)
                yield Position(self.game, mask_of(occupied) & ~stones, stones)

    def _some(self, ply: int) -> Iterator[Position]:
        chance = random.Random(SEED + ply)
        for _ in range(self.sample):
            cells = chance.sample(range(self.game.cells), ply)
            yield Position(self.game, mask_of(cells[ply // 2 :]), mask_of(cells[: ply // 2]))


def planes_of(counts: LayerCount, misere: bool) -> tuple[int, int, int]:
    """How many positions the planes have as lost, drawn and won when the layer counts these."""
    ended_lost, ended_won = (0, counts.finished_won) if misere else (counts.finished_won, 0)
    return counts.lost + ended_lost, counts.drawn + counts.finished_drawn, counts.won + ended_won


def _shares(ply: int) -> int:
    return comb(ply, ply // 2)


def _next_set(mask: Mask) -> Mask:
    """The next larger mask with as many bits."""
    if not mask:
        return mask
    lowest = mask & -mask
    ripple = mask + lowest
    return ripple | (mask ^ ripple) // lowest >> 2


def _can_arise(position: Position) -> bool:
    """Is there a last move, and before it a position without a line?"""
    if _has_line(position.game, position.mine):
        return False
    if not position.is_lined:
        return True
    theirs = position.theirs
    return any(not _has_line(position.game, theirs ^ 1 << cell) for cell in cells_of(theirs))


def _has_line(game: Game, stones: Mask) -> bool:
    return any(line & stones == line for line in game.lines)


def _outcome_at_end(position: Position) -> Outcome:
    """What a finished game is for the side that would be next."""
    if not position.is_lined:
        return Outcome.DRAW
    return Outcome.WIN if position.game.misere else Outcome.LOSS


def _named(outcome: Outcome | None) -> str:
    return "one that cannot arise" if outcome is None else f"a {outcome}"


def _listed(counts: LayerCount) -> str:
    return ", ".join(
        f"{count:,} {name.replace('_', ' ')}" for name, count in counts.by_kind.items()
    )
