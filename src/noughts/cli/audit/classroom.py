"""A class on the command line: progress, the files that are written, and a table at the end."""

from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

import noughts
from noughts.cli.shared.files import refuse_unwritable, write_text
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.progress import status_line
from noughts.notation import duration
from noughts.rules import Game

if TYPE_CHECKING:
    from noughts.audit.classroom import ClassResult, OnProgress, Progress

INTERRUPTED = 130


def run_class(
    targets: list[str],
    game: Game,
    *,
    table: str | None,
    page: str | None,
    jobs: int | None,
    as_json: bool,
    options: dict[str, Any],
) -> int:
    """Audit a class, write what is asked for, and return the exit code."""
    from noughts.audit.classroom import SUFFIX, audit_class, class_page, grades_csv

    if not targets:
        raise click.UsageError("expected the programs of a class: files, a pattern or a folder")
    written = table or page
    keep = None if written is None else f"{written}{SUFFIX}"
    refuse_unwritable(table, page)
    try:
        with _told() as progress:
            result = audit_class(
                targets, game, jobs=jobs, keep=keep, version=noughts.__version__,
                progress=progress, **options,
            )  # fmt: skip
    except KeyboardInterrupt:
        if keep is not None:
            say(f"\nStopped; the same command goes on from what is in {keep}", err=True)
        return INTERRUPTED
    if table is not None:
        write_text(table, grades_csv(result))
    if page is not None:
        write_text(page, class_page(result))
    if as_json:
        print_json(result.to_dict())
    else:
        _print_class(result)
    for path in (table, page):
        if path is not None:
            say(f"Wrote {path}.", err=True)
    return result.exit_code


@contextmanager
def _told() -> "Iterator[OnProgress | None]":
    with status_line() as tell:
        if tell is None:
            yield None
            return

        def progress(at: "Progress") -> None:
            tell(f"{at.done} of {at.all} audited, about {duration(at.seconds_left)} left")

        yield progress


def _print_class(result: "ClassResult") -> None:
    from noughts.audit.classroom import CAUTION, VERDICTS

    rows = [
        [
            entry.file,
            entry.verdict,
            str(entry.wrong) if entry.asked else "",
            str(entry.counts.get("slip", 0)) if entry.asked else "",
            str(result.group_of(entry) or ""),
            entry.in_short,
        ]
        for entry in result.entries
    ]
    headings = ["file", "verdict", "wrong", "slips", "group", "behaves like"]
    print_table(headings, rows, right=(2, 3, 4))
    counts = [f"{result.count(code)} {word}" for code, word in VERDICTS.items()]
    kept = f"; {result.kept} known from before" if result.kept else ""
    say(f"\n{len(result.entries)} submissions: {', '.join(counts)}{kept}.")
    if result.groups:
        say(f"\n{_wrapped(CAUTION)}")
    for number, group in enumerate(result.groups, start=1):
        say(_wrapped(f"Group {number}: {', '.join(group.files)}. {group.sentence()}"))


def _wrapped(line: str) -> str:
    from noughts.audit.verdict import columns

    return fill(line, columns(), break_on_hyphens=False, break_long_words=False)
