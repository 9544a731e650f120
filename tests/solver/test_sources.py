"""Who answers which board: one function says it, and all others do as it says."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from naive import REPOSITORY

import noughts
from noughts.cli.main import run
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver import sources, whole
from noughts.solver.sources import SCORED, SWEPT, TABLE, WHOLE, Reach, Source, Sources, reach
from noughts.solver.sweep import fast
from noughts.solver.table import Table, build
from noughts.value import Outcome

ALL_CELLS = range(1, 41)


@pytest.fixture(params=[True, False], ids=["with fast", "without"])
def has_fast(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(fast, "is_installed", lambda: request.param)
    return bool(request.param)


# The page

WORDS = {
    "all positions at once, in plain Python": WHOLE,
    "all positions with their distances, by the sweep": SCORED,
    "a table, if one was built": TABLE,
    "all outcomes, by the sweep": SWEPT,
}


def rows_of_the_page() -> list[tuple[range, str, str]]:
    """By range of cells: what answers with `fast`, and what without."""
    page = (REPOSITORY / "docs" / "solving.md").read_text(encoding="utf-8")
    lines = page.partition("| cells | with `fast` | without |\n|---|---|---|\n")[2].splitlines()
    rows, begin = [], 1
    for line in lines[: lines.index("")]:
        cells, with_fast, without = (cell.strip() for cell in line.strip("|").split("|"))
        numbers = [int(number) for number in re.findall(r"\d+", cells)]
        assert len(numbers) == 1 or numbers[:1] in ([], [begin]), cells
        end = numbers[-1] if numbers else ALL_CELLS[-1]
        without = with_fast if without == "the same" else without
        rows.append((range(begin, end + 1), with_fast, without))
        begin = end + 1
    assert begin == ALL_CELLS[-1] + 1
    return rows


def named(words: str) -> tuple[Source, ...]:
    parts = re.sub(r"\[(\w+)\]\(\S+\)", r"\1", words).split("; else ")
    return tuple(WORDS[part] for part in parts if part != "a search")


def test_the_table_of_the_page_is_what_answers(has_fast: bool) -> None:
    for cells, with_fast, without in rows_of_the_page():
        for number in cells:
            asked = Reach(number, drop=False).sources
            assert asked == named(with_fast if has_fast else without), number


@pytest.mark.usefixtures("has_fast")
def test_games_with_drop_are_at_hand_where_the_page_says_it() -> None:
    page = (REPOSITORY / "docs" / "solving.md").read_text(encoding="utf-8")
    said = re.search(r"Games with drop are solved whole on boards of up to (\d+) cells", page)
    assert said is not None
    for cells in ALL_CELLS:
        assert Reach(cells, drop=True).sources == (WHOLE,) * (cells <= int(said[1]))


# What is opened


@pytest.mark.parametrize("is_built", [True, False], ids=["a table", "no table"])
@pytest.mark.parametrize("drop", ["", "+drop"])
def test_what_is_opened_is_what_is_in_reach(
    has_fast: bool, drop: str, is_built: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Source] = []

    def note(source: Source, is_there: bool = True) -> object:
        def open_it(_: object) -> object:
            opened.append(source)
            answers = {"score": lambda _: 1, "outcome": lambda *_: Outcome.WIN}
            return SimpleNamespace(nodes=1, **answers) if is_there else None

        return open_it

    monkeypatch.setattr(whole, "whole_game", note(WHOLE))
    monkeypatch.setattr(fast, "scored_game", note(SCORED))
    monkeypatch.setattr(fast, "swept_game", note(SWEPT))
    monkeypatch.setattr(sources, "find_table", note(TABLE, is_built))
    for cells in ALL_CELLS:
        start = Position(game(f"{cells}x1:1{drop}"))
        opened.clear()
        asked = Sources(start.game)
        is_known = asked.score(start) is not None or asked.knows_outcomes(start)
        expected = reach(start.game).sources
        if TABLE in expected and is_built:
            expected = (TABLE,)
        assert tuple(opened) == expected, cells
        assert is_known == any(source is not TABLE or is_built for source in expected)


def test_a_table_answers_where_no_sweep_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_TABLES", str(tmp_path))
    rules = game("5x2:3")
    build(rules)
    asked = Sources(rules)
    assert asked.score(Position(rules)) is None
    assert asked.knows_outcomes(Position(rules))
    assert isinstance(asked._outcomes, Table)


@pytest.mark.parametrize(
    ("spec", "is_whole", "is_quick", "is_short"),
    [
        ("3x3", True, True, True),
        ("3x3+drop", True, True, True),
        ("5x2:3", False, True, True),
        ("5x2:3+drop", False, False, True),
        ("4x4", False, True, True),
        ("4x4+drop", False, False, True),
        ("5x4:4", False, False, True),
        ("5x5", False, False, False),
    ],
)
def test_what_the_rooms_above_ask(
    spec: str, is_whole: bool, is_quick: bool, is_short: bool, has_fast: bool
) -> None:
    here = reach(game(spec))
    assert here.is_whole is is_whole
    assert here.is_short_sweep is is_short
    assert here.is_quick is (is_whole or (is_quick and has_fast))
    assert here.can_sweep is (has_fast and "drop" not in spec)


# One home


def test_no_other_room_has_the_limits_of_a_source() -> None:
    house = Path(noughts.__file__).resolve().parent
    for path in house.rglob("*.py"):
        if house / "solver" in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                found = {f"{node.module}.{alias.name}" for alias in node.names}
                assert not found & {
                    "noughts.solver.whole",
                    "noughts.solver.whole.MOST_CELLS",
                    "noughts.solver.sweep.fast",
                    "noughts.solver.table.MOST_CELLS",
                }, path
                assert node.module != "noughts.solver.sweep.fast", path


@pytest.mark.parametrize(
    "words", [["analyze", " ".join(["....."] * 5), "--game", "5x5:4"], ["solve", "5x5:4"]]
)
def test_a_question_builds_its_sources_once(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOUGHTS_TABLES", str(tmp_path))
    built: list[object] = []
    begin = Sources.__init__

    def note(self: Sources, *args: object) -> None:
        built.append(self)
        begin(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Sources, "__init__", note)
    run([*words, "--time", "0.01"])
    assert len(built) == 1
