"""Answers printed: lines, JSON and tables."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from noughts.play.screen import fitted
from noughts.solver.counts import LayerCount


def say(text: str = "", *, err: bool = False, end: str = "\n") -> None:
    """Print a line. Not click.echo: that writes UTF-8 to a stream that is told to be ASCII."""
    out = sys.stderr if err else sys.stdout
    print(fitted(text, out) if end == "\n" else text, end=end, file=out, flush=err)


def print_json(value: dict[str, Any]) -> None:
    """One object on one line, at once: somebody may be waiting for it at the other end."""
    say(json.dumps(value))
    sys.stdout.flush()


def print_table(headings: list[str], rows: list[list[str]], *, right: tuple[int, ...] = ()) -> None:
    """A table in plain columns, those named in right aligned to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        say("  ".join(cells).rstrip())


def print_counts(layers: Sequence[LayerCount]) -> None:
    """How many positions each layer has, by what they are worth."""
    headings = ["ply", "positions", "won", "drawn", "lost", "ended by a line", "full board"]
    counts = [[layer.ply, layer.positions, *layer.by_kind.values()] for layer in layers]
    rows = [[f"{count:,}" for count in row] for row in counts]
    print_table(headings, rows, right=tuple(range(len(headings))))


def rounded(number: int) -> str:
    """A large number as a person reads it.

    >>> rounded(741365049), rounded(10**30)
    ('741 million', '1e+30')
    """
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g} {word}"
    return (
        f"{number:,}"
        if number < 10**6
        else f"{float(number):.0e}"
        if number < 10**300
        else "over 1e+300"
    )
