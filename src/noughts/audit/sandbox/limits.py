"""Limits on a program under audit: what they are, and how its process takes them on itself.

Only the standard library is used here: this runs beside the program, in its process.
"""

import contextlib
import os
import signal
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

LIMITS_ALL = os.name == "posix"  # or time and output only
NOBODY = 65534
END_WITH_PARENT = 1  # prctl's PR_SET_PDEATHSIG
KEEP_CAPABILITIES = 8  # PR_SET_KEEPCAPS
AMBIENT, AMBIENT_RAISE = 47, 2  # the same, for a program that takes the place of this one
MAY_READ = 1 << 2  # CAP_DAC_READ_SEARCH: read files whoever owns them
CAPABILITY_VERSION = 0x20080522


@dataclass(frozen=True, slots=True)
class Limits:
    """What somebody else's program may use."""

    move_seconds: float = 30.0
    """For one move."""
    seconds: float = 600.0
    """For all its moves together."""
    memory: int = 1 << 30
    """In bytes."""
    output: int = 1 << 20
    """What it may print in one move, in bytes."""
    files: int = 64
    """Open at a time."""
    file_size: int = 1 << 20
    """Of each file that it writes, in bytes."""
    processes: int = 32
    """Processes and threads beside its own."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def limits_note(limits: Limits | None = None) -> str:
    """Which limits hold on this machine, in a sentence.

    >>> "in a process of its own" in limits_note()
    True
    """
    limits = limits or Limits()
    times = (
        f"at most {limits.move_seconds:g} s for a move and {limits.seconds:g} s in all, and "
        f"{limits.output >> 10:,} KiB of output for a move"
    )
    if os.name != "posix":
        return (
            f"The program runs in a process of its own with {times}. On this system memory, files "
            "and processes are not limited, so audit only programs that you would run yourself."
        )
    here = "" if sys.platform == "linux" else ", as far as this system keeps to such limits"
    return (
        f"The program runs in a process of its own with {times}; {limits.memory >> 20:,} MiB of "
        f"memory, {limits.files} open files and {limits.processes} processes{here}. It can read "
        "files and reach the network as you can."
    )


def apply(limits: Limits, *, is_ours: bool) -> None:
    """Take the limits on this process and all that it starts; is_ours: a Python of ours.

    Other programs may map much more memory than they use, so theirs is counted by what they use.
    """
    if os.name != "posix":
        return
    import resource

    if os.getuid() == 0:
        with contextlib.suppress(OSError, AttributeError):
            _leave_root()
    if sys.platform == "linux":
        _end_with_parent()
    kinds = {
        "RLIMIT_AS" if is_ours else "RLIMIT_DATA": limits.memory,
        "RLIMIT_NOFILE": limits.files,
        "RLIMIT_FSIZE": limits.file_size,
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": int(limits.seconds) + 5,  # should the other side have gone
        "RLIMIT_NPROC": _tasks_of(os.getuid()) + limits.processes,
    }
    for name, most in kinds.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            _, hard = resource.getrlimit(kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(kind, (most, most))


def _end_with_parent() -> None:
    """Should the other side be killed, there is no one left to end this process."""
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)


def _leave_root() -> None:
    """Become nobody: the number of processes is not limited for root, nor what it overwrites.

    Python, the program and what lies beside it may be where nobody can read; the right to read
    is therefore kept.
    """
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(KEEP_CAPABILITIES, 1, 0, 0, 0):
        raise OSError("the right to read cannot be kept")
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    rights = (ctypes.c_uint32 * 6)(MAY_READ, MAY_READ, MAY_READ, 0, 0, 0)
    libc.capset(header, rights)
    libc.prctl(AMBIENT, AMBIENT_RAISE, MAY_READ.bit_length() - 1, 0, 0)


def _tasks_of(user: int) -> int:
    """How many processes and threads a user has; where they cannot be counted, one."""
    count = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError, ValueError, KeyError):
            fields = dict(
                line.split(":", 1) for line in status.read_text(errors="replace").splitlines()
            )
            if int(fields["Uid"].split()[0]) == user:
                count += int(fields["Threads"])
    return max(count, 1)
