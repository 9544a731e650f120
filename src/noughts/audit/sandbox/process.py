"""The child process of a program under audit, seen from our side.

It is started when it is first needed, and again after it has crashed, hung, or been stopped for
what it did. Two threads read what it says, so that nothing here can be made to wait for ever.
"""

import contextlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

from noughts.audit.candidate import Fault
from noughts.audit.sandbox.limits import NOBODY, Limits

LONGEST_LINE = 1 << 20
KEPT_OUTPUT = 4096
ROUNDS = 5
LONGEST_WAIT = 0.25  # seconds between two looks at whether to stop
HERE = Path(__file__).resolve().parent

# The child needs a few files of this room and nothing else of the library: it starts the sooner.
BOOT = """
import sys, types
for name, path in {packages!r}.items():
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [path]
from noughts.audit.sandbox.child import main
main()
""".format(
    packages={
        "noughts": str(HERE.parents[1]),
        "noughts.audit": str(HERE.parent),
        "noughts.audit.sandbox": str(HERE),
    }
)

KEPT_VARIABLES = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ")
SET_VARIABLES = {
    "PYTHONIOENCODING": "utf-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


STOP: ContextVar[threading.Event | None] = ContextVar("STOP", default=None)
"""Set by whoever asks in a thread of its own: no answer is waited for once the event is set."""


class Stopped(Exception):
    """The answer is not wanted any more."""


class Failure(NamedTuple):
    """Why there is no reply."""

    fault: Fault
    detail: str
    written: tuple[Any, ...] = ()
    """The marks that the program had written before it failed, where that is known."""


class Process:
    """A process with limits, in a folder of its own, spoken to line by line."""

    def __init__(self, limits: Limits, command: list[str] | None = None) -> None:
        self.limits = limits
        self.folder = Path(tempfile.mkdtemp(prefix="noughts-audit-"))
        if os.name == "posix" and os.getuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)  # the child will not be root, see limits
        self.lines: queue.SimpleQueue[bytes | Fault | None] = queue.SimpleQueue()
        self.printed = 0  # bytes since the last line that was sent
        self.heard = 0  # the same, where answers come in
        self.said = b""  # the end of what was printed
        self.process = self._start(command)
        # Also at the end of this program, should nobody close it.
        self._end = weakref.finalize(self, _end_all, self.process, self.folder)
        self.threads = [
            threading.Thread(target=target, daemon=True)
            for target in (self._read_lines, self._read_output)
        ]
        for thread in self.threads:
            thread.start()

    def _start(self, command: list[str] | None) -> subprocess.Popen[bytes]:
        child = [sys.executable, "-I", "-c", BOOT, json.dumps(self.limits.to_dict())]
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        environment.update(SET_VARIABLES)
        for name in ("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"):
            environment[name] = str(self.folder)
        if command is not None:
            child = [*child, *command] if os.name == "posix" else command
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(
            child,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=environment,
            start_new_session=os.name == "posix",
            creationflags=flags,
        )

    def send(self, line: str) -> None:
        """Send a line; if there is no one to read it, the answer will say so."""
        assert self.process.stdin is not None
        self.printed = self.heard = 0
        rest = memoryview(line.encode("utf-8") + b"\n")
        with contextlib.suppress(OSError):
            while rest:
                rest = rest[self.process.stdin.write(rest) :]

    def unasked(self) -> list[bytes]:
        """The lines that have come in before anything was asked."""
        lines = []
        with contextlib.suppress(queue.Empty):
            while isinstance(line := self.lines.get_nowait(), bytes):
                lines.append(line)
            self.lines.put(line)  # how it ended is for the next one to hear
        return lines

    def receive(self, seconds: float) -> bytes | Failure:
        """The next line that it says, or why there is none."""
        line = self._next(time.perf_counter() + seconds)
        if line is Fault.SLOW:
            return Failure(Fault.SLOW, f"no answer within {seconds:.3g} s")
        if line is Fault.FLOOD:
            return Failure(Fault.FLOOD, f"more than {self.limits.output:,} bytes of output")
        if line is None:
            return self._ended()
        assert isinstance(line, bytes)
        if not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
            return Failure(Fault.GARBLED, f"a line of more than {LONGEST_LINE:,} bytes")
        return line

    def _next(self, deadline: float) -> bytes | Fault | None:
        """What comes in next; meanwhile, whoever asks may have been told to stop."""
        while True:
            stop = STOP.get()
            if stop is not None and stop.is_set():
                raise Stopped
            left = deadline - time.perf_counter()
            with contextlib.suppress(queue.Empty):
                return self.lines.get(timeout=min(max(left, 0.001), LONGEST_WAIT))
            if left <= 0:
                return Fault.SLOW

    def _ended(self) -> Failure:
        """How the process ended."""
        try:
            code = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return Failure(Fault.GARBLED, "it closed the line to us")
        self.threads[1].join(timeout=1)
        last = self.said.decode("utf-8", "replace").strip().splitlines()[-1:]
        if code < 0:
            with contextlib.suppress(ValueError):
                name = signal.Signals(-code).name
                if name == "SIGXCPU":
                    return Failure(Fault.SLOW, f"more than {self.limits.seconds:g} s in all")
                return Failure(Fault.CRASH, f"the process was ended by {name}")
        if last and "MemoryError" in last[0]:
            return Failure(Fault.MEMORY, f"more than {self.limits.memory >> 20:,} MiB of memory")
        words = f"the process ended with exit code {code}"
        return Failure(Fault.CRASH, f"{words}: {last[0][:200]}" if last and code else words)

    def close(self) -> None:
        """End the process and all that it started, and remove its folder."""
        self._end()
        for thread in self.threads:
            thread.join(timeout=1)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        number, rest = self.process.stdout.fileno(), b""
        while piece := _read(number):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                self.lines.put(line + b"\n")
            self.heard += len(piece)
            if len(rest) >= LONGEST_LINE or self.heard > LONGEST_LINE + self.limits.output:
                self.lines.put(rest if len(rest) >= LONGEST_LINE else Fault.FLOOD)
                return
        self.lines.put(None)

    def _read_output(self) -> None:
        assert self.process.stderr is not None
        number = self.process.stderr.fileno()
        while piece := _read(number):
            self.said = (self.said + piece)[-KEPT_OUTPUT:]
            self.printed += len(piece)
            if self.printed > self.limits.output:
                self.lines.put(Fault.FLOOD)
                return


def _end_all(process: subprocess.Popen[bytes], folder: Path) -> None:
    """End a process and what it started, even what has left its group, and remove its folder."""
    if os.name == "posix":
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    for _ in range(ROUNDS):
        stragglers = [number for number in _processes_of(folder) if number != os.getpid()]
        for number in stragglers:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not stragglers:
            break
    shutil.rmtree(folder, ignore_errors=True)


def _processes_of(folder: Path) -> list[int]:
    """The processes that are in the folder or whose environment names it, where that is shown."""
    name, found = f"HOME={folder}\0".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            here = os.readlink(process / "cwd").removesuffix(" (deleted)")
            if here == str(folder) or name in (process / "environ").read_bytes():
                found.append(int(process.name))
    return found


def _read(number: int) -> bytes:
    try:
        return os.read(number, 1 << 16)
    except OSError:
        return b""
