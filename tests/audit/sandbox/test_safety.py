"""Somebody else's code: whatever it does becomes a finding, and the audit goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from noughts.audit import audit
from noughts.audit.candidate import Answer, Fault
from noughts.audit.candidates.adapters import candidate_for
from noughts.audit.sandbox.limits import Limits, limits_note
from noughts.audit.sandbox.process import Failure, Process, _processes_of
from noughts.errors import NotationError
from noughts.notation.parse import position
from noughts.rules.catalog import game
from noughts.rules.position import Position

GAME = game("3x3")
EARLY, LATE = position("X.. .O. ..."), position("XOX .O. .X.")
LIMITS = Limits(move_seconds=1.5, memory=1 << 28)

posix = pytest.mark.skipif(os.name != "posix", reason="limits of the system")

# Well behaved late in the game, where it is tried out; what it does early is the test.
PROGRAM = """
import os, sys
def find_best_move(board):
    if board.count(' ') < 6:
        return board.index(' ')
{body}
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[Any]:
    """Opens the program that does this early in the game."""
    opened = []

    def open_one(body: str, limits: Limits = LIMITS) -> Any:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        path = tmp_path / "hostile.py"
        path.write_text(PROGRAM.format(body=lines), encoding="utf-8")
        opened.append(candidate_for(str(path), GAME, limits=limits))
        return opened[-1]

    yield open_one
    for candidate in opened:
        candidate.close()


ANYWHERE = {
    "an endless loop": ("while True:\n    pass", {Fault.SLOW}),
    "a loop that catches everything": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        {Fault.SLOW},
    ),
    "a long sleep": ("import time\ntime.sleep(1000)", {Fault.SLOW}),
    "an exit past all handlers": ("os._exit(3)", {Fault.CRASH}),
    "an exit": ("sys.exit(4)", {Fault.RAISES}),
    "an interrupt": ("raise KeyboardInterrupt", {Fault.RAISES}),
    "an exception": ("return board[99]", {Fault.RAISES}),
    "an exception without words": (
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
        {Fault.RAISES},
    ),
    "an endless recursion": ("return find_best_move(board)", {Fault.RAISES}),
    "a flood of output": ("while True:\n    print('x' * 1000)", {Fault.FLOOD}),
    "a flood past Python": ("while True:\n    os.write(2, b'x' * 1000)", {Fault.FLOOD}),
    "a line where replies are written": (
        "for f in range(3, 12):\n    try: os.write(f, b'{]\\n')\n    except OSError: pass\n"
        "return 1",
        {Fault.GARBLED, Fault.CRASH},
    ),
    "a reply that is none": (
        "for f in range(3, 12):\n    try: os.write(f, b'[1]\\n')\n    except OSError: pass\n"
        "return 1",
        {Fault.GARBLED, Fault.CRASH},
    ),
    "closed files": ("os.closerange(0, 60)\nreturn 1", {Fault.CRASH, Fault.GARBLED}),
    "a question to a person": ("return int(input('move? '))", {Fault.RAISES}),
    "a number without end": ("return 10 ** 100000", {Fault.NO_MOVE}),
    "a list without end": ("return [0] * 10**6", {Fault.NO_MOVE}),
    "an object that cannot be written": (
        "class R:\n    def __repr__(self): raise ValueError\nreturn R()",
        {Fault.NO_MOVE},
    ),
    "an invalid pointer": ("import ctypes\nctypes.string_at(1)", {Fault.CRASH, Fault.RAISES}),
}

ON_POSIX = {
    "ignored signals": (
        "import signal\nfor s in (2, 15, 14): signal.signal(s, signal.SIG_IGN)\nwhile True: pass",
        {Fault.SLOW},
    ),
    "a hog of memory": (
        "x = []\nwhile True:\n    x.append(bytearray(10**7))",
        {Fault.MEMORY},
    ),
    "more memory than there is": ("return bytearray(10**12)", {Fault.MEMORY}),
    "memory that is shared": (
        "import mmap\nx = [mmap.mmap(-1, 10**8) for _ in range(99)]",
        {Fault.MEMORY},
    ),
    "a deep recursion": (
        "sys.setrecursionlimit(10**8)\ndef f(): return [f()]\nreturn f()",
        {Fault.CRASH, Fault.MEMORY, Fault.SLOW},
    ),
    "a fork bomb": ("while True:\n    os.fork()", {Fault.RAISES}),
    "a fork bomb that goes on": (
        "while True:\n    try: os.fork()\n    except OSError: pass",
        {Fault.SLOW, Fault.CRASH},
    ),
    "threads without end": (
        "import threading\ndef go():\n    while True: pass\n"
        "while True: threading.Thread(target=go, daemon=True).start()",
        {Fault.RAISES, Fault.SLOW},
    ),
    "files without end": ("x = [open(os.devnull) for _ in range(500)]", {Fault.RAISES}),
    "a file without end": ("open('x', 'wb').write(bytes(10**8))", {Fault.RAISES, Fault.CRASH}),
    "an end by its own hand": ("os.kill(os.getpid(), 9)", {Fault.CRASH}),
    "an end of its group": ("os.killpg(0, 9)", {Fault.CRASH}),
}


