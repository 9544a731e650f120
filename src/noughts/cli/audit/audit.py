"""noughts audit: is this program perfect? A proof, or the game it loses."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noughts.audit import auditing
from noughts.cli.audit.classroom import run_class
from noughts.cli.shared.files import refuse_unwritable, write_text
from noughts.cli.shared.options import Command, game_option, json_option, time_option
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.progress import status_line
from noughts.cli.shared.reading import read_game_option
from noughts.errors import RulesError
from noughts.rules import Game

if TYPE_CHECKING:
    from noughts.audit.verdict import OnQuestion, Verdict

TERMINATED = 143
BETWEEN = 25  # questions from one word on progress to the next


@click.command("audit", cls=Command)
@click.argument("targets", metavar="[TARGET]...", nargs=-1)
@game_option
@click.option("--every", is_flag=True, help="Ask all unfinished positions, not only the proof's.")
@click.option(
    "--random",
    "times",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    help="Ask each position N times and judge the worst: for players with dice.",
)
@click.option("--board", type=click.Choice(["flat", "rows"]), help="How it wants the board.")
@click.option("--marks", metavar='"XO "', help="Its marks: X, O and empty, such as 1,-1,0.")
@click.option(
    "--returns",
    type=click.Choice(["index", "cell", "triple", "score"]),
    help="What it answers: 0 to 8, (row, column), with a score, or a score alone.",
)
@click.option("--command", "program", metavar='"CMD"', help="Any program: a line in, a line out.")
@click.option("--gomocup", is_flag=True, help="The program of --command speaks Gomocup's protocol.")
@time_option(auditing.MOVE_SECONDS, "Seconds for a move.")
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    default=auditing.SECONDS,
    show_default=True,
    help="Seconds in all.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=16),
    metavar="MIB",
    default=auditing.MEMORY >> 20,
    show_default=True,
    help="Memory for the program.",
)
@click.option("--html", "page", metavar="FILE", help="Write the report as a page.")
@click.option("--certificate", metavar="FILE", help="Write its strategy, if it never loses.")
@click.option("--csv", "table", metavar="FILE", help="A class: write a row for each program.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="A class: programs at a time."
)
@json_option
def command(
    targets: tuple[str, ...],
    game: str | None,
    page: str | None,
    certificate: str | None,
    table: str | None,
    jobs: int | None,
    as_json: bool,
    budget: float,
    seconds: float,
    memory: int,
    program: str | None,
    **options: Any,
) -> int:
    """Is this program perfect? A proof, or the shortest game that it loses.

    TARGET is a file such as best.py or best.py:find_move, or a player of ours such as perfect,
    easy or mcts:1000. Several files or a folder are a class. Exit code 0: perfect; 1: not; 2: it
    cannot be run; 3: the time was up before either.

    \b
    Examples:
      noughts audit perfect
      noughts audit minimax --game 3x3+misere --json
    """
    rules = read_game_option(game or "3x3")
    assert rules is not None
    options |= {
        "move_seconds": seconds,
        "seconds": budget,
        "memory": memory << 20,
        "command": program,
    }
    if table is not None or _is_class(targets):
        _refuse_in_class(program, certificate)
        with _ending_in_order():
            return run_class(
                list(targets),
                rules,
                table=table,
                page=page,
                jobs=jobs,
                as_json=as_json,
                options=options,
            )
    if jobs is not None:
        raise click.UsageError("--jobs is for a class: expected several files, a folder or --csv")
    if bool(targets) == bool(program):
        raise click.UsageError('expected a TARGET such as best.py, or --command "CMD"')
    target = targets[0] if targets else None
    with _ending_in_order():
        return _audit_one(target, rules, page, certificate, as_json, options)


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Asked to end, as `timeout` does: the program under audit ends too, and its folder goes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_class(targets: tuple[str, ...]) -> bool:
    """Are several programs meant? Not every shell looks up a pattern, so one may come as it is."""
    return len(targets) > 1 or any(
        Path(target).is_dir() or (has_magic(target) and not Path(target).exists())
        for target in targets
    )


def _refuse_in_class(program: str | None, certificate: str | None) -> None:
    for name, value in (("--command", program), ("--certificate", certificate)):
        if value is not None:
            raise click.UsageError(f"{name} is for one program: expected one TARGET and no --csv")


# One program


def _audit_one(
    target: str | None,
    game: Game,
    page: str | None,
    certificate: str | None,
    as_json: bool,
    options: dict[str, Any],
) -> int:
    refuse_unwritable(page, certificate)
    with _asking() as progress:
        verdict = auditing.audit(target, game, progress=progress, **options)
    if as_json:
        print_json(verdict.to_dict())
    else:
        say(str(verdict))
    if page is not None:
        write_text(page, verdict.to_html())
        say(f"Wrote {page}.", err=True)
    if certificate is not None:
        _write_certificate(verdict, certificate)
    return verdict.exit_code


@contextmanager
def _asking() -> "Iterator[OnQuestion | None]":
    with status_line() as tell:
        if tell is None:
            yield None
            return

        def progress(asked: int, ahead: int) -> None:
            if asked % BETWEEN == 1:
                tell(f"{asked:,} positions asked, {ahead:,} open ...")

        yield progress


def _write_certificate(verdict: "Verdict", path: str) -> None:
    from noughts.audit.certificates import player_certificate

    if not verdict.never_loses:
        say("No certificate is written: it is not proven that it never loses.", err=True)
        return
    answers = {
        position: [case.answer.move for case in cases] for position, cases in verdict.judged.items()
    }
    try:
        proof = player_certificate(verdict.game, answers, f"{verdict.name} on {verdict.game.name}.")
    except RulesError as error:
        say(f"No certificate is written: {error}.", err=True)
        return
    write_text(path, proof.lines())
    say(f"Wrote {path}.", err=True)
