"""noughts audit-env: does somebody's environment play tic-tac-toe?"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.learn.conformance import CHECKS, GAME, RIGHT, EnvironmentAudit, audit_environment
from noughts.notation import format_moves
from noughts.solver.sweep.crew import SECONDS_BETWEEN

DISAGREES = 1


@click.command("audit-env", cls=Command)
@click.argument("environment", metavar="ENVIRONMENT")
@click.option("--quick", is_flag=True, help="Every position once, in place of every game.")
@json_option
def command(environment: str, quick: bool, as_json: bool) -> None:
    """Play every game of tic-tac-toe on ENVIRONMENT, and compare it with the rules.

    ENVIRONMENT is MODULE:NAME for an environment of PettingZoo or Gymnasium, gymnasium:ID, or
    openspiel:tic_tac_toe. It is loaded into this process, as any program that uses it would. The
    exit code is 0 if it agrees everywhere and 1 if not.

    \b
    Examples:
      noughts audit-env noughts.learn:aec --quick
      noughts audit-env noughts.learn:aec --quick --json
    """
    with _progress(quick) as tell:
        audit = audit_environment(environment, quick=quick, tell=tell)
    print_json(audit.to_dict()) if as_json else _print_audit(audit)
    if not audit.passes:
        raise click.exceptions.Exit(DISAGREES)


@contextmanager
def _progress(quick: bool) -> Iterator[Callable[[int], None] | None]:
    """A bar on a terminal while every game is played; nothing anywhere else."""
    if quick or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=RIGHT.games)
        due = 0.0

        def tell(games: int) -> None:
            nonlocal due
            now = time.perf_counter()
            if now >= due:
                due = now + SECONDS_BETWEEN
                bar.update(task, completed=games)

        yield tell


def _print_audit(audit: EnvironmentAudit) -> None:
    say(f"{audit.name}: {audit.kind}, {audit.package}")
    walked = "every position once" if audit.quick else "every game"
    say(f"{walked}, {audit.seconds:.1f} s")
    say()
    _print_counts(audit)
    say()
    print_table(["check", "holds"], [[CHECKS[check], _holds(audit, check)] for check in CHECKS])
    for check, finding in audit.findings.items():
        places = "" if finding.nodes == 1 else f" ({finding.nodes:,} places)"
        after = f", first after {format_moves(GAME, finding.moves)}" if finding.moves else ""
        say()
        say(f"Not so: {CHECKS[check]}{places}{after}:")
        say(f"  {finding.sentence}.")
    if audit.notes:
        say()
    for note in audit.notes:
        say(note)


def _holds(audit: EnvironmentAudit, check: str) -> str:
    if check in audit.findings:
        return "no"
    return "not told" if check in audit.untold else "yes"


def _print_counts(audit: EnvironmentAudit) -> None:
    names = ("nodes of the game tree", "won by the first player", "won by the second", "drawn")
    if not audit.complete:
        played = [[name, f"{told:,}"] for name, told in zip(names, audit.count, strict=True)]
        print_table(["", "here"], played, right=(1,))
        return
    rows = [
        [name, f"{told:,}", f"{right:,}"]
        for name, told, right in zip(names, audit.count, RIGHT, strict=True)
    ]
    print_table(["", "here", "in fact"], rows, right=(1, 2))