def survives(candidate: Any, faults: set[Fault]) -> Answer:
    """The finding; and the next position is answered as if nothing had been."""
    answer: Answer = candidate.ask(EARLY)
    assert answer.move is None
    assert answer.fault in faults, answer
    assert answer.detail
    assert candidate.ask(LATE).move == 3
    return answer


@pytest.mark.parametrize("name", ANYWHERE)
def test_each_hostile_behaviour_is_a_finding(name: str, hostile: Any) -> None:
    body, faults = ANYWHERE[name]
    survives(hostile(body), faults)


@posix
@pytest.mark.parametrize("name", ON_POSIX)
def test_each_hostile_behaviour_within_the_limits_of_the_system(name: str, hostile: Any) -> None:
    body, faults = ON_POSIX[name]
    # Where time is not what ends it, there is enough of it on a busy machine too.
    limits = LIMITS if Fault.SLOW in faults else replace(LIMITS, move_seconds=30)
    survives(hostile(body, limits), faults)


def test_the_finding_says_what_happened(hostile: Any) -> None:
    assert survives(hostile("os._exit(3)"), {Fault.CRASH}).detail == (
        "the process ended with exit code 3"
    )
    assert "IndexError" in survives(hostile("return board[99]"), {Fault.RAISES}).detail
    assert survives(hostile("while True: pass"), {Fault.SLOW}).detail == "no answer within 1.5 s"


def test_printing_in_every_move_is_normal(hostile: Any) -> None:
    candidate = hostile("print('thinking ' * 1000)\nreturn 1")
    for _ in range(200):
        assert candidate.ask(EARLY).move == 1


def test_a_program_may_close_its_own_output(hostile: Any) -> None:
    candidate = hostile("sys.stdout.close()\nsys.stderr = None\nreturn 1")
    assert [candidate.ask(EARLY).move for _ in range(3)] == [1, 1, 1]


def test_pauses_for_a_person_are_passed_over(hostile: Any) -> None:
    candidate = hostile("import time\ntime.sleep(1.2)\nos.system('clear')\nreturn 1")
    started = time.perf_counter()
    assert [candidate.ask(EARLY).move for _ in range(10)] == [1] * 10
    assert time.perf_counter() - started < 10


def test_no_secret_of_the_environment_is_passed_on(
    hostile: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "swordfish")
    answer = hostile("return ' '.join(sorted(os.environ))").ask(EARLY)
    assert "PATH" in answer.said
    assert "SECRET_TOKEN" not in answer.said


def test_it_works_in_a_folder_of_its_own_that_is_gone_afterwards(hostile: Any) -> None:
    candidate = hostile("open('made-here', 'w').close()\nreturn os.getcwd()")
    folder = Path(candidate.ask(EARLY).said.strip("'").replace("\\\\", "\\"))
    assert folder != Path.cwd()
    assert folder.name.startswith("noughts-audit-")
    assert (folder / "made-here").exists()
    candidate.close()
    assert not folder.exists()


