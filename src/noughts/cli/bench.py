"""noughts bench: how fast, beside other programs; and what the searches cost."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from noughts.bench import (
    LEARN_WORK,
    MODULES,
    POSITIONS,
    REPEAT,
    WORK,
    Bench,
    Contender,
    OnRow,
    Row,
    Work,
    bench,
    is_installed,
    signature,
)
from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.progress import status_line
from noughts.errors import MissingExtra
from noughts.notation import head, seconds_of
from noughts.solver.machine import this_machine

DISAGREE = 1


@click.command("bench", cls=Command)
@click.option("--signature", "only_signature", is_flag=True, help="Only the node signature.")
@click.option(
    "--only",
    metavar="NAME,…",
    help=f"Some of the work: {', '.join(work.name for work in WORK)}.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    metavar="N",
    default=REPEAT,
    show_default=True,
    help="How often short work is run; the best counts.",
)
@click.option("--learn", is_flag=True, help="Environments at random play, in place of solvers.")
@click.option("--slow", is_flag=True, help="Also what takes minutes and gigabytes.")
@json_option
def command(
    only_signature: bool, only: str | None, repeat: int, learn: bool, slow: bool, as_json: bool
) -> None:
    """Time a fixed set of work, side by side with the other solvers that are installed.

    A ratio is the time beside that of the quickest way noughts has for the same work. With
    --learn: environments, and the time for a move. With --signature: the nodes of every
    deterministic search over a fixed set of positions.

    \b
    Examples:
      noughts bench --signature
      noughts bench --only "all of 3x3"
    """
    if only_signature:
        _run_signature(as_json)
        return
    names = None if only is None else [name.strip() for name in only.split(",")]
    with _progress() as on_row:
        work = LEARN_WORK if learn else None
        result = bench(names, repeat=repeat, slow=slow, on_row=on_row, work=work)
    if not any(row.found for row in result.rows):
        raise MissingExtra(next(row.why_not for row in result.rows if row.why_not) or "")
    if as_json:
        print_json(result.to_dict())
    else:
        _print_bench(result)
    for name in result.disagreements():
        say(f"noughts: the answers for {name!r} differ", err=True)
    if result.disagreements():
        raise click.exceptions.Exit(DISAGREE)


@contextmanager
def _progress() -> Iterator[OnRow | None]:
    """One line on a terminal that says what is running, and nothing anywhere else."""
    with status_line() as show:
        if show is None:
            yield None
            return

        def tell(work: Work, contender: Contender) -> None:
            show(f"{work.name}: {contender.program}, {contender.method} ...")

        yield tell


def _print_bench(result: Bench) -> None:
    about = {name: value for name, value in this_machine().items() if value is not None}
    versions = [f"{name} {about[name]}" for name in list(about)[3:]]
    say(f"{about['cpu']}, {about['cores']} cores, {about['system']}")
    say(", ".join(versions))
    say()
    shown = [row for row in result.rows if _is_here(row)]
    cells, last = [], None
    for row in shown:
        cells.append([row.work.name if row.work is not last else "", *_cells(result, row)])
        last = row.work
    headings = ["work", "program", "method", "time", "count", "a second", "ratio"]
    print_table(headings, cells, right=(3, 4, 5, 6))
    notes = [f"{row.why_not}." for row in shown if row.why_not and row.contender.is_ours]
    asked = {row.contender.program for row in result.rows}
    absent = [peer for peer in MODULES if peer in asked and not is_installed(peer)]
    if absent:
        listed = ", ".join([*absent[:-2], " and ".join(absent[-2:])])
        notes.append(f'Not installed: {listed} (pip install ".[peers]").')
    if notes:
        say()
    for note in dict.fromkeys(notes):
        say(note[0].upper() + note[1:])


def _is_here(row: Row) -> bool:
    return row.contender.is_ours or is_installed(row.contender.program)


def _cells(result: Bench, row: Row) -> list[str]:
    who = [row.contender.program, row.contender.method]
    if row.seconds is None or row.found is None:
        why_not = row.why_not or ""
        extra = re.search(r"\[(\w+)\]", why_not) if row.contender.is_ours else None
        return [*who, f"needs {extra[1]}" if extra else why_not, "", "", ""]
    count, rate, ratio = row.found.count, row.rate, result.ratio(row)
    return [
        *who,
        seconds_text(row.seconds),
        "" if count is None else f"{count:,} {row.contender.unit}",
        "" if rate is None else f"{rate:,.0f}",
        "" if ratio is None else f"{ratio:,.2f}" if ratio < 100 else f"{ratio:,.0f}",
    ]


def seconds_text(seconds: float) -> str:
    """A time to three digits.

    >>> [seconds_text(seconds) for seconds in (0.00123456, 0.7, 12.345, 606.2)]
    ['0.00123 s', '0.700 s', '12.3 s', '606 s']
    """
    digits = 2
    while digits < 6 and seconds < 10 ** (2 - digits):
        digits += 1
    if seconds >= 10:
        digits = 1 if seconds < 100 else 0
    return f"{seconds:,.{digits}f} s"


def _run_signature(as_json: bool) -> None:
    started = time.perf_counter()
    nodes = signature()
    seconds = time.perf_counter() - started
    total = sum(nodes.values())
    if as_json:
        counted = {"signature": total, "nodes": nodes, "seconds": seconds_of(seconds, 3)}
        print_json({**head(), **counted})
        return
    print_table(
        ["search", "nodes"], [[name, f"{count:,}"] for name, count in nodes.items()], right=(1,)
    )
    say()
    say(f"Bench: {total} over {len(POSITIONS)} positions")
