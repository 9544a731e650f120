"""What this machine has: processors, memory, room on disk, a folder to keep things in."""

import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Any

PACKAGES = ("noughts", "numba", "numpy", "easyAI", "open_spiel", "pettingzoo", "pgx", "jax")


def cpu_count() -> int:
    """CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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


def this_machine() -> dict[str, Any]:
    """This machine by name: what measured seconds depend on."""
    return {
        "cpu": cpu_model(),
        "cores": cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
    }


def _version(distribution: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def cpu_model() -> str:
    """The processor by name, as far as the system tells."""
    import subprocess

    try:
        if platform.system() == "Darwin":
            asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except (OSError, subprocess.CalledProcessError):
        pass
    return platform.processor() or platform.machine()
