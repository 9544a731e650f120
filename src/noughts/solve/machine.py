"""What this machine has: memory, room on disk, a folder to keep things in."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def memory_bytes() -> int | None:
    """Memory that a program can have now; None where that cannot be found out."""
    try:
        if sys.platform == "win32":
            return _windows_memory()
        meminfo = Path("/proc/meminfo")
        if meminfo.exists():
            rows = dict(row.split(":", 1) for row in meminfo.read_text().splitlines())
            return int(rows["MemAvailable"].split()[0]) * 1024
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, KeyError, AttributeError):
        return None


def _windows_memory() -> int:
    import ctypes

    class Status(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ulong), ("load", ctypes.c_ulong)] + [
            (name, ctypes.c_ulonglong)
            for name in ("total", "free", "pages", "free_pages", "virtual", "free_virtual", "more")
        ]

    status = Status(length=ctypes.sizeof(Status))
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined,unused-ignore]
    return int(status.free)


def disk_bytes(folder: Path) -> int | None:
    """Room on the disk that holds a folder, or would hold it; None where that is unknown."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def user_cache() -> Path:
    """The user's cache folder for this package, as each platform has it.

    Raises RuntimeError where there is no home folder.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base, "noughts")
