"""This machine by name: what measured seconds depend on."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

PACKAGES = ("noughts", "numba", "numpy", "easyAI", "open_spiel", "pettingzoo", "pgx", "jax")


def machine() -> dict[str, Any]:
    """What the seconds depend on."""
    from noughts.solve.crew import cpu_count

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
