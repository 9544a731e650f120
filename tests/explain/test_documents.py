"""A report of one's own, and what shows itself in a notebook."""

from __future__ import annotations

import io
import json
import re
import runpy
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import naive
import pytest

from noughts import analyze, position
from noughts.cli.main import run
from noughts.explain.count.comparison import compare
from noughts.explain.documents import document
from noughts.explain.tree.tree import game_tree
from noughts.play.human import play_here

PARTS = [
    "The position", "The moves", "The tree", "The search, step by step", "The counts",
    "The searches side by side", "This machine",
]  # fmt: skip


class Reader(HTMLParser):
    """Checks that tags close, and collects headings and addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.headings: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def test_the_page_has_every_part_and_asks_nobody_for_anything(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert run(["report", "XXO O.. O.X", "-o", str(file)]) == 0
    reader = Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    assert reader.headings == PARTS
    assert reader.open == []
    assert reader.addresses == []


def test_the_text_form_names_the_command_of_every_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.md"
    assert run(["report", "3x3", "-o", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == PARTS
    text = file.read_text(encoding="utf-8")
    commands = re.findall(r"Made by `noughts (.*)`\.", text)
    assert len(commands) == len(PARTS)
    assert "549,946" in text


@pytest.mark.parametrize("spec", ["4x4+drop", "3x3+misere", "2x2x2", "5x5:4"])
def test_other_games_are_reported_too(spec: str) -> None:
    cells = {"4x4+drop": 16, "3x3+misere": 9, "2x2x2": 8, "5x5:4": 25}[spec]
    if spec == "5x5:4":
        start = position("XOXO. OXOX. .XO.. O..XO X....", game=spec)
    else:
        start = position("." * cells, game=spec)
    text = document(start, budget=0.1).to_markdown()
    assert all(f"## {part}" in text for part in PARTS)


def test_what_is_out_of_reach_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.md"
    assert run(["report", "15x15:5", "--time", "0.2", "-o", str(file)]) == 3
    assert not file.exists()
    assert run(["report", "XX. ... ...", "-o", str(file)]) == 2
    assert run(["report", "3x3", "-o", str(tmp_path / "report.pdf")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_positions_reports_trees_and_comparisons_show_themselves() -> None:
    start = position("XXO O.. O.X")
    for picture in (start._repr_svg_(), analyze(start)._repr_svg_(), game_tree(start)._repr_svg_()):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "<svg" in compare(start, ["minimax"])._repr_html_()
    assert "<h2>" in document(start)._repr_html_()


@pytest.mark.parametrize("name", ["notebook_minimax.py", "notebook_truth.py"])
def test_the_notebooks_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(naive.REPOSITORY / "examples" / name))
    out = capsys.readouterr().out
    assert ("6 nodes, 2 cuts" in out) == (name == "notebook_minimax.py")


def test_play_works_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1\nb1\nquit\n"))
    record = play_here()
    assert record.moves[0] == 0
    assert "Goodbye." in capsys.readouterr().out
