"""Every position of 5x5:4 and 5x5 solved: some minutes, and 13 GB of memory.

    python benchmarks/full_5x5.py [FOLDER] [GAME ...]

For each game it writes GAME.json and GAME.md into the folder (by default the current one): what
the positions of each layer are worth to the side to move, the seconds, and the most memory that the
process has had until then.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from noughts.rules.catalog import game
from noughts.solver.machine import this_machine
from noughts.solver.sweep.outcomes import Layer, sweep

GAMES = ("5x5:4", "5x5")
COLUMNS = ("positions", "won", "drawn", "lost", "finished_won", "finished_drawn")


def peak_bytes() -> int | None:
    """The most memory this process has had; None where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def peak_memory() -> str:
    peak = peak_bytes()
    return "memory unknown" if peak is None else f"{peak / 1e9:.2f} GB"


def load() -> list[float] | None:
    """How busy the machine is; None where the system does not say."""
    return list(os.getloadavg()) if hasattr(os, "getloadavg") else None


def run(spec: str) -> dict[str, Any]:
    """Solve a game; what came of it, as JSON has it."""
    before, layers = load(), []
    begin = time.perf_counter()

    def tell(layer: Layer) -> None:
        nonlocal begin
        seconds, begin = time.perf_counter() - begin, time.perf_counter()
        count = layer.count
        assert count is not None
        layers.append({**count.to_dict(), "seconds": round(seconds, 3)})
        print(f"ply {layer.ply}: {seconds:.2f} s, {peak_memory()}", file=sys.stderr, flush=True)

    solution = sweep(game(spec), on_layer=tell)
    return {
        "schema": 1,
        "game": solution.game.name,
        "machine": this_machine(),
        "load_before": before,
        "outcome": str(solution.outcome),
        "positions": solution.positions,
        "seconds": round(solution.seconds, 2),
        "compile_seconds": round(solution.compile_seconds, 2),
        "peak_bytes": peak_bytes(),
        "layers": layers[::-1],
    }


def markdown(result: dict[str, Any]) -> str:
    """The layers as a table, with their sums."""
    sums = {name: sum(layer[name] for layer in result["layers"]) for name in COLUMNS}
    rows = [
        ["ply", *(name.replace("_", " ") for name in COLUMNS)],
        ["--:"] * (len(COLUMNS) + 1),
        *([str(layer["ply"]), *(f"{layer[c]:,}" for c in COLUMNS)] for layer in result["layers"]),
        ["all", *(f"{sums[name]:,}" for name in COLUMNS)],
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    folder, *specs = sys.argv[1:] or ["."]
    for spec in specs or GAMES:
        result = run(spec)
        name = result["game"].replace(":", "_")
        Path(folder, f"{name}.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
        Path(folder, f"{name}.md").write_text(markdown(result), encoding="utf-8")
        print(f"{spec}: {result['positions']:,} positions, {result['seconds']} s, {peak_memory()}")


if __name__ == "__main__":
    main()
