"""noughts train: a learner, and how far it is from the truth while it learns."""

import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from noughts.cli.shared.files import ending_of, refuse_unwritable, write_text
from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import say
from noughts.cli.shared.reading import read_game_option
from noughts.cli.train.words import report, told
from noughts.errors import NotationError
from noughts.learn.learners import (
    AGAINST,
    EVERY,
    LEARNERS,
    SEATS,
    SEED,
    Training,
    curve_svg,
    new_training,
    read,
    to_json,
)

EPISODES = 50_000
SECONDS_BETWEEN = 10.0  # from one checkpoint to the next


class _Train(Command):
    """Its help names the learners that there are when it is asked for."""

    @property
    def help(self) -> str:
        *others, last = LEARNERS
        return self._help.replace("(LEARNERS)", f"({', '.join(others)} or {last})")

    @help.setter
    def help(self, text: str) -> None:
        self._help = text


@click.command("train", cls=_Train)
@click.argument("learner", metavar="LEARNER")
@click.option("--game", "-g", metavar="GAME", help="Such as 4x3:3 or misere.  [default: 3x3]")
@click.option(
    "--episodes",
    type=click.IntRange(1),
    default=EPISODES,
    show_default=True,
    help="Games to learn from, in all.",
)
@click.option(
    "--against",
    metavar="PLAYER",
    help=f"self, random, perfect, or another player.  [default: {AGAINST}]",
)
@click.option(
    "--seat",
    type=click.Choice(list(SEATS)),
    help="Where the learner sits when it does not play itself.  [default: both]",
)
@click.option("--seed", type=int, help=f"The same seed gives the same table.  [default: {SEED}]")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=NUMBER",
    help="A setting of the learner, such as alpha=0.3.",
)
@click.option(
    "--every",
    type=click.IntRange(1),
    default=EVERY,
    show_default=True,
    help="Episodes between two looks at the exact error.",
)
@click.option("-o", "--output", metavar="FILE", help="Where the table goes, as JSON.")
@click.option("--curve", metavar="FILE", help="Where the curve goes, as .svg.")
@click.option("--resume", is_flag=True, help="Go on with the table in FILE.")
@click.option("--force", is_flag=True, help="Begin anew even if FILE exists.")
@json_option
def command(
    learner: str,
    game: str | None,
    episodes: int,
    against: str | None,
    seat: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    every: int,
    output: str | None,
    curve: str | None,
    resume: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Train LEARNER (LEARNERS), and say how far it is from the truth.

    Ctrl-C ends the training and keeps what was learned; --resume goes on with it.

    \b
    Examples:
      noughts train q --episodes 2000 --seed 1
      noughts train menace --against perfect --episodes 200 --json
    """
    if curve is not None:
        ending_of(curve, (".svg",))
    refuse_unwritable(output, curve)
    rules = read_game_option(game or "3x3")
    assert rules is not None
    numbers = _numbers(settings)
    said: dict[str, Any] = {"against": against, "seat": seat, "seed": seed}
    said = {what: value for what, value in said.items() if value is not None}
    training = new_training(learner, rules, **said, **numbers)
    if resume:
        training = _resumed(training, output, {**said, **numbers})
    elif output is not None and Path(output).exists() and not force:
        raise NotationError(
            f"{output} exists: --resume goes on with it, --force begins anew in its place"
        )
    keeper = _Keeper(training, output, curve)
    with told(training, episodes, as_json) as show, _stopping() as stopped:

        def stop() -> bool:
            keeper.now_and_then()
            return stopped()

        try:
            training.run(episodes, every=every, on_point=show, stop=stop)
        finally:
            keeper.keep()
    report(training, episodes, output, as_json)
    return 0 if training.episodes >= episodes else 130


def _numbers(settings: tuple[str, ...]) -> dict[str, Any]:
    numbers = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        if name in ("against", "seat", "seed"):
            raise click.UsageError(f"{name} is no setting of a learner: expected --{name}")
        try:
            numbers[name] = float(number)
        except ValueError:
            raise click.UsageError(
                f"expected --set NAME=NUMBER, such as alpha=0.3, got {setting!r}"
            ) from None
    return numbers


def _resumed(new: Training, output: str | None, asked: dict[str, Any]) -> Training:
    """The training that FILE holds; what else was asked for has to be what it was begun with."""
    if output is None:
        raise click.UsageError("--resume needs the FILE to go on with: -o FILE")
    old = read(output)
    begun: dict[str, Any] = {
        "learner": old.name,
        "game": old.game.name,
        "against": old.against,
        "seat": old.seat,
        "seed": old.seed,
        **old.settings,
    }
    for what, wanted in {"learner": new.name, "game": new.game.name, **asked}.items():
        if begun[what] != wanted:
            raise NotationError(f"{output} has the {what} {begun[what]}, not {wanted}")
    return old


class _Keeper:
    """Writes the table and the curve; where that fails, says so and tries again later."""

    def __init__(self, training: Training, output: str | None, curve: str | None) -> None:
        self.training, self.output, self.curve = training, output, curve
        self._next = time.monotonic() + SECONDS_BETWEEN

    def now_and_then(self) -> None:
        """Write a checkpoint when it is time for one; a full disk does not end the training."""
        if self.output is None or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + SECONDS_BETWEEN
        try:
            write_text(self.output, self._table())
        except NotationError as error:
            say(f"noughts: {error}; the training goes on", err=True)

    def keep(self) -> None:
        """Write what was learned, the table before the picture; if not there, then somewhere."""
        if not self.training.episodes:
            return
        if self.output is not None:
            try:
                write_text(self.output, self._table())
            except NotationError as error:
                elsewhere = Path(tempfile.mkdtemp(prefix="noughts-")) / Path(self.output).name
                write_text(elsewhere, self._table())
                raise NotationError(f"{error}; what was learned is in {str(elsewhere)!r}") from None
        if self.curve is not None:
            write_text(self.curve, curve_svg(self.training))

    def _table(self) -> str:
        return to_json(self.training)


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Ctrl-C stops after the episode that is being played, so that nothing is half learned."""
    asked = []
    before = signal.signal(signal.SIGINT, lambda *_: asked.append(True))
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)
