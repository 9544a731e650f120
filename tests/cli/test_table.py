"""noughts table: build, list, info, verify and probe."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from naive import Cli, Ran

from noughts.cli.table import table
from noughts.rules.catalog import game
from noughts.solver.table.file import layout
from noughts.solver.table.table import build

COMMANDS = ["build", "list", "info", "verify", "probe"]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a folder of its own, and works in it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "store"
    monkeypatch.setenv("NOUGHTS_TABLES", str(folder))
    return folder


def examples(command: str, cli: Cli) -> list[str]:
    shown = cli("table", *command.split(), "--help")
    assert shown.code == 0
    return re.findall(r"^ +noughts (.+)$", shown.out.partition("Examples:")[2], re.M)


@pytest.mark.parametrize("backwards", [False, True], ids=["in order", "backwards"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_two_examples_that_run_in_a_fresh_place(
    command: str, backwards: bool, cli: Cli
) -> None:
    found = examples(command, cli)
    assert len(found) == 2
    for example in reversed(found) if backwards else found:
        ran = cli(*shlex.split(example))
        assert ran.code == 0, (example, ran)
        assert ran.out
        if "--json" in example:
            ran.json()


def test_the_commands_are_these() -> None:
    assert isinstance(table.command, click.Group)
    assert sorted(table.command.commands) == sorted(COMMANDS)


# Building


def test_build_says_what_it_wrote_and_where(cli: Cli, store: Path) -> None:
    ran = cli("table", "build", "4x3:3")
    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r"4x3:3: 111,973 positions in 83.9 kB, \d+\.\d\d s", ran.out.split("\n")[0])
    assert ran.out.split("\n")[1] == str(store / "4x3-3.table")
    again = cli("table", "build", "4x3:3")
    assert again.out == f"{store / '4x3-3.table'} is there already, and whole.\n"


def test_build_as_json(cli: Cli, store: Path) -> None:
    found = cli("table", "build", "3x3", "--json").json()
    assert found.pop("seconds") > 0
    size = (store / "3x3.table").stat().st_size
    assert found == {
        "schema": 1, "game": "3x3", "path": str(store / "3x3.table"), "bytes": size,
        "folded": False, "positions": 5478, "layers": 10, "layers_kept": 0, "was_there": False,
    }  # fmt: skip
    assert cli("table", "build", "3x3", "--json").json()["was_there"]


def test_build_tells_programs_how_far_it_is(cli: Cli) -> None:
    ran = cli("table", "build", "4x3:3", "-o", "it.table", "--progress", "json")
    *progress, result = map(json.loads, ran.out.splitlines())
    assert progress
    assert progress[-1]["progress"] == 1.0
    assert result["positions"] == 111_973
    assert result["path"] == "it.table"


def test_a_game_of_ones_own_has_a_table_too(cli: Cli, store: Path) -> None:
    Path("mine.txt").write_text("3x3\na1 b1 c1\na3 b3 c3\n")
    assert cli("table", "build", "@mine.txt").code == 0
    assert [path.name[:4] for path in store.iterdir()] == ["own-"]
    assert cli("table", "verify", "@mine.txt").code == 0
    ran = cli("table", "probe", "X.. .O. ...", "--game", "@mine.txt", "--json")
    assert ran.json()["outcome"] == "draw"


def test_a_build_that_was_stopped_says_that_it_goes_on(cli: Cli) -> None:
    build(game("3x3"), "whole.table")
    content, file = Path("whole.table").read_bytes(), layout(game("3x3"))
    Path("it.table.part").write_bytes(content[: file.section(4).end + 1])
    ran = cli("table", "build", "3x3", "-o", "it.table")
    assert ran.out.startswith("Went on from a build that was stopped after 6 layers.\n")
    assert Path("it.table").read_bytes() == content


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing on Windows")
def interrupted_build(whole: Path) -> tuple[int, str]:
    """Begin a build and interrupt it after its first word: its exit code and what it said."""
    words = ["table", "build", "5x4:4", "--progress", "json"]
    for _ in range(10):
        with subprocess.Popen(
            [sys.executable, "-m", "noughts", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            json.loads(process.stdout.readline())
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
        if not whole.exists():
            return process.returncode, said.strip()
        whole.unlink()  # on a busy machine the signal may come when all is done: once more
    raise AssertionError("ten builds were complete before they could be interrupted")


def test_ctrl_c_stops_a_build_and_says_how_to_go_on(cli: Cli, store: Path) -> None:
    part = store / "5x4-4.table.part"
    code, said = interrupted_build(store / "5x4-4.table")
    assert code == 130
    assert said == f"Stopped; the same command goes on from what is in {part}"
    assert part.exists()
    rows = cli("table", "list", "--json").json()["tables"]
    assert [row["error"] for row in rows] == [
        f"{part} is unfinished: noughts table build goes on with it"
    ]


@pytest.mark.parametrize(
    ("words", "code", "what"),
    [
        ("build connect4", 2, "a table needs a game without drop"),
        ("build 7x4:4", 3, "a table holds at most 27 cells"),
        ("build 3x3 -o none/it.table", 2, "the folder none does not exist"),
        ("build 3x3 -o diary.txt", 2, "is no table of noughts: it is not written over"),
        ("build 4x4 -o 3x3.table", 2, "is a table of 3x3: it is not written over"),
        ("info none.table", 2, "cannot read none.table: no such file"),
        ("info diary.txt", 2, "diary.txt is no table of noughts"),
        ("info zork", 2, "no game 'zork'"),
        ("verify 4x4", 2, "there is no table of 4x4 in"),
        ("verify diary.txt", 2, "diary.txt is no table of noughts"),
        ("probe ....X....", 2, "noughts table build 3x3 makes one"),
        ("probe ....X.... --table diary.txt", 2, "diary.txt is no table of noughts"),
        ("probe XX.O....O.O..XX. --game 4x4 --table 3x3.table", 2, "is a table of 3x3, and"),
        ("probe XX.......  --table 3x3.table", 2, "turns alternate"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: str, code: int, what: str, cli: Cli
) -> None:
    Path("diary.txt").write_text("dear diary")
    build(game("3x3"), "3x3.table")
    ran = cli("table", *words.split())
    assert ran.code == code
    assert ran.out == ""
    assert re.fullmatch(rf"noughts: .*{re.escape(what)}.*\n", ran.err), ran.err


def test_without_numba_one_line_says_what_to_install(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(game("3x3"), "3x3.table")
    monkeypatch.setitem(sys.modules, "numba", None)
    ran = cli("table", "build", "4x3:3")
    assert ran == Ran(3, "", 'noughts: building a table needs numba: pip install ".[fast]"\n')
    for words in (["list"], ["info", "3x3.table"], ["verify", "3x3.table"]):
        assert cli("table", *words).code == 0
    assert cli("table", "probe", "....X....", "--table", "3x3.table").code == 0


# Looking at tables


def test_list_shows_tables_and_what_is_wrong_with_some(cli: Cli, store: Path) -> None:
    assert cli("table", "list").out == f"No tables in {store}\n"
    assert cli("table", "list", "--json").json()["tables"] == []
    cli("table", "build", "3x3")
    (store / "4x4.table").write_text("dear diary")
    ran = cli("table", "list")
    assert ran.code == 0
    rows = [line.split(maxsplit=3) for line in ran.out.splitlines()]
    assert rows[0] == ["game", "bytes", "folded", "file"]
    assert rows[1] == ["3x3", "10,032", "no", str(store / "3x3.table")]
    assert rows[2] == ["?", "10", "no", f"{store / '4x4.table'} is no table of noughts"]
    found = cli("table", "list", "--json").json()
    assert found["folder"] == str(store)
    assert [row["error"] is None for row in found["tables"]] == [True, False]


def test_info_of_a_table(cli: Cli) -> None:
    build(game("3x3"), "it.table")
    ran = cli("table", "info", "it.table")
    assert "3x3: a draw; 5,478 positions in 10 kB." in ran.out
    assert re.search(r"^ +5 +1,260 +540 +264 +336 +120 +0$", ran.out, re.M)
    found = cli("table", "info", "it.table", "--json").json()
    assert (found["outcome"], found["positions"], found["exists"]) == ("draw", 5478, True)
    assert found["rules"] == game("3x3").describe()
    assert found["layers"][9] == {
        "ply": 9, "positions": 78, "won": 0, "drawn": 0, "lost": 0,
        "finished_won": 62, "finished_drawn": 16,
    }  # fmt: skip


def test_info_of_a_table_that_is_not_there(cli: Cli, store: Path) -> None:
    found = cli("table", "info", "5x5", "--json").json()
    assert found["exists"] is False
    assert found["folded"] is True
    assert 5_000_000_000 < found["bytes"] < 6_000_000_000
    ran = cli("table", "info", "5x5")
    assert "it would take 5.15 GB with its rows folded." in ran.out
    assert not store.exists()


# Verifying and asking


def test_verify_says_that_all_is_right(cli: Cli) -> None:
    build(game("4x3:3"), "it.table", fold=True)
    ran = cli("table", "verify", "it.table", "--sample", "100")
    assert ran.code == 0
    assert ran.out.startswith("it.table is right: 26,136 bytes, 1,113 positions looked at")


def test_verify_ends_with_one_where_something_is_wrong(cli: Cli) -> None:
    build(game("3x3"), "it.table")
    content = bytearray(Path("it.table").read_bytes())
    content[layout(game("3x3")).section(6).lost] ^= 1
    Path("it.table").write_bytes(content)
    ran = cli("table", "verify", "it.table")
    assert ran == Ran(1, "it.table is wrong:\n  layer of 6 stones: its checksum does not fit\n", "")
    found = cli("table", "verify", "it.table", "--json")
    assert found.code == 1
    assert found.json()["right"] is False
    assert found.json()["complaints"] == ["layer of 6 stones: its checksum does not fit"]
    said = cli("table", "probe", "XOX O.O ...", "--table", "it.table")
    assert said.code == 2


def test_verify_asks_the_census_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    build(game("3x3"), "it.table")
    from noughts.cli.table import ask
    from noughts.explain.count.counting import census

    def other(rules: object) -> object:
        counts = census(game("3x3"))
        counts.layers[4].unfinished += 1
        return counts

    monkeypatch.setattr(ask, "census", other)
    ran = cli("table", "verify", "it.table")
    assert ran.code == 1
    assert "layer of 4 stones: (756, 0, 0) positions" in ran.out
    assert "census has (757, 0, 0)" in ran.out


def test_probe_gives_the_outcome_and_the_good_moves(cli: Cli) -> None:
    build(game("3x3"), "it.table")
    ran = cli("table", "probe", "XX. .O. ..O", "--table", "it.table")
    assert ran.out == "X to move wins; good: c1 a2 a3\n"
    found = cli("table", "probe", "a1 b1", "--table", "it.table", "--json").json()
    assert found["outcome"] == "win"
    assert found["good"] == ["a2", "b2", "a3"]
    assert [row["cell"] for row in found["moves"]] == [2, 3, 4, 5, 6, 7, 8]
    assert cli("table", "probe", "---X-O---", "--table", "it.table").code == 0
    assert cli("table", "probe", "-", "--table", "it.table", stdin="XX. .O. ..O\n").out == ran.out
    over = cli("table", "probe", "XXX OO. ...", "--table", "it.table")
    assert over.out == "X has won with a1-b1-c1\n"
    over = cli("table", "probe", "XXX OO. ...", "--table", "it.table", "--json")
    assert (over.json()["to_move"], over.json()["moves"]) == (None, [])


def test_probe_agrees_with_analyze(cli: Cli) -> None:
    for text in ("X.. .O. ...", "XOX .O. ...", "..X .O. X..", "O.. .X. ... O"):
        asked = cli("table", "probe", text, "--build", "--json").json()
        known = cli("analyze", text, "--json").json()
        assert asked["outcome"] == known["value"]["outcome"]
        assert asked["good"] == known["good"]
        assert [row["outcome"] for row in asked["moves"]] == [
            row["value"]["outcome"] for row in known["moves"]
        ]
