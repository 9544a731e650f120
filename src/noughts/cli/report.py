"""noughts report: a report of one's own."""

import click

from noughts.cli.shared.files import ending_of, write_text
from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    position_argument,
    time_option,
    to_move_option,
)
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option, read_position_argument
from noughts.errors import NoughtsError
from noughts.explain.documents import SECONDS, document
from noughts.notation import head
from noughts.rules import Position


@click.command("report", cls=Command)
@position_argument
@game_option
@to_move_option
@click.option("-o", "--output", metavar="FILE", required=True, help="FILE.html or FILE.md.")
@time_option(SECONDS)
@json_option
def command(
    text: str,
    game: str | None,
    to_move: str | None,
    output: str,
    seconds: float,
    as_json: bool,
) -> None:
    """Write a report on POSITION, or on a game: values, tree, trace, counts, comparison, timings.

    Each part names the command that gives the same again.

    \b
    Examples:
      noughts report "XXO O.. O.X" -o report.html
      noughts report 3x3 -o report.md
    """
    ending = ending_of(output, (".html", ".md"))
    written = document(_start(text, game, to_move), seconds=seconds)
    write_text(output, written.to_html() if ending == ".html" else written.to_markdown())
    parts = [part.title for part in written.parts]
    if as_json:
        print_json({**head(), "file": output, "title": written.title, "parts": parts})
    else:
        say(f"{output}: {written.title}; {len(parts)} parts.")


def _start(text: str, game: str | None, to_move: str | None) -> Position:
    """The position that is meant: a game alone stands for its empty board."""
    if game is None:
        try:
            rules = read_game_option(text)
        except NoughtsError:
            rules = None
        if rules is not None:
            return Position(rules, first_mark=(to_move or "X").upper())
    return read_position_argument(text, game, to_move)
