"""noughts tree: its formats, its files and its complaints."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from naive import Cli, in_a_process

from noughts.cli import tree as tree_module
from noughts.explain.tree.drawn.html import tree_html
from noughts.explain.tree.drawn.svg import tree_svg
from noughts.explain.tree.drawn.text import tree_text
from noughts.explain.tree.fold import SCREEN
from noughts.explain.tree.tree import game_tree

WORKED = "XXO O.. O.X"


def test_without_a_file_the_text_is_printed(cli: Cli) -> None:
    ran = cli("tree", WORKED)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == tree_text(game_tree(WORKED))


@pytest.mark.parametrize("ending", ["svg", "html", "dot", "json", "txt"])
def test_the_name_of_the_file_says_the_format(cli: Cli, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"a tree.{ending}"
    ran = cli("tree", WORKED, "-o", str(target))
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"Wrote {target}: 10 nodes, all shown.\n"
    written = target.read_text(encoding="utf-8")
    begins = {
        "svg": "<svg",
        "html": "<!DOCTYPE html>",
        "dot": "digraph",
        "json": "{",
        "txt": "X to",
    }
    assert written.startswith(begins[ending])
    assert written.endswith("\n")
    assert list(tmp_path.iterdir()) == [target], "nothing else is left"


def test_a_file_and_a_print_are_the_same(cli: Cli, tmp_path: Path) -> None:
    cli("tree", WORKED, "-o", str(tmp_path / "tree.svg"), "--search", "alphabeta")
    written = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert written == tree_svg(game_tree(WORKED, search="alphabeta"))
    printed = cli("tree", WORKED, "-o", "-", "--format", "svg", "--search", "alphabeta").out
    assert printed.isascii(), "whatever the encoding of the terminal"
    one, other = ElementTree.fromstring(printed), ElementTree.fromstring(written)
    assert [each.text for each in one.iter()] == [each.text for each in other.iter()]


def test_a_page_has_more_room_than_a_picture(cli: Cli, tmp_path: Path) -> None:
    cli("tree", "... ... ...", "-o", str(tmp_path / "tree.html"))
    written = (tmp_path / "tree.html").read_text(encoding="utf-8")
    assert written == tree_html(game_tree("... ... ...", room=SCREEN))


def test_json_is_one_object_on_one_line(cli: Cli) -> None:
    ran = cli("tree", WORKED, "--json")
    assert ran.out.count("\n") == 1
    assert ran.json() == game_tree(WORKED).to_dict()
    assert cli("tree", WORKED, "--format", "json").out == ran.out


def test_options_choose_what_is_shown(cli: Cli) -> None:
    found = cli("tree", "... ... ...", "--depth", "3", "--breadth", "2", "--json").json()
    assert (found["depth"], found["breadth"], found["nodes"]) == (3, 2, 549946)
    assert found["shown"] + found["folded"] == 549946
    whole = cli("tree", "XO. .X. ..O", "--no-fold", "--json").json()
    assert (whole["shown"], whole["folded"]) == (whole["nodes"], 0)
    unit = cli("tree", WORKED, "--scale", "unit", "--json").json()
    assert unit["tree"]["score"] == 1
    drop = cli("tree", "1122", "--game", "3x3+drop", "--json").json()
    assert [child["move"] for child in drop["tree"]["children"]] == ["1", "2", "3"]
    assert cli("tree", ".........", "--to-move", "O", "--json").json()["view"] == "O"


def test_the_position_may_come_from_standard_input_and_look_like_options(cli: Cli) -> None:
    assert cli("tree", "-", stdin=f"{WORKED}\n").out == cli("tree", WORKED).out
    assert cli("tree", "---XO----", "--depth", "1").code == 0


# The whole tree


def test_all_writes_every_node_in_a_moment(cli: Cli, tmp_path: Path) -> None:
    target = tmp_path / "whole.json"
    started = time.perf_counter()
    ran = cli("tree", "... ... ...", "--all", "-o", str(target))
    assert time.perf_counter() - started < 30
    assert (ran.code, ran.err) == (0, f"Wrote {target}: 549,946 nodes, a line each.\n")
    with target.open(encoding="utf-8") as lines:
        first = json.loads(next(lines))
        assert (first["schema"], first["nodes"], first["best"]) == (1, 549946, "a1")
        assert 1 + sum(1 for _ in lines) == 549946


def test_all_is_printed_without_a_file(cli: Cli) -> None:
    lines = cli("tree", WORKED, "--all").out.splitlines()
    assert cli("tree", WORKED, "--all", "-o", "-").out.splitlines() == lines
    assert [json.loads(line)["score"] for line in lines] == [
        10,
        10,
        -10,
        -10,
        -10,
        10,
        -10,
        10,
        10,
        10,
    ]


def test_all_of_a_large_board_is_refused_and_nothing_is_written(cli: Cli, tmp_path: Path) -> None:
    ran = cli("tree", "." * 16, "--game", "4x4", "--all", "-o", str(tmp_path / "whole.json"))
    assert ran.code == 3
    assert "36,277,691,063,105 nodes, about 5.08 PB" in ran.err
    assert not list(tmp_path.iterdir())


# Complaints


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "tree.png"], "cannot tell the format from 'tree.png'"),
        (["-o", "tree"], "cannot tell the format from 'tree'"),
        (["-o", "tree.svg", "--json"], "--json prints to standard output"),
        (["--format", "svg", "--json"], "--json prints to standard output"),
        (["--all", "-o", "tree.svg"], "expected FILE.json"),
        (["--all", "--search", "alphabeta"], "--all goes with minimax"),
        (["--all", "--depth", "2"], "--all goes with minimax"),
        (["--search", "proof"], "'proof' is not one of"),
        (["--scale", "level", "--search", "alphabeta"], "goes with minimax alone"),
        (["--depth", "0"], "0 is not in the range"),
        (["-o", "no/such/folder/tree.svg"], "cannot write 'no/such/folder/tree.svg': no such file"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    cli: Cli,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("tree", WORKED, *arguments)
    assert ran.code == 2
    assert sentence.replace("/", os.sep) in " ".join(ran.err.split()) or sentence in ran.err
    assert not list(tmp_path.iterdir())


def test_an_unreadable_position_and_a_folder_are_complaints(cli: Cli, tmp_path: Path) -> None:
    assert cli("tree", "XXX").code == 2
    (tmp_path / "folder.svg").mkdir()
    ran = cli("tree", WORKED, "-o", str(tmp_path / "folder.svg"))
    assert ran.code == 2
    assert "cannot write" in ran.err
    assert list(tmp_path.iterdir()) == [tmp_path / "folder.svg"]


def test_what_is_too_much_ends_with_three(cli: Cli) -> None:
    ran = cli("tree", "... ... ...", "--no-fold")
    assert ran.code == 3
    assert "more than 5,000 nodes are too many to draw" in ran.err
    ran = cli("tree", "... ... ...", "--search", "alphabeta", "--time", "0.01")
    assert ran.code == 3
    assert "not finished in 0.01 s" in ran.err


def test_a_broken_write_leaves_the_old_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "whole.json"
    target.write_text("old", encoding="utf-8")

    def broken(*_: object) -> Iterator[str]:
        yield "half"
        raise KeyboardInterrupt

    monkeypatch.setattr(tree_module, "whole_tree", broken)
    assert cli("tree", WORKED, "--all", "-o", str(target)).code == 130
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions and devices are others there")
def test_a_file_has_the_usual_permissions_and_a_device_stays_one(cli: Cli, tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        cli("tree", WORKED, "-o", str(tmp_path / "tree.svg"))
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "tree.svg").stat().st_mode) == 0o644
    assert cli("tree", WORKED, "-o", os.devnull, "--format", "svg").code == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_every_format_can_be_printed_in_any_encoding(encoding: str) -> None:
    for form in ("txt", "svg", "html", "dot", "json"):
        ran = in_a_process(
            "tree", WORKED, "--search", "alphabeta", "-o", "-", "--format", form,
            environment={"PYTHONIOENCODING": encoding},
        )  # fmt: skip
        assert ran.code == 0
        assert "\\u" not in ran.out
