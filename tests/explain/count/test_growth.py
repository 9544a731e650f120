"""How cost grows with the board, as numbers and as charts."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import naive
import pytest

from noughts.cli.main import run
from noughts.cli.shared.files import write_text
from noughts.errors import NotationError
from noughts.explain.count.bars import WIDTH, Bar, Group, bar_chart
from noughts.explain.count.growth import grow
from noughts.rules.catalog import game


def test_plain_minimax_is_counted_where_it_cannot_be_walked() -> None:
    growth = grow([game("3x3"), game("4x4")], ["transposition", "minimax", "sweep"], 0.3)
    walked_or_counted = growth.cost(game("4x4"), "minimax")
    assert walked_or_counted.nodes == 36_277_691_063_105
    assert walked_or_counted.extrapolated
    assert not walked_or_counted.finished
    assert (walked_or_counted.seconds or 0) > 1e6
    sweep = growth.cost(game("4x4"), "sweep")
    assert sweep.nodes == 9_722_011
    assert sweep.finished


def test_what_does_not_finish_says_how_far_it_came() -> None:
    cost = grow([game("4x4")], ["alphabeta"], 0.1).costs[0]
    assert cost.nodes is None
    assert re.fullmatch(r"more than [\d,]+ nodes in 0\.1 s", cost.note)


def test_a_drop_game_cannot_be_swept_and_says_so() -> None:
    cost = grow([game("4x4+drop")], ["sweep"], 1).costs[0]
    assert not cost.finished
    assert "without drop" in cost.note


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(NotationError, match="no search 'magic': expected minimax"):
        grow([game("3x3")], ["magic"], 1)


def test_a_chart_is_well_formed_and_no_bar_leaves_it() -> None:
    bars = [Bar("a & b", 3, "3"), Bar("none", None, "did not finish"), Bar("c", 1e14, "1e14", True)]
    root = ElementTree.fromstring(bar_chart("Title < here", [Group("one", bars)], "caption"))
    rectangles = root.findall("{http://www.w3.org/2000/svg}rect")
    assert len(rectangles) == 3
    for rectangle in rectangles:
        assert float(rectangle.attrib["x"]) + float(rectangle.attrib["width"]) <= WIDTH


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_the_command_writes_charts(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"cost.{ending}"
    assert run(["compare", ".O. .X. ...", "-o", str(file)]) == 0
    assert "transposition" in file.read_text(encoding="utf-8")
    games = ["compare", "--games", "3x3,4x3:3", "--searches", "transposition,sweep"]
    assert run([*games, "-o", str(file), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [cost["nodes"] for cost in shown["costs"]] == [916, 5478, 4283, 111973]
    text = file.read_text(encoding="utf-8")
    assert "111,973" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_file_that_cannot_be_written_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", ".O. .X. ...", "-o", str(tmp_path / "none" / "a.svg")]) == 2
    assert "cannot write" in capsys.readouterr().err
    assert run(["compare", ".O. .X. ...", "-o", str(tmp_path / "a.png")]) == 2
    assert "expected a file name that ends in .svg, .html" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_games_and_a_position_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["compare", ".O. .X. ...", "--games", "3x3"]) == 2
    assert "--games takes no POSITION" in capsys.readouterr().err


def test_the_chart_on_the_page_about_minimax_is_the_one_the_command_writes(tmp_path: Path) -> None:
    """Made anew with the command that stands under it in docs/minimax.md."""
    file = tmp_path / "compare.svg"
    searches = "minimax,alphabeta,ordered,transposition"
    made = ["compare", "... ... ...", "--searches", searches, "-o", str(file), "--budget", "60"]
    assert run(made) == 0
    shown = naive.REPOSITORY / "docs" / "pictures" / "compare.svg"
    assert file.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8")


def test_a_device_is_written_to_and_not_replaced() -> None:
    null = Path("/dev/null")
    if null.exists():
        write_text(null, "text")
        assert not null.is_file()
