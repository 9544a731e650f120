"""noughts train and yardstick: what is learned is kept, whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from naive import Cli

from noughts.cli.train import train
from noughts.errors import NotationError
from noughts.learn.learners import training


def test_a_table_is_written_read_played_measured_and_audited(cli: Cli, tmp_path: Path) -> None:
    table, curve = str(tmp_path / "q.json"), tmp_path / "q.svg"
    words = ("train", "q", "--episodes", "3000", "--seed", "1", "-o", table, "--curve", str(curve))
    ran = cli(*words)
    assert ran.code == 0
    assert "q on 3x3 after 3,000 episodes, against self" in ran.out
    assert "wrong answers" in ran.err
    assert curve.read_text(encoding="utf-8").startswith("<svg")
    assert cli("play", "--opponent", table, "--watch").code == 0
    found = cli("yardstick", table, "--json").json()
    assert found["everywhere"]["positions"] == 4520
    assert found["reached"]["blunders"] > 0
    audited = cli("audit", table)
    assert audited.code == 1
    assert cli("play", "4x4", "--opponent", table, "--watch").code == 2


def test_training_goes_on_where_it_stopped(cli: Cli, tmp_path: Path) -> None:
    part, whole = str(tmp_path / "part.json"), str(tmp_path / "whole.json")
    assert cli("train", "td", "--episodes", "1000", "-o", part).code == 0
    assert cli("train", "td", "--episodes", "2000", "-o", part, "--resume").code == 0
    assert cli("train", "td", "--episodes", "2000", "-o", whole).code == 0
    assert Path(part).read_bytes() == Path(whole).read_bytes()


def test_nothing_is_overwritten_unasked(cli: Cli, tmp_path: Path) -> None:
    table = str(tmp_path / "q.json")
    assert cli("train", "q", "--episodes", "10", "-o", table).code == 0
    before = Path(table).read_bytes()
    ran = cli("train", "q", "--episodes", "10", "-o", table)
    assert ran.code == 2
    assert "--resume goes on with it, --force begins anew" in ran.err
    ran = cli("train", "td", "--episodes", "10", "-o", table, "--resume")
    assert ran.code == 2
    assert "has the learner q, not td" in ran.err
    ran = cli("train", "q", "-g", "4x4", "--episodes", "10", "-o", table, "--resume")
    assert "has the game 3x3, not 4x4" in ran.err
    assert Path(table).read_bytes() == before
    assert cli("train", "q", "--episodes", "20", "-o", table, "--force").code == 0
    assert Path(table).read_bytes() != before


def test_json_is_one_object(cli: Cli) -> None:
    ran = cli("train", "q", "--episodes", "200", "--every", "100", "--json")
    found = ran.json()
    assert [point["episodes"] for point in found["curve"]] == [100, 200]
    assert ran.err == ""


def test_the_base_install_is_enough(tmp_path: Path) -> None:
    program = """
import sys
for name in ("numpy", "numba", "gymnasium", "pettingzoo"):
    sys.modules[name] = None
from noughts.cli.main import run
from noughts.errors import MissingExtra
from noughts.learn.yardstick.policy import observing
assert run(["train", "q", "--episodes", "300", "-o", "q.json", "--curve", "q.svg"]) == 0
assert run(["yardstick", "q.json"]) == 0
assert run(["dataset", "3x3", "-o", "p.csv"]) == 0
assert run(["arena", "q.json", "random", "--plies", "1", "--jobs", "1"]) == 0
try:
    observing(lambda seen: 0)
except MissingExtra as error:
    print(error)
