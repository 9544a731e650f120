"""Tables: what is written is what was solved, whatever happens on the way."""

from __future__ import annotations

import errno
import json
import os
import random
import struct
import subprocess
import sys
import timeit
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from noughts.errors import LimitReached, RulesError
from noughts.notation.gamefile import read_game
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.grid import mask_of
from noughts.rules.position import Position
from noughts.rules.symmetry import board_symmetries, image_mask
from noughts.solver.sweep.layers import index_of, rank
from noughts.solver.sweep.outcomes import Layer, sweep
from noughts.solver.table import builder, fold as folding, part as parts
from noughts.solver.table.file import COUNTS, START, Layout, TableError, layout
from noughts.solver.table.fold import directories, stored_rows
from noughts.solver.table.table import Table, build, find_table, table_folder, table_path
from noughts.solver.table.verifier import verify
from noughts.value import Outcome

OWN = read_game("4x3\na1 b2 c3\na1 d1\nb1 b2 b3\n", name="@own")
SPECS = ("3x3", "4x3:3", "3x3+misere", "3x3+torus", "2x2x2", "5x1:3", "1x1", "2x1:2")
GAMES = [*map(game, SPECS), OWN]

both_ways = pytest.mark.parametrize("fold", [False, True], ids=["plain", "folded"])
posix = pytest.mark.skipif(os.name == "nt", reason="no such thing on Windows")


