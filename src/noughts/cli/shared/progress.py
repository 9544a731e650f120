"""How far a sweep has come: a bar on a terminal, or JSON for programs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from noughts.cli.shared.printing import print_json, say
from noughts.rules import Game
from noughts.solver.sweep.crew import NowAndThen, OnProgress, Progress

F = TypeVar("F", bound=Callable[..., Any])


def progress_option(command: F) -> F:
    return click.option(
        "--progress",
        type=click.Choice(["json"]),
        metavar="json",
        help="Write progress as JSON objects before the result.",
    )(command)


@contextmanager
def told(game: Game, kind: str | None) -> Iterator[OnProgress | None]:
    """What to call with the progress: a bar on a terminal, JSON if asked for, else nothing."""
    if kind == "json":
        yield NowAndThen(lambda progress: print_json(progress.to_dict()))
    elif sys.stderr.isatty():
        with _bar(game) as show:
            yield NowAndThen(show)
    else:
        yield None


@contextmanager
def status_line() -> Iterator[Callable[[str], None] | None]:
    """What to call with the state of things: one line on a terminal, nothing anywhere else."""
    if not sys.stderr.isatty():
        yield None
        return
    width = 0

    def tell(line: str) -> None:
        nonlocal width
        width = max(width, len(line))
        say(f"\r{line.ljust(width)}", err=True, end="")

    try:
        yield tell
    finally:
        say(f"\r{' ' * width}\r", err=True, end="")


@contextmanager
def _bar(game: Game) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress as Bar, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game.name}", total=1.0, rate="")

        def show(progress: Progress) -> None:
            rate = progress.places / max(progress.seconds, 1e-9)
            bar.update(
                task,
                completed=progress.work / progress.all_work,
                description=f"{game.name}, ply {progress.ply}",
                rate=f"{rate / 1e6:,.0f} million positions/s",
            )

        yield show
