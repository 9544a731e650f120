"""Kernels: against their plain twins, with the JIT disabled, and in a second process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts.solver.sweep import kernels
from noughts.solver.sweep.layers import bit_count, unrank
from noughts.solver.sweep.outcomes import new_pieces, new_shares, picked
from noughts.solver.sweep.scores import new_links

SWEEP = """
import time
begin = time.perf_counter()
from noughts.rules.catalog import game
from noughts.solver.sweep.scores import scored_layers
from noughts.solver.sweep.outcomes import sweep
found = [sweep(game(spec), portable=portable) for spec in {specs} for portable in (False, True)]
*_, start = scored_layers(game("3x3+torus"))
print(*(solution.positions for solution in found), start.score(0, 0), time.perf_counter() - begin)
"""


def in_a_process(specs: list[str], **settings: str) -> list[float]:
    """What SWEEP prints; a warning is an error."""
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", SWEEP.format(specs=specs)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return [float(word) for word in ran.stdout.split()]


def test_without_the_jit() -> None:
    *found, _ = in_a_process(["3x3"], NUMBA_DISABLE_JIT="1")
    assert found == [5478, 5478, 3]


def test_a_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    expected = [5478, 5478, 9_722_011, 9_722_011, 3]
    *first, _ = in_a_process(["3x3", "4x4"], NUMBA_CACHE_DIR=str(tmp_path))
    made = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    *second, seconds = in_a_process(["3x3", "4x4"], NUMBA_CACHE_DIR=str(tmp_path))
    assert first == second == expected
    # Nothing was compiled again, so nothing was added; and there was something to load.
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == made
    assert {path.suffix for path in made} == {".nbi", ".nbc"}
    assert seconds < 15  # 0.5 on a free machine


def test_nowhere_to_keep_compiled_code(tmp_path: Path) -> None:
    occupied = tmp_path / "a-file"
    occupied.touch()
    quickly = {"NUMBA_OPT": "0"}  # compiled for this once: how fast it runs does not matter
    *found, _ = in_a_process(["3x3"], NUMBA_CACHE_DIR=str(occupied), **quickly)
    assert found == [5478, 5478, 3]


@pytest.mark.parametrize(
    ("system", "variable", "expected"),
    [
        ("linux", "XDG_CACHE_HOME", "{base}/noughts"),
        ("linux", "HOME", "{base}/.cache/noughts"),
        ("darwin", "HOME", "{base}/Library/Caches/noughts"),
        ("win32", "LOCALAPPDATA", "{base}/noughts"),
    ],
)
def test_the_cache_folder_is_where_each_platform_has_it(
    system: str, variable: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv(variable, str(tmp_path))
    folder = kernels.cache_folder()
    assert folder is not None
    assert folder.is_dir()
    assert folder.parent == Path(expected.format(base=tmp_path))


def words(*values: int) -> Any:
    return np.array(values, np.uint64)


@kernels.jit
def pext_each(values: Any, masks: Any, picked: Any) -> None:
    for at in range(values.shape[0]):
        picked[at] = kernels.pext(values[at], masks[at])


@kernels.jit
def popcount_each(values: Any, counts: Any) -> None:
    for at in range(values.shape[0]):
        counts[at] = kernels.popcount(values[at])


CHOICE = random.Random(7)
VALUES = words(0, 1, 2**63, 2**64 - 1, *(CHOICE.getrandbits(64) for _ in range(200)))
MASKS = words(2**64 - 1, 0, 2**63, 2**64 - 1, *(CHOICE.getrandbits(64) for _ in range(200)))


def plain_pext(value: int, mask: int) -> int:
    """The bits of value where mask has one, read off the text of both."""
    pairs = zip(f"{value:064b}", f"{mask:064b}", strict=True)
    return int("0" + "".join(bit for bit, chosen in pairs if chosen == "1"), 2)


@pytest.mark.skipif(not kernels.HAS_PEXT, reason="this CPU has no quick PEXT")
def test_pext() -> None:
    found = np.zeros_like(VALUES)
    pext_each(VALUES, MASKS, found)
    expected = [plain_pext(int(v), int(m)) for v, m in zip(VALUES, MASKS, strict=True)]
    assert found.tolist() == expected
    plain = [int(kernels._pext_plain(v, m)) for v, m in zip(VALUES, MASKS, strict=True)]
    assert plain == expected


def test_popcount() -> None:
    found = np.zeros(len(VALUES), np.int64)
    popcount_each(VALUES, found)
    assert found.tolist() == [int(value).bit_count() for value in VALUES]
    assert found.tolist() == [int(kernels._popcount_plain(value)) for value in VALUES]


@pytest.mark.parametrize("ply", range(13))
def test_shares_hold_the_second_players_stones(ply: int) -> None:
    shares = new_shares(ply)
    for bit in range(shares.valid.size * 64):
        word, one = bit // 64, 1 << bit % 64
        is_share = bit < bit_count(ply)
        assert bool(int(shares.valid[word]) & one) == is_share
        expected = unrank(bit, ply // 2) if is_share else 0
        found = sum(bool(int(shares.holds[place, word]) & one) << place for place in range(ply))
        assert found == expected


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("ply", range(12))
def test_pieces_carry_each_child_to_its_parent(ply: int, portable: bool) -> None:
    """The pieces of a gap take the chosen child bits in order, and fill the row in order."""
    child = new_shares(ply + 1)
    pieces, links = new_pieces(ply, child, portable), new_links(ply, child)
    masks = picked(ply, child)
    for gap in range(ply + 1):
        chosen = [bit for bit in range(masks.shape[1] * 64) if bit_of(masks[gap], bit)]
        assert links[gap].tolist() == chosen
        span = range(int(pieces.starts[gap]), int(pieces.starts[gap + 1]))
        carried = [pair for at in span for pair in carries(pieces, at, portable)]
        assert carried == list(zip(chosen, range(bit_count(ply)), strict=True))


def bit_of(plane: Any, bit: int) -> int:
    return int(plane[bit // 64]) >> bit % 64 & 1


def carries(pieces: kernels.Pieces, at: int, portable: bool) -> Iterator[tuple[int, int]]:
    """The bits of the child row that a piece takes, each with the bit that it becomes."""
    source, target, turn = (int(part[at]) for part in (pieces.source, pieces.target, pieces.turn))
    taken = [bit for bit in range(64) if int(pieces.mask[at]) >> bit & 1]
    for order, bit in enumerate(taken):
        lands = (bit + turn) % 64 if portable else order + turn
        yield source * 64 + bit, target * 64 + lands