@posix
def test_a_process_that_leaves_the_group_is_ended_too(hostile: Any) -> None:
    body = (
        "import subprocess\nn = subprocess.Popen(['sleep', '600'], start_new_session=True)\n"
        "return str(n.pid)"
    )
    candidate = hostile(body)
    number = int(candidate.ask(EARLY).said.strip("'"))
    os.kill(number, 0)
    candidate.close()
    if not Path("/proc/self/environ").exists():
        pytest.skip("this system does not show whose process it is")
    for _ in range(50):
        status = Path(f"/proc/{number}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            break
        time.sleep(0.1)
    else:
        pytest.fail(f"process {number} is still there")


@posix
def test_as_root_it_runs_as_nobody_and_can_overwrite_nothing(hostile: Any, tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("not root")
    assert hostile("return str(os.getuid())").ask(EARLY).said == "'65534'"
    answer = hostile(f"open({str(tmp_path / 'x')!r}, 'w')").ask(EARLY)
    assert answer.detail.startswith("PermissionError")


def test_time_in_all_is_limited_too(hostile: Any) -> None:
    limits = Limits(move_seconds=5, seconds=1.0)
    candidate = hostile(
        "import time\nt = time.time()\nwhile time.time() < t + 0.4: pass\nreturn 1", limits
    )
    answers = [candidate.ask(EARLY) for _ in range(5)]
    assert answers[0].move == 1
    assert answers[-1].fault is Fault.SLOW
    assert answers[-1].detail == "more than 1 s in all"


def test_a_program_is_as_it_was_loaded_after_it_raised(hostile: Any) -> None:
    body = (
        "global count\ncount = globals().get('count', 0) + 1\nreturn board[99] if count == 2 else 1"
    )
    candidate = hostile(body)
    assert [candidate.ask(EARLY).move for _ in range(4)] == [1, None, 1, None]


def test_a_program_that_breaks_when_it_is_loaded_does_not_break_us(tmp_path: Path) -> None:
    path = tmp_path / "exit.py"
    path.write_text(
        "import os\ndef best_move(board):\n    return board.index(' ')\nx = os._exit(1)\n"
    )
    with pytest.raises(NotationError, match=r"cannot load exit.py: the process ended"):
        candidate_for(str(path), GAME)


def test_a_round_trip_is_quick(hostile: Any) -> None:
    candidate = hostile("return 1")
    started = time.perf_counter()
    for _ in range(1000):
        candidate.ask(EARLY)
    assert time.perf_counter() - started < 3  # a tenth of that on a quiet machine


def test_nothing_is_left_behind_by_many_starts(hostile: Any) -> None:
    before = set(Path(tempfile.gettempdir()).glob("noughts-audit-*"))
    candidate = hostile("os._exit(1)")
    for _ in range(5):
        assert candidate.ask(EARLY).fault is Fault.CRASH
    candidate.close()
    mine = set(Path(tempfile.gettempdir()).glob("noughts-audit-*")) - before
    assert not any(_processes_of(folder) for folder in mine)


def test_a_reply_to_another_question_is_garbled(hostile: Any) -> None:
    body = (
        "for f in range(3, 12):\n"
        '    try: os.write(f, b\'{"result": 1, "id": 1}\\n\')\n    except OSError: pass\nreturn 1'
    )
    survives(hostile(body), {Fault.GARBLED, Fault.CRASH})


def test_a_line_without_end_is_garbled() -> None:
    code = "import os\nwhile True: os.write(1, b'x' * 65536)"
    process = Process(LIMITS, [sys.executable, "-c", code])
    try:
        heard = process.receive(20)
        assert isinstance(heard, Failure)
        assert heard.fault is Fault.GARBLED
    finally:
        process.close()


def test_the_limits_are_stated_in_a_sentence() -> None:
    note = limits_note(Limits(move_seconds=2))
    assert "at most 2 s for a move" in note
    assert ("processes" in note) or os.name != "posix"
    assert note.isascii()


def test_a_command_is_limited_as_well(tmp_path: Path) -> None:
    path = tmp_path / "bomb.py"
    path.write_text("import os\ninput()\nx = bytearray(10**12)\n")
    candidate = candidate_for(None, GAME, command=f'"{sys.executable}" "{path}"', limits=LIMITS)
    try:
        assert candidate.ask(Position(GAME)).fault in (Fault.MEMORY, Fault.CRASH)
    finally:
        candidate.close()


def test_where_not_all_is_limited_the_report_names_the_limits_that_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("noughts.audit.auditing.LIMITS_ALL", False)
    path = tmp_path / "player.py"
    path.write_text("def best_move(board):\n    return board.index(' ')\n", encoding="utf-8")
    verdict = audit(str(path), move_seconds=7, seconds=77)
    assert "at most 7 s for a move and 77 s in all" in verdict.note
    assert verdict.note[:40] in str(verdict)
    assert not audit("perfect").note
    assert not audit(lambda board: board.index(" ")).note


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_process_that_hides_its_environment_is_found_by_its_folder(hostile: Any) -> None:
    body = (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    os.execve(sys.executable, ['python', '-c', 'import time; time.sleep(99)'], {})\n"
        "return board.index(' ')"
    )
    candidate = hostile(body)
    assert candidate.ask(EARLY).move == 1
    folder = candidate.channel.process.folder
    assert len(_processes_of(folder)) == 2
    candidate.close()
    assert _processes_of(folder) == []


@pytest.mark.skipif(sys.platform != "linux", reason="prctl")
def test_the_child_ends_with_whoever_started_it(tmp_path: Path) -> None:
    starter = (
        "import os\n"
        "from noughts.audit.sandbox.limits import Limits\n"
        "from noughts.audit.sandbox.requests import Child\n"
        "source = 'import time\\ndef f(): time.sleep(1000)\\n'\n"
        "load = {'do': 'load', 'source': source, 'file': 'f', 'folder': '.', 'strict': False}\n"
        "child = Child(load, Limits())\n"
        "child.request({'do': 'list', 'cells': 9, 'width': 3})\n"
        "print(child.process.folder, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    tmp_path.chmod(0o777)
    ran = subprocess.run(
        [sys.executable, "-c", starter],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    folder = Path(ran.stdout.strip())
    assert folder.parent == tmp_path
    deadline = time.monotonic() + 30
    while _processes_of(folder) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _processes_of(folder) == []
