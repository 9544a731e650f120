"""How much the server stands: wrk on known answers, and light questions beside heavy ones.

    python benchmarks/web_load.py [SECONDS]

Starts `noughts web`, asks it for so many seconds each (5 without a number), and prints what was
promised beside what was measured. The first part needs `wrk` and is left out without it.
"""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from noughts.notation.format import format_position
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver.machine import this_machine

CONNECTIONS = 64
MOST_POSITIONS = 500

# wrk asks the questions of a list one after the other.
ROTATE = """
local paths = {}
for line in io.lines("{file}") do paths[#paths + 1] = line end
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
"""


@contextmanager
def server() -> Iterator[tuple[tuple[str, int], int]]:
    """A running server: its host and port, and the number of its process."""
    command = [sys.executable, "-m", "noughts", "web", "--no-open", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        yield (host, int(port)), process.pid
    finally:
        process.terminate()
        process.wait()


def ask(where: tuple[str, int], path: str) -> float:
    """Ask once over a new connection; how long that took."""
    started = time.perf_counter()
    line = http.client.HTTPConnection(*where, timeout=120)
    try:
        line.request("GET", path)
        reply = line.getresponse()
        reply.read()
        assert reply.status == 200, (path, reply.status)
    finally:
        line.close()
    return time.perf_counter() - started


def positions(spec: str, most: int) -> list[str]:
    """The first positions of a game, in order of their stones."""
    level, found = {Position(game(spec))}, list[str]()
    while level and len(found) < most:
        found += [format_position(position) for position in level]
        level = {position.child(move) for position in level for move in position.moves()}
    return found[:most]


def analyze_path(spec: str, text: str) -> str:
    return f"/api/analyze?game={quote(spec)}&position={quote(text)}"


# Known answers


def known_answers(where: tuple[str, int], seconds: int) -> None:
    for spec in ("3x3", "4x4"):
        texts = positions(spec, MOST_POSITIONS if spec == "3x3" else 60)
        paths = [analyze_path(spec, text) for text in texts]
        for path in paths:
            ask(where, path)
        for name, asked in ((f"{spec}, one position", paths[:1]), (f"{spec}, {len(paths)}", paths)):
            rate, last = wrk(where, asked, seconds)
            print(
                f"{name:24} {rate:8,.0f} analyses/s (promised 1,000), "
                f"99th percentile {last * 1000:.1f} ms (promised 50) with {CONNECTIONS} connections"
            )


def wrk(where: tuple[str, int], paths: list[str], seconds: int) -> tuple[float, float]:
    """Requests a second, and the seconds in which 99 of 100 were answered."""
    with tempfile.TemporaryDirectory() as folder:
        listed, script = Path(folder) / "paths.txt", Path(folder) / "rotate.lua"
        listed.write_text("\n".join(paths) + "\n", encoding="utf-8")
        script.write_text(ROTATE.replace("{file}", str(listed)), encoding="utf-8")
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}", "--latency", "-s", str(script)]
        address = f"http://{where[0]}:{where[1]}/"
        ran = subprocess.run([*command, address], capture_output=True, text=True, check=True)
    if re.search(r"Non-2xx|Socket errors", ran.stdout):
        print(ran.stdout)
    rate = re.search(r"Requests/sec: +([\d.]+)", ran.stdout)
    last = re.search(r"99% +([\d.]+)(us|ms|s)", ran.stdout)
    assert rate is not None
    assert last is not None
    return float(rate[1]), float(last[1]) * {"us": 1e-6, "ms": 1e-3, "s": 1.0}[last[2]]


# Light questions beside heavy ones


def beside_heavy_ones(where: tuple[str, int], seconds: int) -> None:
    stones = (0, 1, 2, 7)
    boards = ["".join("X" if cell == stone else "." for cell in range(36)) for stone in stones]
    texts = [" ".join(board[row : row + 6] for row in range(0, 36, 6)) for board in boards]
    paths = [f"{analyze_path('6x6', text)}&seconds={seconds}" for text in texts]
    with ThreadPoolExecutor(len(paths)) as pool:
        heavy = [pool.submit(ask, where, path) for path in paths]
        time.sleep(0.5)
        times = []
        while not any(asked.done() for asked in heavy):
            times.append(ask(where, "/api/games"))
            time.sleep(0.005)
        for asked in heavy:
            asked.result()
    times.sort()
    print(
        f"beside four of 6x6       {len(times):8,} times /api/games, 99th percentile "
        f"{times[int(len(times) * 0.99)] * 1000:.1f} ms (promised 100)"
    )


def after_leaving(where: tuple[str, int], pid: int) -> None:
    """Four clients ask what takes long, and leave; how long until nobody works for them."""
    before, lines = workers(pid), []
    for width in range(4, 8):
        line = socket.create_connection(where)
        path = f"/api/analyze?game={width}x8:4&seconds=30"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    time.sleep(2)
    busy = workers(pid) - before
    started = time.perf_counter()
    for line in lines:
        line.close()
    while workers(pid) & busy:
        time.sleep(0.01)
    taken = time.perf_counter() - started
    print(f"after four have left     {taken:8.2f} s until their work has ended (promised 1)")


def workers(pid: int) -> set[int]:
    """The processes that the server has started."""
    command = ["ps", "-A", "-o", "pid=,ppid="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    pairs = (map(int, row.split()) for row in listed.splitlines())
    return {child for child, parent in pairs if parent == pid}


def main(seconds: int) -> None:
    print(", ".join(f"{name} {what}" for name, what in this_machine().items() if what))
    with server() as (where, pid):
        if shutil.which("wrk") is None:
            print("wrk is not installed: the first part is left out")
        else:
            known_answers(where, seconds)
        if sys.platform != "win32":  # there is no ps
            after_leaving(where, pid)
        beside_heavy_ones(where, seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
