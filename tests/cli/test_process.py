"""The command as a process: encodings, pipes, start-up, and what it imports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest
from naive import in_a_process

COMMANDS = {
    "analyze": ["analyze", "XX. .O. ..O"],
    "analyze finished": ["analyze", "XXX OO. ...", "--game", "misere"],
    "analyze json": ["analyze", "XX. .O. ..O", "--json"],
    "analyze wrong": ["analyze", "X.. .−. ..."],
    "search": ["analyze", "X.O .O. X..", "--search", "minimax", "--scale", "depth"],
    "move": ["move", "XOX OO. .X."],
    "solve": ["solve", "3x3"],
    "solve wrong": ["solve", "3×4α"],
    "census": ["census", "3x3"],
    "games": ["games"],
    "play": ["play", "--seed", "1"],
    "watch": ["play", "misere", "--watch", "--seed", "1"],
    "help": ["--help"],
    "play help": ["play", "--help"],
    "analyze help": ["analyze", "--help"],
}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_writes_in_every_encoding(name: str, encoding: str) -> None:
    """Every character has an ASCII form; only what the user typed may come back as an escape."""
    stdin = "zz\nb2\nwhy\nhelp\nmoves\nundo\n" if name == "play" else ""
    ran = in_a_process(
        *COMMANDS[name], stdin=stdin, environment={"PYTHONIOENCODING": encoding, "COLUMNS": "40"}
    )
    assert ran.code == (2 if "wrong" in name else 0), ran.err
    assert "Traceback" not in ran.err
    assert "�" not in ran.out + ran.err, "bytes that the encoding does not have"
    if "wrong" not in name:
        assert "\\x" not in ran.out
        assert "\\u" not in ran.out
        assert ran.out.isascii() or encoding != "ascii"


@pytest.mark.parametrize("arguments", [["census", "3x3"], ["games"], ["solve", "3x3"]])
def test_a_closed_pipe_is_quiet(arguments: list[str]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _SLOW_WRITER, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    errors = child.stderr.read().decode()
    child.stderr.close()
    code = child.wait(timeout=60)
    assert errors == ""
    assert code in (0, 141), "1 would mean that the answer is no"


# Fills the pipe before the rest is written, so that the closed end is surely noticed.
_SLOW_WRITER = """
import sys
from noughts.cli.main import main
sys.stdout.reconfigure(line_buffering=True)
import click
real = click.echo
def echo(*arguments, **options):
    real(*arguments, **options)
    if not options.get("err"):
        real("." * 200_000)
click.echo = echo
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_head_takes_one_line_and_nobody_complains() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m noughts games | head -1',
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("game")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}], ids=["plain", "NO_COLOR"])
def test_no_colour_comes_out_of_a_pipe(environment: dict[str, str]) -> None:
    for name in ("analyze", "analyze finished", "solve", "watch"):
        ran = in_a_process(*COMMANDS[name], environment=environment)
        assert "\x1b" not in ran.out + ran.err


def imported(*arguments: str) -> set[str]:
    """The modules that a command has loaded when it is done."""
    script = (
        "import sys, json, io\n"
        "from noughts.cli.main import run\n"
        "out, sys.stdout = sys.stdout, io.StringIO()\n"
        "code = run(sys.argv[1:])\n"
        "print(json.dumps([code, sorted(sys.modules)]), file=out)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60
    )
    code, modules = json.loads(done.stdout)
    assert code == 0, done.stderr
    return set(modules)


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", "X.. .O. ..."],
        ["analyze", "X.. .O. ...", "--json"],
        ["move", "X.. .O. ..."],
        ["solve", "3x3"],
        ["solve", "3x3+misere"],
        ["census", "3x3"],
        ["games"],
        ["play", "--watch", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_small_boards_load_neither_numpy_nor_numba(arguments: list[str]) -> None:
    modules = imported(*arguments)
    assert not {name.split(".")[0] for name in modules} & {"numpy", "numba", "llvmlite"}


def test_python_dash_m_noughts_imports_neither_numpy_nor_numba() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "noughts", "analyze", "X.. .O. ..."],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    names = {row.rpartition("|")[2].strip().split(".")[0] for row in done.stderr.splitlines()}
    assert "noughts" in names
    assert not names & {"numpy", "numba", "llvmlite"}


def test_a_question_about_3x3_does_not_wait_for_something_heavy_to_load() -> None:
    """It takes about 0.1 s on a free machine; the bound is for busy ones, the best of five runs."""
    seconds = []
    for _ in range(5):
        started = time.perf_counter()
        assert in_a_process("analyze", "X.. .O. ...").code == 0
        seconds.append(time.perf_counter() - started)
    assert min(seconds) < 2


def test_importing_noughts_prints_nothing_and_needs_no_terminal_library() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import noughts, sys; print('click' in sys.modules)"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == "False\n"
    assert done.stderr == ""


def test_a_bad_position_in_a_process_is_one_sentence_and_two() -> None:
    ran = in_a_process("analyze", "X.. .Q. ...")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("noughts: expected X, O or '.', got 'Q' at b2")


def test_a_limit_in_a_process_is_a_sentence_and_three() -> None:
    started = time.perf_counter()
    ran = in_a_process("analyze", "." * 225, "--game", "15x15:5", "--time", "0.5")
    assert ran.code == 3
    assert time.perf_counter() - started < 10
    assert ran.out == ""


def test_positions_over_a_pipe_answer_line_by_line() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "noughts", "analyze", "--lines", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for text, outcome in (("X.. .O. ...", "draw"), ("XX. .O. ..O", "win")):
        child.stdin.write(text + "\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["value"]["outcome"] == outcome
    child.stdin.close()
    assert child.wait(timeout=60) == 0
    child.stdout.close()
