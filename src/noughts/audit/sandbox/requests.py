"""Requests to a host in a child process, and what comes back."""

import json
import time
from typing import Any

from noughts.audit.candidate import Fault
from noughts.audit.sandbox.limits import Limits
from noughts.audit.sandbox.process import Failure, Process

LOAD_SECONDS = 2.0  # at least, to start Python and load a file, whatever there is for a move


class Child:
    """Requests to a host in a child process; a new process whenever the last one is spent."""

    def __init__(self, program: dict[str, Any], limits: Limits) -> None:
        self.program = program  # the request that loads it
        self.limits = limits
        self.process: Process | None = None
        self.left = limits.seconds
        self.starts = self.asked = 0

    def request(self, request: dict[str, Any], seconds: float | None = None) -> Any:
        """The reply to a request, or a Failure."""
        if self.process is None:
            failure = self._load()
            if failure is not None:
                return failure
        if self.left <= 0:
            return Failure(Fault.SLOW, f"more than {self.limits.seconds:g} s in all")
        started = time.perf_counter()
        allowed = min(seconds or self.limits.move_seconds, self.left)
        reply = self._exchange(request, allowed)
        self.left -= time.perf_counter() - started
        return reply

    def _load(self) -> Failure | None:
        """Start a process and load the program; if that starts a game, without its functions."""
        self.starts += 1
        self.process = Process(self.limits)
        reply = self._exchange(self.program, max(self.limits.move_seconds / 3, LOAD_SECONDS))
        if not isinstance(reply, Failure):
            return None
        self.close()  # what is half loaded is not asked
        if self.program["strict"]:
            return reply
        self.program = {**self.program, "strict": True}
        return self._load()

    def _exchange(self, request: dict[str, Any], seconds: float) -> Any:
        assert self.process is not None
        self.asked += 1
        self.process.send(json.dumps({**request, "id": self.asked}))
        line = self.process.receive(seconds)
        if isinstance(line, Failure):
            self.close()
            return line
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if not isinstance(reply, dict) or reply.get("id") != self.asked:
            self.close()
            said = line[:80].decode("utf-8", "replace").strip()
            return Failure(Fault.GARBLED, f"the line to us was written on: {said!r}")
        if reply.get("spent"):
            self.close()
        return failure_in(reply, self.limits) or reply

    def close(self) -> None:
        """End the process, if there is one."""
        if self.process is not None:
            self.process.close()
            self.process = None


def failure_in(reply: dict[str, Any], limits: Limits) -> Failure | None:
    """The failure that a reply tells of, if it does."""
    if "fault" not in reply:
        return None
    if reply["fault"] == "memory":
        return Failure(Fault.MEMORY, f"more than {limits.memory >> 20:,} MiB of memory")
    return Failure(Fault.RAISES, str(reply.get("error", "")), tuple(reply.get("written", ())))
