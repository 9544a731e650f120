"""The command `noughts web`: how it starts, what it says, and how it ends."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from naive import Cli, in_a_process
from webserver import Server, wait_until

pytest.importorskip("fastapi", reason="the extra `web` is not installed")

needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and ps are POSIX")

SOON = 3.0  # seconds: it takes some hundredths, and a busy machine may take longer
HEAVY = "/api/analyze?game=6x6&seconds=30&position="


@contextmanager
def running(*options: str) -> Iterator[Server]:
    server = Server(*options)
    try:
        yield server
    finally:
        said = server.stop()
    assert "Traceback" not in said, said


def children(pid: int) -> set[int]:
    """The processes that a process has started, those that are gone and not yet waited for too."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    )
    pairs = (map(int, line.split()) for line in listed.stdout.splitlines())
    return {child for child, parent in pairs if parent == pid}


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def asking(server: Server, *paths: str) -> Iterator[list[socket.socket]]:
    """Questions that are asked, and whose answers nobody takes."""
    lines = []
    try:
        for path in paths:
            line = socket.create_connection((server.host, server.port), timeout=20)
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            lines.append(line)
        yield lines
    finally:
        for line in lines:
            line.close()


def busy_workers(server: Server, before: set[int], number: int) -> set[int]:
    """The workers that take up so many questions."""
    assert server.process.pid
    wait_until(lambda: len(children(server.process.pid) - before) >= number, 20)
    return children(server.process.pid) - before


# How it starts


def test_it_prints_an_address_that_answers_and_takes_any_free_port() -> None:
    with running() as one, running() as other:
        assert re.fullmatch(r"noughts is at http://127\.0\.0\.1:\d+/\n", one.said)
        assert one.port != other.port
        assert one.ask("/api/board") == other.ask("/api/board")


def test_with_json_the_address_is_an_object() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "web", "--no-open", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        assert said["schema"] == 1
        assert said["address"].startswith("http://127.0.0.1:")
    finally:
        process.kill()
        process.communicate()


def test_the_examples_of_the_help_run(cli: Cli) -> None:
    shown = cli("web", "--help")
    examples = re.findall(r"^ +noughts web(.*)$", shown.out.partition("Examples:")[2], re.M)
    assert len(examples) == 2
    for example in examples:
        # A port that is named may be taken on this machine, and a browser is not wanted.
        options = ["0" if word.isdigit() else word for word in shlex.split(example)]
        with running(*options) as server:
            assert server.request("/api/games").status == 200


def test_a_port_in_use_is_said_in_one_sentence(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = cli("web", "--no-open", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2
    assert ran.out == ""
    assert re.fullmatch(r"noughts: cannot listen on 127\.0\.0\.1 port \d+: .+\n", ran.err)


@pytest.mark.parametrize("options", [["--port", "65536"], ["--port", "x"], ["--host", "no host"]])
def test_what_is_no_port_and_no_host_is_refused(cli: Cli, options: list[str]) -> None:
    ran = cli("web", "--no-open", *options)
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("part", ["fastapi", "uvicorn"])
def test_without_the_extra_one_line_says_what_to_install(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setitem(sys.modules, part, None)
    ran = cli("web", "--no-open")
    assert ran.code == 3
    assert ran.err == 'noughts: the laboratory needs FastAPI and uvicorn: pip install ".[web]"\n'


def test_the_other_commands_do_not_load_the_server() -> None:
    code = "import sys, noughts.cli.main; print([m for m in sys.modules if 'fastapi' in m])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
    assert in_a_process("web", "--help").code == 0


def test_on_every_network_it_says_what_that_means() -> None:
    server = Server("--host", "0.0.0.0")
    try:
        assert server.host == "127.0.0.1"
        assert server.request("/api/games").status == 200
        assert server.request("/api/games", headers={"Host": "evil.example"}).status == 403
        assert server.request("/api/games", headers={"Host": "10.1.2.3:80"}).status == 200
    finally:
        said = server.stop()
    assert "whoever can reach this machine can ask" in said


# How it ends


@needs_posix
@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)], ids=["ctrl-c", "sigterm"]
)
def test_a_signal_ends_it_at_once_with_streams_open_and_workers_busy(
    sent: signal.Signals, code: int
) -> None:
    server = Server()
    paths = [HEAVY, "/api/solve?game=5x4:4", "/api/trace?game=6x6&limit=20000&seconds=30"]
    with asking(server, *paths):
        workers = busy_workers(server, set(), 4)
        started = time.monotonic()
        server.process.send_signal(sent)
        assert server.process.wait(timeout=30) == code
        assert time.monotonic() - started < SOON
        said = server.stop()
    assert said == "Stopped.\n"
    assert wait_until(lambda: not any(map(is_there, workers)), SOON)


@needs_posix
def test_workers_end_with_a_server_that_was_killed() -> None:
    server = Server()
    with asking(server, HEAVY):
        workers = busy_workers(server, set(), 3)
        server.process.kill()
        assert wait_until(lambda: not any(map(is_there, workers)), SOON)
    server.stop()


@needs_posix
@pytest.mark.parametrize("path", [HEAVY, "/api/trace?game=6x6&limit=20000&seconds=30"])
def test_a_client_that_leaves_stops_its_work(path: str) -> None:
    with running() as server:
        assert server.request("/api/board?game=9x9:5").status == 200  # the short lane is there
        before = children(server.process.pid)
        with asking(server, path):
            (worker,) = busy_workers(server, before, 1)
            time.sleep(0.5)  # it is at work now
            assert is_there(worker)
        assert wait_until(lambda: not is_there(worker), SOON)
        assert server.request("/api/games").status == 200


@needs_posix
def test_what_is_asked_twice_goes_on_while_one_of_the_two_waits() -> None:
    with running() as server:
        path = HEAVY.replace("30", "2")
        replies = []
        thread = threading.Thread(target=lambda: replies.append(server.request(path)))
        with asking(server, path):
            thread.start()
            time.sleep(0.5)
        thread.join(30)
        assert replies[0].status == 200
        assert replies[0].data["complete"] is False