def name(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def every_place(rules: Game) -> Iterator[Position]:
    """Every way to place stones in turn, also those that cannot arise."""
    for ply in range(rules.cells + 1):
        for occupied in combinations(range(rules.cells), ply):
            for second in combinations(occupied, ply // 2):
                stones = mask_of(second)
                yield Position(rules, mask_of(occupied) & ~stones, stones)


def built(rules: Game, path: Path, fold: bool | None = None) -> bytes:
    build(rules, path, fold=fold, threads=1)
    return path.read_bytes()


# Looking up


@both_ways
@pytest.mark.parametrize("rules", GAMES, ids=name)
def test_a_table_says_of_every_place_what_the_sweep_says(
    rules: Game, fold: bool, tmp_path: Path
) -> None:
    solution = sweep(rules, keep=True, threads=1)
    path = tmp_path / "it.table"
    done = build(rules, path, fold=fold)
    assert (done.path, done.game, done.folded) == (path, rules, fold)
    assert done.bytes == path.stat().st_size
    assert done.positions == solution.positions
    with Table.open(path) as found:
        assert found.game.describe() == rules.describe()
        assert found.folded is fold
        for position in every_place(rules):
            assert found.probe(position) is solution.probe(position), position
        for layer in solution.layers:
            assert found.counts(layer.ply) == layer
    assert verify(path, sample=200).is_right


def test_larger_boards_by_random_positions(tmp_path: Path) -> None:
    rules = game("4x4")
    solution = sweep(rules, keep=True)
    chance = random.Random(4)
    for fold in (False, True):
        build(rules, tmp_path / "it.table", fold=fold)
        with Table.open(tmp_path / "it.table") as found:
            for _ in range(3000):
                ply = chance.randrange(17)
                cells = chance.sample(range(16), ply)
                first, second = mask_of(cells[ply // 2 :]), mask_of(cells[: ply // 2])
                position = Position(rules, first, second)
                assert found.probe(position) is solution.probe(position)


def test_stones_that_nobody_could_place_cannot_arise(tmp_path: Path) -> None:
    for fold in (False, True):
        built(game("3x3"), tmp_path / "it.table", fold)
        with Table.open(tmp_path / "it.table") as found:
            assert found.outcome(0b11, 0) is None
            assert found.outcome(0, 0b1) is None
            assert found.outcome(0b11, 0b10) is None
            assert found.outcome(1 << 9, 0) is None
            assert found.outcome(0b111_000_000, 0b000_000_111) is None


def test_a_position_of_another_game_is_refused(tmp_path: Path) -> None:
    built(game("3x3"), tmp_path / "it.table")
    with Table.open(tmp_path / "it.table") as found:
        with pytest.raises(
            TableError, match=r"is a table of 3x3, and the position is one of 3x3\+"
        ):
            found.probe(Position(game("3x3+misere")))
        same = read_game(game("3x3").describe(), name="@mine")
        assert found.probe(Position(same)) is Outcome.DRAW


def test_a_table_that_is_closed_answers_no_more(tmp_path: Path) -> None:
    built(game("3x3"), tmp_path / "it.table")
    with Table.open(tmp_path / "it.table") as found:
        pass
    with pytest.raises(ValueError, match="closed"):
        found.probe(Position(game("3x3")))
    assert repr(found) == f"Table.open({str(tmp_path / 'it.table')!r})"


def test_a_probe_takes_microseconds(tmp_path: Path) -> None:
    built(game("4x4"), tmp_path / "it.table")
    chance = random.Random(5)
    positions = []
    for _ in range(500):
        cells = chance.sample(range(16), chance.randrange(17))
        cut = len(cells) // 2
        positions.append(Position(game("4x4"), mask_of(cells[cut:]), mask_of(cells[:cut])))
    with Table.open(tmp_path / "it.table") as found:
        times = timeit.repeat(lambda: list(map(found.probe, positions)), number=1, repeat=9)
    assert min(times) / len(positions) < 5e-6


def test_looking_up_and_verifying_need_neither_numpy_nor_numba(tmp_path: Path) -> None:
    built(game("4x3:3"), tmp_path / "plain.table", False)
    built(game("4x3:3"), tmp_path / "folded.table", True)
    program = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver.table.table import Table
from noughts.solver.table.verifier import verify
for path in sys.argv[1:]:
    with Table.open(path) as table:
        print(table.probe(Position(table.game)), verify(path, sample=20).is_right)
assert not {"numpy", "numba"} & set(sys.modules)
"""
    paths = [str(tmp_path / f"{kind}.table") for kind in ("plain", "folded")]
    done = subprocess.run(
        [sys.executable, "-c", program, *paths], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("win True\n" * 2, "")


# The file


@both_ways
def test_the_same_game_gives_the_same_bytes(fold: bool, tmp_path: Path) -> None:
    once = built(game("4x3:3"), tmp_path / "once.table", fold)
    build(game("4x3:3"), tmp_path / "twice.table", fold=fold, threads=3)
    assert (tmp_path / "twice.table").read_bytes() == once
    assert sorted(path.name for path in tmp_path.iterdir()) == ["once.table", "twice.table"]


def test_a_file_explains_itself_to_whoever_reads_the_documentation(tmp_path: Path) -> None:
    """A reader of its own, from docs/tables.md: header, offsets, planes, counts and checksums."""
    content = built(game("3x3"), tmp_path / "it.table")
    assert content[:12] == bytes.fromhex("894E4F55474854530D0A1A0A")
    version, length = struct.unpack_from("<IQ", content, 12)
    assert version == 1
    header = json.loads(content[24 : 24 + length])
    start = 24 + length + 32
    assert content[start - 32 : start] == sha256(content[: start - 32]).digest()
    assert start % 64 == 0
    assert header["game"] == "3x3"
    assert header["rules"] == game("3x3").describe()
    assert header["cells"] == 9
    assert (header["folded"], header["symmetries"]) == (False, [])
    assert [layer["ply"] for layer in header["layers"]] == list(range(9, -1, -1))
    solution = sweep(game("3x3"), keep=True)
    for layer in header["layers"]:
        begin, end = start + layer["offset"], start + layer["offset"] + layer["bytes"]
        body, checksum = content[begin : end - 32], content[end - 32 : end]
        assert checksum == sha256(body).digest()
        plane = layer["rows"] * layer["words"] * 8
        kept = solution.kept[layer["ply"]]
        assert body[:plane] == kept.lost.astype("<u8").tobytes()
        assert body[plane : 2 * plane] == kept.drawn.astype("<u8").tobytes()
        won, drawn, lost, finished_won, finished_drawn = struct.unpack("<5Q", body[2 * plane :])
        counts = solution.layers[layer["ply"]]
        assert (won, drawn, lost) == (counts.won, counts.drawn, counts.lost)
        assert (finished_won, finished_drawn) == (counts.finished_won, counts.finished_drawn)
    assert end == len(content)


@pytest.mark.parametrize("lower", [16, 5])
@pytest.mark.parametrize("spec", ["3x3", "4x3:3", "3x3+torus", "2x2x2"])
def test_the_stored_rows_are_the_smallest_of_their_images(
    spec: str, lower: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "LOWER", lower)
    rules = game(spec)
    symmetries = board_symmetries(rules)
    found = directories(symmetries)
    for ply in range(rules.cells + 1):
        masks = [mask_of(cells) for cells in combinations(range(rules.cells), ply)]
        canonical = [
            mask for mask in masks if mask == min(image_mask(mask, one) for one in symmetries)
        ]
        assert sorted(map(rank, canonical)) == stored_rows(found[ply]).tolist()
        assert len(canonical) == layout(rules, True).section(ply).rows


def test_folding_begins_where_it_pays() -> None:
    assert not layout(game("5x4:4")).folded
    assert layout(game("5x5")).folded
    assert layout(game("5x5")).size < 6_000_000_000
    alone = read_game("7x3\na1 b1 c1\na1 b2\nd3 a1\n")  # nothing but the identity
    assert len(board_symmetries(alone)) == 1
    assert not layout(alone).folded


@pytest.mark.parametrize(
    ("spec", "kind", "what"),
    [
        ("connect4", RulesError, "without drop, got 7x6"),
        ("7x4:4", LimitReached, "at most 27 cells, and 7x4:4 has 28"),
    ],
)
def test_games_of_which_there_can_be_no_table(
    spec: str, kind: type[Exception], what: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=what):
        build(game(spec), tmp_path / "it.table")
    assert not list(tmp_path.iterdir())


# Files that are broken

TINY = [(spec, fold) for spec in ("2x2", "3x2:2") for fold in (False, True)]
tiny = pytest.mark.parametrize(("spec", "fold"), TINY)


def complaint_about(path: Path) -> str | None:
    """What is said of a file by those who open or verify it."""
    try:
        found = verify(path)
    except TableError as error:
        return str(error)
    return "; ".join(found.complaints) or None


@tiny
def test_every_flipped_bit_is_refused_or_found(spec: str, fold: bool, tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    content = built(game(spec), path, fold)
    assert complaint_about(path) is None
    bits = 8 if spec == "2x2" else 1
    with path.open("r+b", buffering=0) as file:
        for at, byte in enumerate(content):
            for bit in range(at % 8, at % 8 + bits):
                file.seek(at)
                file.write(bytes([byte ^ 1 << bit % 8]))
                assert complaint_about(path), f"byte {at}, bit {bit % 8}"
            file.seek(at)
            file.write(bytes([byte]))
    assert complaint_about(path) is None


@tiny
def test_a_layer_with_a_flipped_bit_gives_no_answers(spec: str, fold: bool, tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    content = built(game(spec), path, fold)
    for section in layout(game(spec), fold).sections:
        some = next(p for p in every_place(game(spec)) if p.stones == section.ply)
        for at in (section.directory, section.drawn - 1, section.checksum - 1, section.end - 1):
            changed = bytearray(content)
            changed[at] ^= 16
            path.write_bytes(changed)
            refused = pytest.raises(TableError, match=rf"layer of {section.ply} stones")
            with Table.open(path) as found, refused:
                found.probe(some)


@tiny
def test_a_file_that_ends_early_or_late_is_refused(spec: str, fold: bool, tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    content = built(game(spec), path, fold)
    for length in range(len(content) - 1, -1, -1):
        os.truncate(path, length)
        with pytest.raises(TableError, match="cut off" if length else "is no table"):
            Table.open(path)
    path.write_bytes(content + b"\0")
    with pytest.raises(TableError, match="goes on after its end"):
        Table.open(path)


def with_header(content: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """The file with another header, and a checksum that fits it."""
    length = struct.unpack_from("<Q", content, 16)[0]
    header = json.loads(content[24 : 24 + length])
    new = change(header)
    text = json.dumps(header if new is None else new, separators=(",", ":")).encode()
    text += b" " * (-(24 + len(text) + 32) % 64)
    opening = content[:16] + struct.pack("<Q", len(text)) + text
    return opening + sha256(opening).digest() + content[24 + length + 32 :]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda header: header.update(rules=header["rules"] + "\na1 c3"), "does not fit its game"),
        (lambda header: header.update(game="4x4"), "does not fit its game"),
        (lambda header: header.update(cells=10), "does not fit its game"),
        (lambda header: header.update(folded=True), "does not fit its game"),
        (lambda header: header["layers"][3].update(rows=83), "does not fit its game"),
        (lambda header: header["layers"].__delitem__(0), "does not fit its game"),
        (lambda header: header.update(rules="3x3\nz9"), "describes no table"),
        (lambda header: header.update(rules=7), "describes no table"),
        (lambda header: header.update(game=None), "describes no table"),
        (lambda header: header.update(game="7x6:4+drop", rules="7x6+drop\na1 b1"), "no table"),
        (lambda header: header.__delitem__("game"), "describes no table"),
        (lambda header: [header], "describes no table"),
        (lambda header: 0, "describes no table"),
    ],
)
def test_a_header_that_lies_is_refused_though_its_checksum_fits(
    change: Callable[[dict[str, Any]], object], what: str, tmp_path: Path
) -> None:
    path = tmp_path / "it.table"
    content = built(game("3x3"), path)
    assert with_header(content, lambda header: None) == content
    path.write_bytes(with_header(content, change))
    with pytest.raises(TableError, match=what):
        Table.open(path)


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    content = built(game("3x3"), path)
    path.write_bytes(content[:12] + struct.pack("<I", 2) + content[16:])
    with pytest.raises(TableError, match=r"version 2 .* reads version 1: a newer noughts"):
        Table.open(path)
    with pytest.raises(TableError, match="a newer noughts"):
        build(game("3x3"), path)
    path.write_bytes(content[:16] + struct.pack("<Q", 1 << 40) + content[24:])
    with pytest.raises(TableError, match="corrupted: it claims a header of"):
        Table.open(path)
    path.write_text("X.. .O. ...")
    with pytest.raises(TableError, match="is no table of noughts"):
        Table.open(path)
    with pytest.raises(TableError, match=r"cannot read .*: "):
        Table.open(tmp_path)
    with pytest.raises(TableError, match=r"cannot read .*: no such file"):
        Table.open(tmp_path / "none.table")


# Wrong values behind right checksums


def with_section(
    content: bytes, file: Layout, ply: int, change: Callable[[bytearray], None]
) -> bytes:
    """The file with a changed layer, and a checksum that fits it."""
    section = file.section(ply)
    body = bytearray(content[section.directory : section.checksum])
    change(body)
    return b"".join(
        [content[: section.directory], body, sha256(body).digest(), content[section.end :]]
    )


def flip_plane(
    rules: Game, file: Layout, position: Position, lost: bool
) -> Callable[[bytearray], None]:
    """Flip a position's bit in a plane of a plain table."""
    ply, row, bit = index_of(position)
    section = file.section(ply)
    start = (section.lost if lost else section.drawn) - section.directory

    def change(body: bytearray) -> None:
        body[start + row * section.words * 8 + bit // 8] ^= 1 << bit % 8

    return change


def add_counts(**more: int) -> Callable[[bytearray], None]:
    names = ["won", "drawn", "lost", "finished_won", "finished_drawn"]

    def change(body: bytearray) -> None:
        counts = COUNTS.unpack(body[-COUNTS.size :])
        body[-COUNTS.size :] = COUNTS.pack(
            *(count + more.get(name, 0) for name, count in zip(names, counts, strict=True))
        )

    return change


def test_a_wrong_value_is_found_though_checksum_and_counts_fit(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path), layout(rules)
    won = Position(rules, 0b000_000_011, 0b011_000_000)  # X completes the top row
    change = flip_plane(rules, file, won, lost=False)
    path.write_bytes(with_section(content, file, 4, change))
    assert "its counts ask for" in (complaint_about(path) or "")
    counted = with_section(path.read_bytes(), file, 4, add_counts(won=-1, drawn=1))
    path.write_bytes(counted)
    said = complaint_about(path) or ""
    assert "layer of 4 stones: XX. ... OO. is a draw in the table, and a win by the rules" in said
    assert "there are 584 won, 136 drawn" in said
    assert "differ" in said, "its images have kept the right value"
    with Table.open(path) as found:
        assert found.probe(won) is Outcome.DRAW


def test_a_wrong_end_is_found(tmp_path: Path) -> None:
    rules, path = game("3x3+misere"), tmp_path / "it.table"
    content, file = built(rules, path), layout(rules)
    ended = Position(rules, 0b000_000_111, 0b011_000_000)
    path.write_bytes(with_section(content, file, 5, flip_plane(rules, file, ended, lost=True)))
    with Table.open(path) as found:
        assert found.probe(ended) is Outcome.LOSS
    assert complaint_about(path)
    path.write_bytes(with_section(path.read_bytes(), file, 5, add_counts(finished_won=-1, lost=1)))
    assert "XXX ... OO. is a loss in the table, and a win" in (complaint_about(path) or "")


def test_wrongly_denied_and_wrongly_admitted_positions_are_found(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path), layout(rules)
    both_lines = Position(rules, 0b000_000_111, 0b111_000_000)
    path.write_bytes(with_section(content, file, 6, flip_plane(rules, file, both_lines, lost=True)))
    path.write_bytes(with_section(path.read_bytes(), file, 6, add_counts(drawn=1)))
    assert "is a draw in the table, and one that cannot arise" in (complaint_about(path) or "")
    drawn = Position(rules, 0b000_010_000, 0b000_000_001)
    path.write_bytes(with_section(content, file, 2, flip_plane(rules, file, drawn, lost=True)))
    path.write_bytes(with_section(path.read_bytes(), file, 2, add_counts(drawn=-1)))
    said = complaint_about(path) or ""
    assert "O.. .X. ... is one that cannot arise in the table, and a draw" in said
    assert "can arise, and the table denies it" in said


def test_wrong_counts_are_found(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path), layout(rules)
    path.write_bytes(with_section(content, file, 5, add_counts(won=1)))
    assert "layer of 5 stones: its counts ask for" in (complaint_about(path) or "")
    path.write_bytes(with_section(content, file, 5, add_counts(lost=1, finished_won=-1)))
    assert "336 lost, 120 finished won" in (complaint_about(path) or ""), "the planes cannot tell"


def test_a_directory_that_names_other_rows_is_found(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path, True), layout(rules, True)

    def exchange(body: bytearray) -> None:
        other = next(row for row in range(8) if not body[0] >> row & 1)
        body[0] ^= 1 << other | 1 << other - 1

    def drop(body: bytearray) -> None:
        body[0] ^= 1

    for change in (exchange, drop):
        path.write_bytes(with_section(content, file, 3, change))
        said = complaint_about(path) or ""
        assert "layer of 3 stones: its directory does not name the canonical rows" in said


def test_a_sample_finds_what_is_wrong_everywhere(tmp_path: Path) -> None:
    """A table of another game's values in this game's file."""
    path, other = tmp_path / "it.table", tmp_path / "other.table"
    content, wrong = built(game("4x3:3"), path), built(game("4x3:4"), other)
    path.write_bytes(
        content[: len(layout(game("4x3:3")).opening)] + wrong[len(layout(game("4x3:4")).opening) :]
    )
    found = verify(path, sample=50)
    assert not found.is_right
    assert len(found.complaints) == 10, "enough is enough"
    assert all(complaint.startswith("layer of ") for complaint in found.complaints)


def test_verify_says_how_far_it_is(tmp_path: Path) -> None:
    built(game("2x2"), tmp_path / "it.table")
    steps: list[tuple[int, int]] = []
    found = verify(tmp_path / "it.table", on_progress=lambda *step: steps.append(step))
    assert steps == [(done, 10) for done in range(1, 11)]
    assert found.checked == (1, 4, 12, 12, 6)
    assert [layer.positions for layer in found.counts] == [1, 4, 12, 12, 0]


# Builds that are stopped

DEATHS = """
import os, random, signal, sys, time
from pathlib import Path
from noughts.rules.catalog import game
from noughts.solver.table import part as parts
from noughts.solver.sweep.outcomes import compile_sweep
from noughts.solver.table.table import Table, build

fold, kind, path, whole = sys.argv[1] == "True", sys.argv[2], *map(Path, sys.argv[3:])
compile_sweep()
chance = random.Random(7)

def in_a_child(work, after=None):
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr)
            os._exit(1)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]

class Dying:
    # A file whose process is killed when that many bytes have been written.
    def __init__(self, file, left):
        self._file, self._left = file, left
    def __getattr__(self, name):
        return getattr(self._file, name)
    def write(self, block):
        if len(block) > self._left:
            self._file.write(block[:self._left])
            os.kill(os.getpid(), signal.SIGKILL)
        self._left -= len(block)
        return self._file.write(block)

def dies_after(left):
    open_locked = parts._open_locked
    parts._open_locked = lambda path: Dying(open_locked(path), left)
    build(game("4x3:3"), path, fold=fold, threads=1)

def slow():
    build(game("4x3:3"), path, fold=fold, threads=2, on_progress=lambda _: time.sleep(0.004))

part, whole = Path(f"{path}.part"), whole.read_bytes()
lengths, deaths = set(), 0
begin = time.perf_counter()
slow()
longest = 1.1 * (time.perf_counter() - begin)
path.unlink()
while deaths < 10 or deaths < 40 and time.perf_counter() - begin < 5:
    if kind == "bytes":
        left = chance.randrange(1, 3 * len(whole) // 4)
        status = in_a_child(lambda: dies_after(left))
    else:
        status = in_a_child(slow, after=chance.uniform(0, longest))
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        deaths += 1
    else:
        assert status == 0, status
    if path.exists():  # complete, and nothing else ever bears its name
        assert path.read_bytes() == whole and not part.exists()
        path.unlink()
    elif part.exists():
        lengths.add(part.stat().st_size)
build(game("4x3:3"), path, fold=fold)
print(len(lengths))
"""


@posix
@both_ways
@pytest.mark.parametrize("kind", ["bytes", "moments"])
def test_a_build_that_is_killed_goes_on_and_gives_the_same_bytes(
    kind: str, fold: bool, tmp_path: Path
) -> None:
    path, whole = tmp_path / "it.table", tmp_path / "whole.table"
    undisturbed = built(game("4x3:3"), whole, fold)
    done = subprocess.run(
        [sys.executable, "-c", DEATHS, str(fold), kind, str(path), str(whole)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= (8 if kind == "bytes" else 2), "killed at many places"
    assert path.read_bytes() == undisturbed
    assert verify(path, sample=100).is_right


@both_ways
def test_a_build_goes_on_from_every_length(fold: bool, tmp_path: Path) -> None:
    rules, path = game("3x2:2"), tmp_path / "it.table"
    content, file = built(rules, path, fold), layout(rules, fold)
    path.unlink()
    part = tmp_path / "it.table.part"
    for length in range(0, len(content) + 1, 7):
        part.write_bytes(content[:length])
        done = build(rules, path, fold=fold)
        assert done.layers_kept == sum(section.end <= length for section in file.sections)
        assert not done.was_there
        assert path.read_bytes() == content
        assert not part.exists()
        path.unlink()


@both_ways
def test_layers_that_are_not_whole_are_written_anew(fold: bool, tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path, fold), layout(rules, fold)
    part = tmp_path / "it.table.part"
    for ply, section in ((9, file.section(9)), (5, file.section(5)), (0, file.section(0))):
        changed = bytearray(content)
        changed[section.drawn] ^= 2
        path.unlink()
        part.write_bytes(changed)
        assert build(rules, path, fold=fold).layers_kept == 9 - ply
        assert path.read_bytes() == content


def test_a_folded_layer_that_is_whole_and_wrong_is_written_anew(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content, file = built(rules, path, True), layout(rules, True)
    path.unlink()
    wrong = with_section(content, file, 7, add_counts(won=1))
    (tmp_path / "it.table.part").write_bytes(wrong[: file.section(3).end])
    assert build(rules, path, fold=True).layers_kept == 7
    assert path.read_bytes() == content


def test_what_another_build_left_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    rules, path, part = game("3x3"), tmp_path / "it.table", tmp_path / "it.table.part"
    content = built(rules, path)
    for other, fold in ((game("3x3+misere"), False), (rules, True), (game("4x3:3"), False)):
        path.unlink()
        begun = built(other, tmp_path / "other.table", fold)
        (tmp_path / "other.table").unlink()
        part.write_bytes(begun)
        assert build(rules, path).layers_kept == 0
        assert path.read_bytes() == content


def test_what_is_there_is_kept_or_mended_and_what_is_foreign_is_left_alone(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content = built(rules, path)
    assert build(rules, path).was_there
    for broken in (content[:-1], content[:100], content[:-1] + b"\0"):
        path.write_bytes(broken)
        assert not build(rules, path).was_there
        assert path.read_bytes() == content
    with pytest.raises(TableError, match="is a table of 3x3: it is not written over"):
        build(game("3x3+misere"), path)
    assert path.read_bytes() == content
    for foreign in (path, tmp_path / "new.table.part"):
        foreign.write_text("my diary")
        with pytest.raises(TableError, match="is no table of noughts: it is not written over"):
            build(rules, tmp_path / foreign.name.removesuffix(".part"))
        assert foreign.read_text() == "my diary"
    with pytest.raises(TableError, match="it is a folder"):
        build(rules, tmp_path)


def test_two_builds_of_one_file_do_not_clash(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    said: list[str] = []

    def build_again(_: object) -> None:
        if not said:
            with pytest.raises(TableError) as refused:
                build(rules, path)
            said.append(str(refused.value))

    build(rules, path, on_progress=build_again)
    assert said == [f"another build is writing {path}.part: wait for it, or stop it"]
    assert complaint_about(path) is None


def test_stopping_loses_nothing(tmp_path: Path) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"

    def stop(progress: Any) -> None:
        if progress.ply == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(rules, path, on_progress=stop)
    assert not path.exists()
    with pytest.raises(KeyboardInterrupt):
        build(rules, path, on_progress=stop)
    assert build(rules, path).layers_kept == 5
    assert path.read_bytes() == built(rules, tmp_path / "other.table")


# Disks that refuse


class FullDisk:
    """A file on a disk with room for so many bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self._file, self._room = file, room

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, block: memoryview) -> int:
        if not self._room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        block = block[: self._room]
        self._room -= len(block)
        written: int = self._file.write(block)
        return written


@both_ways
def test_a_full_disk_loses_nothing(
    fold: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    content = built(rules, tmp_path / "other.table", fold)
    open_locked = parts._open_locked
    monkeypatch.setattr(
        parts, "_open_locked", lambda part: FullDisk(open_locked(part), len(content) - 50)
    )
    with pytest.raises(LimitReached) as full:
        build(rules, path, fold=fold)
    assert str(full.value) == (
        f"no room left to write {path}: no space left on device; what is done is kept in "
        f"{path}.part, and the same command goes on from there"
    )
    assert not path.exists()
    assert (tmp_path / "it.table.part").read_bytes() == content[:-50]
    monkeypatch.undo()
    assert build(rules, path, fold=fold).layers_kept == 9
    assert path.read_bytes() == content


def test_what_has_no_room_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, path = game("3x3"), tmp_path / "it.table"
    monkeypatch.setattr(parts, "disk_bytes", lambda folder: 9_000)
    with pytest.raises(LimitReached, match="it needs 10 kB on this disk, and 9 kB are free"):
        build(rules, path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "it.table.part").write_bytes(layout(rules).opening + bytes(1100))
    assert build(rules, path).layers_kept == 0, "what was there made room"


def test_folders_that_are_missing_or_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("3x3")
    with pytest.raises(TableError, match=r"the folder .*none does not exist"):
        build(rules, tmp_path / "none" / "it.table")
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(TableError, match=r"cannot write .*it.table: permission denied"):
        build(rules, tmp_path / "it.table")
    monkeypatch.undo()
    assert build(rules, tmp_path / "it.table").layers_kept == 10, "only the name was missing"
    monkeypatch.setattr(parts, "_open_or_make", refuse)
    with pytest.raises(TableError, match=r"cannot write .*new.table: permission denied"):
        build(rules, tmp_path / "new.table")


def refuse(*_: object) -> int:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@posix
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        if os.access(tmp_path, os.W_OK):
            pytest.skip("this user may write everywhere")
        with pytest.raises(TableError, match="permission denied"):
            build(game("3x3"), tmp_path / "it.table")
    finally:
        tmp_path.chmod(0o700)


# Where tables are


def test_tables_have_a_folder_and_safe_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_TABLES", str(tmp_path))
    assert table_folder() == tmp_path
    assert table_path(game("5x5:4+torus")) == tmp_path / "5x5-4+torus.table"
    own = table_path(OWN)
    assert own.name.startswith("own-")
    assert own == table_path(read_game(OWN.describe(), name="@another name/of:it"))
    assert own != table_path(read_game("4x3\na1 b2 c3\na1 d1\n"))
    monkeypatch.delenv("NOUGHTS_TABLES")
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path))
    for platform, folder in (("linux", tmp_path), ("win32", tmp_path)):
        monkeypatch.setattr(sys, "platform", platform)
        assert table_folder() == folder / "noughts" / "tables"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert table_folder().parts[-4:] == ("Library", "Caches", "noughts", "tables")


def test_a_user_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in ("NOUGHTS_TABLES", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(TableError, match="name a folder in NOUGHTS_TABLES"):
        table_folder()
    assert find_table(game("3x3")) is None


def test_kept_tables_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_TABLES", str(tmp_path / "new" / "folder"))
    assert find_table(game("3x3"), strict=True) is None
    assert build(OWN).path == table_path(OWN)
    found = find_table(read_game(OWN.describe(), name="@other"))
    assert found is not None
    with found:
        assert found.outcome(0, 0) is Outcome.DRAW
        assert found.probe(Position(OWN)) is Outcome.DRAW


def test_a_bad_file_among_the_kept_ones_is_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_TABLES", str(tmp_path))
    content = built(game("3x3"), tmp_path / "it")
    other = built(game("3x3+misere"), tmp_path / "other")
    for bad, what in ((content[:-5], "cut off"), (b"", "no table"), (other, "is a table of")):
        table_path(game("3x3")).write_bytes(bad)
        assert find_table(game("3x3")) is None
        with pytest.raises(TableError, match=what):
            find_table(game("3x3"), strict=True)


def test_a_layer_is_read_back_as_the_sweep_had_it(tmp_path: Path) -> None:
    rules = game("4x3:3")
    kept = sweep(rules, keep=True).kept
    build(rules, tmp_path / "it.table")
    os.replace(tmp_path / "it.table", tmp_path / "it.table.part")
    part = parts.Part(tmp_path / "it.table", layout(rules))
    try:
        for section in part.file.sections:
            found: Layer = builder._read_back(part, section)
            assert found.ply == section.ply
            assert (found.lost == kept[section.ply].lost).all()
            assert (found.drawn == kept[section.ply].drawn).all()
            assert found.lost.flags.writeable, "numba compiles anew for what is read only"
    finally:
        part.close()


def test_the_start_of_a_file_has_the_length_that_the_page_gives() -> None:
    assert START.size == 24