"""
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.endswith('observations are arrays of numpy: pip install ".[learn]"\n')


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal here")
def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    table = tmp_path / "q.json"
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "train", "q", "--episodes", "100000000", "-o", table],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert json.loads(table.read_text(encoding="utf-8"))["episodes"] > 0


def test_a_full_disk_at_a_checkpoint_does_not_end_the_training(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, written = tmp_path / "q.json", []

    def full(path: str | Path, text: str) -> None:
        written.append(str(path))
        if len(written) < 3:
            raise NotationError(f"cannot write {str(path)!r}: no space left on device")
        Path(path).write_text(text, encoding="utf-8")

    monkeypatch.setattr(train, "SECONDS_BETWEEN", 0.0)
    monkeypatch.setattr(train, "write_text", full)
    ran = cli("train", "q", "--episodes", "30", "--every", "10", "-o", str(table))
    assert ran.code == 0
    assert ran.err.count("no space left on device; the training goes on") == 2
    assert json.loads(table.read_text(encoding="utf-8"))["episodes"] == 30


def test_a_full_disk_at_the_end_writes_elsewhere(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, elsewhere = tmp_path / "q.json", tmp_path / "spare"
    elsewhere.mkdir()

    def full(path: str | Path, text: str) -> None:
        if Path(path) == table:
            raise NotationError(f"cannot write {str(path)!r}: no space left on device")
        Path(path).write_text(text, encoding="utf-8")

    monkeypatch.setattr(train, "write_text", full)
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    ran = cli("train", "q", "--episodes", "50", "-o", str(table))
    assert ran.code == 2
    assert "no space left on device; what was learned is in" in ran.err
    (kept,) = elsewhere.rglob("q.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["episodes"] == 50


def test_a_picture_that_cannot_be_written_does_not_cost_the_table(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: str | Path, text: str) -> None:
        if Path(path).suffix == ".svg":
            raise NotationError(f"cannot write {str(path)!r}: no space left on device")
        Path(path).write_text(text, encoding="utf-8")

    monkeypatch.setattr(train, "write_text", full)
    table = tmp_path / "q.json"
    curve = str(tmp_path / "q.svg")
    assert cli("train", "q", "--episodes", "50", "-o", str(table), "--curve", curve).code == 2
    assert json.loads(table.read_text(encoding="utf-8"))["episodes"] == 50


def test_what_was_learned_before_an_error_is_kept(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(*_: Any, **__: Any) -> None:
        raise NotationError("something is wrong")

    monkeypatch.setattr(training, "measure", measure)
    table = tmp_path / "q.json"
    ran = cli("train", "q", "--episodes", "50", "-o", str(table))
    assert (ran.code, ran.err) == (2, "noughts: something is wrong\n")
    assert json.loads(table.read_text(encoding="utf-8"))["episodes"] == 50


def test_where_the_truth_is_out_of_reach_it_learns_and_says_so(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "TRUTH_SECONDS", 0.01)
    table, curve = str(tmp_path / "c4.json"), str(tmp_path / "c4.svg")
    words = ("--episodes", "20", "--every", "10", "-o", table, "--curve", curve)
    ran = cli("train", "q", "-g", "connect4", *words)
    assert ran.code == 0
    assert "how good it is cannot be said, for the truth was not found in time." in ran.out
    points = json.loads(Path(table).read_text(encoding="utf-8"))["curve"]
    assert [(point["wrong"], point["complete"]) for point in points] == [(None, False)] * 2
    assert cli("train", "q", "-g", "connect4", "--resume", *words).code == 0
    assert cli("yardstick", table, "-g", "connect4", "--time", "0.01").code == 3


def test_a_larger_board_is_sampled_and_the_report_says_so(cli: Cli) -> None:
    ran = cli("train", "q", "-g", "4x4", "--episodes", "20")
    assert "in both seats it can be beaten." in ran.out
    assert "In a sample of 4,0" in ran.out
    assert ", a sample; lately" in ran.err


def test_a_training_that_goes_on_is_the_one_that_was_begun(cli: Cli, tmp_path: Path) -> None:
    table = str(tmp_path / "q.json")
    words = ("train", "q", "--episodes", "20", "-o", table)
    assert cli(*words, "--seed", "3", "--set", "alpha=0.2").code == 0
    same = ("--resume", "--seed", "3", "--set", "alpha=0.2", "--against", "self")
    assert cli(*words, *same).code == 0
    for option, value, complaint in (
        ("--seed", "4", "has the seed 3, not 4"),
        ("--against", "random", "has the against self, not random"),
        ("--set", "alpha=0.3", "has the alpha 0.2, not 0.3"),
    ):
        ran = cli(*words, "--resume", option, value)
        assert ran.code == 2
        assert complaint in ran.err


def test_an_opponent_that_draws_lots_draws_the_same_when_training_goes_on(
    cli: Cli, tmp_path: Path
) -> None:
    part, whole = str(tmp_path / "part.json"), str(tmp_path / "whole.json")
    words = ("train", "q", "--against", "easy", "--every", "50", "--seed", "2")
    assert cli(*words, "--episodes", "50", "-o", part).code == 0
    assert cli(*words, "--episodes", "100", "-o", part, "--resume").code == 0
    assert cli(*words, "--episodes", "100", "-o", whole).code == 0
    assert Path(part).read_bytes() == Path(whole).read_bytes()


def test_a_table_for_another_game_is_no_opponent(cli: Cli, tmp_path: Path) -> None:
    table = str(tmp_path / "q.json")
    assert cli("train", "q", "--episodes", "10", "-o", table).code == 0
    ran = cli("train", "q", "-g", "4x4", "--against", table)
    assert ran.code == 2
    assert "was learned for 3x3, not for 4x4" in ran.err


def test_a_folder_that_is_not_there_is_refused_before_the_training(
    cli: Cli, tmp_path: Path
) -> None:
    for option in ("-o", "--curve"):
        ran = cli("train", "q", option, str(tmp_path / "none" / "q.svg"))
        assert ran.code == 2
        assert "there is no folder" in ran.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["dqn"], "no learner 'dqn': expected q, sarsa, monte-carlo, td, menace"),
        (["q", "-g", "0x0"], "0x0"),
        (["q", "--set", "alpha"], "expected --set NAME=NUMBER"),
        (["q", "--set", "alpha=7"], "expected alpha from 0 to 1, got 7"),
        (["q", "--set", "beta=0.1"], "q has no setting 'beta'"),
        (["q", "--set", "seed=3"], "seed is no setting of a learner: expected --seed"),
        (["menace", "--set", "win=nan"], "expected win in whole beads, got nan"),
        (["menace", "--set", "win=2.5"], "expected win in whole beads, got 2.5"),
        (["q", "--against", "nobody"], "no player 'nobody'"),
        (["q", "--resume"], "-o FILE"),
        (["q", "--curve", "x.png"], ".svg"),
        (["q", "--resume", "-o", "missing.json"], "cannot read 'missing.json'"),
    ],
)
def test_complaints(cli: Cli, words: list[str], complaint: str) -> None:
    ran = cli("train", *words)
    assert ran.code == 2
    assert complaint in ran.err
