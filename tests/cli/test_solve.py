"""noughts solve, with every position and with a forecast."""

from __future__ import annotations

import json

import pytest

from noughts.cli.main import run
from noughts.rules.catalog import game
from noughts.solver import forecast
from noughts.solver.sweep import fast


def test_all_of_4x4_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4x4", "--all", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert list(shown) == [
        "schema", "game", "value", "positions", "seconds", "compile_seconds", "layers",
    ]  # fmt: skip
    assert shown["value"] == {"outcome": "draw", "distance": 16}
    assert shown["positions"] == 9_722_011
    assert shown["layers"][0] == {
        "ply": 16, "positions": 8220, "won": 0, "drawn": 0, "lost": 0,
        "finished_won": 2864, "finished_drawn": 5356,
    }  # fmt: skip


def test_the_distance_of_a_won_game_is_unknown_without_distances(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["solve", "4x4:3", "--all", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == {"outcome": "win", "distance": None}
    assert run(["solve", "4x4:3", "--all", "--distances", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["value"] == {"outcome": "win", "distance": 5}
    assert shown["layers"][-1]["won_in"] == {"5": 1}


def test_progress_comes_before_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4x4", "--all", "--progress", "json"]) == 0
    *progress, result = map(json.loads, capsys.readouterr().out.splitlines())
    assert result["positions"] == 9_722_011
    assert progress[-1]["progress"] == 1.0
    assert all(0 < step["progress"] <= 1 for step in progress)


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "3x3", "--all", "--distances"]) == 0
    out = capsys.readouterr().out
    assert "3x3: a draw; 5,478 positions." in out
    assert "distance" in out


@pytest.mark.parametrize("spec", ["3x3", "3x3+drop"])
def test_tiny_boards_need_no_extra(
    spec: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", spec, "--all", "--json"]) == 0
    fast_way = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(fast, "is_installed", lambda: False)
    assert run(["solve", spec, "--all", "--json"]) == 0
    plain_way = json.loads(capsys.readouterr().out)
    assert fast_way["layers"] == plain_way["layers"]


def test_a_larger_board_without_the_extra_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fast, "is_installed", lambda: False)
    assert run(["solve", "4x4", "--all"]) == 3
    assert capsys.readouterr().err == (
        'noughts: solving all of 4x4 needs numba: pip install ".[fast]"\n'
    )


def test_what_does_not_fit_is_refused_with_what_it_would_need(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(forecast, "memory_bytes", lambda: 16 * 10**9)
    assert run(["solve", "3x3x3", "--all"]) == 3
    assert "needs 108 GB of memory, and 16 GB are free" in capsys.readouterr().err


def test_a_drop_game_cannot_be_swept(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "4x4+drop", "--all"]) == 2
    assert "a sweep needs a game without drop" in capsys.readouterr().err


def test_progress_without_all_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "3x3", "--progress", "json"]) == 2
    assert "--progress goes with --all" in capsys.readouterr().err


def test_the_forecast_counts_what_lies_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "5x5", "--forecast", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["positions"] == 161_995_031_226
    assert 12e9 < shown["memory_bytes"] < 16e9
    assert shown["disk_bytes"] < 6e9
    assert shown["seconds"] > 1


def test_the_forecast_says_when_it_is_not_for_this_machine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(forecast, "memory_bytes", lambda: 16 * 10**9)
    monkeypatch.setattr(forecast, "seconds_per_work", lambda: 2e-9)
    assert run(["solve", "3x3x3", "--forecast"]) == 0
    assert "Not on this machine: 108 GB of memory are needed" in capsys.readouterr().out
    assert run(["solve", "15x15:5", "--forecast"]) == 3


def test_the_unit_of_work_is_the_time_of_a_sweep_by_its_work() -> None:
    forecast.seconds_per_work.cache_clear()
    rate = forecast.seconds_per_work()
    assert 1e-11 < rate < 1e-6
    assert forecast.work_of(game("5x4:4")) * rate < 60
