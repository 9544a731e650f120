"""What noughts train says: while it goes on, and at the end."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.cli.shared.printing import print_json, say
from noughts.learn.learners import Point, Training


@contextmanager
def told(training: Training, episodes: int, as_json: bool) -> Iterator[Callable[[Point], None]]:
    """What to call with each point: a bar on a terminal, lines elsewhere, nothing for JSON."""
    if as_json:
        yield lambda point: None
        return
    if not sys.stderr.isatty():
        yield _sparse(episodes)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        task = bar.add_task("", total=episodes, completed=training.episodes)
        yield lambda point: bar.update(task, completed=point.episodes, description=_state(point))


def _sparse(episodes: int) -> Callable[[Point], None]:
    """Some ten lines in all, whatever the number of points."""
    shown = [0]

    def show(point: Point) -> None:
        if point.episodes >= shown[0] + episodes / 10 or point.episodes == episodes:
            shown[0] = point.episodes
            say(f"{point.episodes:>9,}  {_line(point)}", err=True)

    return show


def _line(point: Point) -> str:
    won, drawn, lost = point.results
    return f"{_state(point)}; lately {won} won, {drawn} drawn, {lost} lost"


def _state(point: Point) -> str:
    """The exact error, and what is usually looked at beside it."""
    if point.wrong is None:
        return "the exact error is out of reach"
    sample = "" if point.complete else ", a sample"
    wins = "" if point.random_wins is None else f", beats random {point.random_wins:.1%}"
    return f"wrong answers {point.wrong:.4g} of {point.reached}{sample}{wins}"


def report(training: Training, episodes: int, output: str | None, as_json: bool) -> None:
    if as_json:
        print_json({**training.to_dict(), "output": output})
        return
    if training.episodes < episodes:
        say(f"Stopped after {training.episodes:,} episodes.", err=True)
    if training.curve:
        say(_sentences(training))
    if output is not None and training.episodes:
        say(f"What was learned is in {output}.", err=True)


def _sentences(training: Training) -> str:
    """What the last look at the learner has shown."""
    point = training.curve[-1]
    start = (
        f"{training.name} on {training.game.name} after {point.episodes:,} episodes, "
        f"against {training.against}:"
    )
    if point.wrong is None:
        return f"{start} how good it is cannot be said, for the truth was not found in time."
    wrong = (
        "no answer throws the outcome away"
        if not point.wrong
        else f"{point.wrong:.4g} answers throw the outcome away"
    )
    of = "the" if point.complete else "a sample of"
    lines = [
        f"{start} {_seat(training)} {_verdict(point)}.",
        f"In {of} {point.reached:,} positions that its own play reaches, {wrong}.",
    ]
    if point.random_wins is not None:
        lines.append(f"It beats a random mover in {point.random_wins:.1%} of the games.")
    return "\n".join(lines)


def _verdict(point: Point) -> str:
    if min(point.worst.values()) < 0:
        return "it can be beaten"
    return "it never loses" if point.complete else "nobody was seen to beat it"


def _seat(training: Training) -> str:
    return "in both seats" if training.seat == "both" else f"as {training.seat} player"
