"""The command noughts audit: exit codes, files, and one sentence where something is amiss."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from naive import Cli

WRONG = """
def find_best_move(board):
    return board.index(" ")
"""

RAISES = """
def find_best_move(board):
    if board.count(" ") == 2:
        raise ValueError("too late for me")
    return board.index(" ")
"""

# It says that it sleeps, by a file in the folder it runs in.
SLEEPS = """
import time
def find_best_move(board):
    if board.count(" ") > 6:
        open("there", "w").close()
        time.sleep(1000)
    return board.index(" ")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.py"
    path.write_text(WRONG, encoding="utf-8")
    return path


def test_a_perfect_player_ends_with_0(cli: Cli) -> None:
    ran = cli("audit", "perfect")
    assert ran.code == 0
    assert ran.out.startswith("Perfect: in all ")
    assert ran.err == ""


def test_a_wrong_program_ends_with_1_and_the_game_it_loses(cli: Cli, program: Path) -> None:
    ran = cli("audit", str(program))
    assert ran.code == 1
    assert ran.out.startswith("Not perfect: it can be beaten")
    assert "The shortest game that it loses" in ran.out


def test_a_function_may_be_named(cli: Cli, program: Path) -> None:
    assert cli("audit", f"{program}:find_best_move").code == 1
    ran = cli("audit", f"{program}:other")
    assert ran.code == 2
    assert "other" in ran.err


def test_the_json_is_one_object_with_the_exit_code_in_it(cli: Cli, program: Path) -> None:
    ran = cli("audit", str(program), "--json")
    data = json.loads(ran.out)
    assert (data["schema"], data["perfect"], data["exit_code"]) == (1, False, ran.code)
    assert data["losing_game"]["over"]
    assert data["exam"] == "proof"
    every = json.loads(cli("audit", str(program), "--every", "--json").out)
    assert (every["exam"], every["asked"]) == ("every", 4520)


def test_what_raises_here_and_there_is_told_with_the_exception(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "raises.py"
    path.write_text(RAISES, encoding="utf-8")
    ran = cli("audit", str(path))
    assert ran.code == 1
    assert "Raises an exception" in ran.out
    assert "too late for me" in ran.out
    assert "Traceback" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "expected a TARGET"),
        (("perfect", "--command", "x"), "expected a TARGET"),
        (("nowhere.py",), "nowhere.py"),
        (("perfekt",), "perfekt"),
        (("perfect", "--jobs", "2"), "--jobs is for a class"),
        (("a.py", "b.py", "--certificate", "x"), "--certificate is for one program"),
        (("perfect", "--time", "0"), "above 0"),
        (("perfect", "--random", "0"), "0"),
        (("perfect", "--game", "nonsense"), "nonsense"),
    ],
)
def test_what_cannot_be_done_ends_with_2(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...],
    expected: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    ran = cli("audit", *arguments)
    assert ran.code == 2
    assert expected in ran.err
    assert ran.out == ""


def test_a_budget_that_is_too_small_ends_with_3(cli: Cli) -> None:
    ran = cli("audit", "minimax", "--budget", "0.05")
    assert ran.code == 3
    assert ran.out.startswith("Undecided")


def test_the_page_and_the_certificate_are_written(cli: Cli, tmp_path: Path) -> None:
    page, proof = tmp_path / "verdict.html", tmp_path / "perfect.cert"
    ran = cli("audit", "perfect", "--html", str(page), "--certificate", str(proof))
    assert ran.code == 0
    assert "<svg" not in page.read_text(encoding="utf-8")  # nothing is wrong, so nothing is shown
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert cli("certify", str(proof)).code == 0


def test_no_certificate_for_a_program_that_loses(cli: Cli, program: Path, tmp_path: Path) -> None:
    proof = tmp_path / "wrong.cert"
    ran = cli("audit", str(program), "--certificate", str(proof))
    assert ran.code == 1
    assert "No certificate is written" in ran.err
    assert not proof.exists()


def test_several_files_a_folder_and_a_pattern_are_a_class(
    cli: Cli, program: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.py"
    other.write_text(WRONG, encoding="utf-8")
    table = tmp_path / "grades.csv"
    for targets in ((str(program), str(other)), (str(tmp_path),), (str(tmp_path / "*.py"),)):
        ran = cli("audit", *targets, "--csv", str(table), "--jobs", "1")
        assert ran.code == 1, ran.err
        assert "wrong.py" in ran.out
        assert "other.py" in table.read_text(encoding="utf-8")


def test_another_game_is_audited_as_well(cli: Cli) -> None:
    ran = cli("audit", "perfect", "--game", "3x3+misere", "--json")
    data = json.loads(ran.out)
    assert (data["game"], data["perfect"]) == ("3x3+misere", True)


def test_dice_are_thrown_as_often_as_asked(cli: Cli) -> None:
    data = json.loads(cli("audit", "easy", "--random", "3", "--json").out)
    assert (data["times"], data["exit_code"]) == (3, 1)


@pytest.mark.parametrize("option", ["--html", "--certificate", "--csv"])
@pytest.mark.parametrize("name", ["nowhere/file", "."])
def test_a_file_that_cannot_be_written_is_refused_before_the_audit(
    option: str, name: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be asked")

    monkeypatch.setattr("noughts.audit.auditing.audit", never)
    monkeypatch.setattr("noughts.audit.classroom.classroom.audit_class", never)
    ran = cli("audit", "perfect", option, str(tmp_path / name))
    assert ran.code == 2
    assert "cannot write" in ran.err


def test_the_report_is_no_wider_than_the_screen(
    cli: Cli, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, cli("audit", str(program)).out.splitlines())) <= 40


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("is_class", [False, True])
def test_an_audit_that_is_told_to_end_leaves_nothing_behind(
    number: int, code: int, is_class: bool, tmp_path: Path
) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(SLEEPS, encoding="utf-8")
    folder = tmp_path / "folders"
    folder.mkdir()
    tmp_path.chmod(0o777)
    folder.chmod(0o777)
    targets = ["one.py", "two.py"] if is_class else ["one.py"]
    audit = subprocess.Popen(
        [sys.executable, "-m", "noughts", "audit", *targets, "--time", "300"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not any(folder.glob("noughts-audit-*/there")) and time.monotonic() < deadline:
        time.sleep(0.05)
    audit.send_signal(number)
    assert audit.wait(timeout=60) == code
    assert list(folder.iterdir()) == []
