"""The program that runs in the child process: limits first, then requests, one a line.

Requests come in on what was standard input and replies go out on what was standard output. Both
are put aside before the program is loaded: it finds an empty input, and what it prints goes to
where its errors go.
"""

import json
import os
import sys
import time
from typing import Any

from noughts.audit.sandbox import limits
from noughts.audit.sandbox.host import Host

LONGEST_PAUSE = 2.0


def main() -> None:
    """Serve until the other side closes the line; `exec`: take the limits and become a command."""
    allowed = limits.Limits(**json.loads(sys.argv[1]))
    command = sys.argv[2:]
    if command:
        limits.apply(allowed, is_ours=False)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            sys.exit(f"cannot run {command[0]}: {error.strerror}")
    requests, replies = _put_aside()
    limits.apply(allowed, is_ours=True)
    _spare_the_person()
    for name in [name for name in sys.modules if name.partition(".")[0] == "noughts"]:
        del sys.modules[name]  # only a part of the library was here; the program may want it all
    sys.argv = ["program"]
    sys.dont_write_bytecode = True
    host, process = Host(), os.getpid()
    for line in requests:
        request = json.loads(line)
        reply = {**host.reply(request), "id": request["id"]}
        if os.getpid() != process:
            os._exit(0)  # a copy of this process that the program made
        _flush()
        replies.write(json.dumps(reply) + "\n")
        replies.flush()
    os._exit(0)


def _put_aside() -> tuple[Any, Any]:
    """The two ends of the line, out of the program's way."""
    requests = open(os.dup(0), encoding="ascii")  # noqa: SIM115 (open as long as the process)
    replies = open(os.dup(1), "w", encoding="ascii")  # noqa: SIM115
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, replies


def _spare_the_person() -> None:
    """No pauses and no clearing of screens: there is no one to wait for, and no screen."""
    sleep = time.sleep

    def pause(seconds: float) -> None:
        if seconds > LONGEST_PAUSE:
            sleep(seconds)

    setattr(time, "sleep", pause)  # noqa: B010
    setattr(os, "system", lambda command: 0)  # noqa: B010


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            continue  # the program has closed or replaced it
