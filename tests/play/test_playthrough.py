"""Golden playthroughs: one for each game of the catalogue, compared line by line."""

from __future__ import annotations

import naive
import pytest

from noughts.cli.main import run
from noughts.cli.playthrough import file_name
from noughts.play.playthrough import playthrough
from noughts.rules.catalog import CATALOG, game

FOLDER = naive.TESTS / "playthroughs"
SPECS = [entry.spec for entry in CATALOG]


@pytest.mark.parametrize("spec", SPECS)
def test_a_playthrough_is_the_one_on_record(spec: str) -> None:
    """Regenerate all of them with: noughts playthrough --all tests/playthroughs"""
    file = FOLDER / file_name(spec)
    assert file.exists(), f"{spec} has no playthrough: noughts playthrough --all tests/playthroughs"
    recorded = file.read_text(encoding="utf-8").splitlines()
    assert list(playthrough(game(spec))) == recorded


def test_there_is_no_playthrough_of_a_game_that_is_not_listed() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_name(spec) for spec in SPECS}


def test_a_playthrough_of_given_moves_ends_where_they_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["playthrough", "3x3", "b2", "a1", "c3"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "# regenerate with: noughts playthrough 3x3 b2 a1 c3"
    assert [line for line in out if line.startswith("position")][-1].endswith("O.. .X. ..X")


def test_a_move_that_cannot_be_played_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["playthrough", "3x3", "b2", "b2"]) == 2
    assert "move 2, b2: b2 is taken by X" in capsys.readouterr().err
