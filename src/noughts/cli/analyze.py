"""noughts analyze: the value of a position and of each move."""

import sys
from collections.abc import Iterable
from textwrap import wrap

import click

from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    time_option,
    to_move_option,
    unprotected,
)
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.reading import read_file, read_game_option, read_position_argument
from noughts.cli.shared.searching import depth_option, run_search, scale_option, search_option
from noughts.cli.shared.warning import warn_if_long
from noughts.errors import LimitReached, NoughtsError
from noughts.explain.reasons import most_telling
from noughts.explain.report import Report, analyze, report_by
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_moves
from noughts.notation.shapes import head
from noughts.notation.words import value_badge, value_sentence, value_words
from noughts.rules import Game
from noughts.search import USUAL_SEARCH
from noughts.solver.oracle import Oracle

HEADINGS = ["move", "value", ""]
COLUMNS = 80


@click.command("analyze", cls=Command)
@click.argument("text", metavar="[POSITION]", callback=unprotected, required=False)
@game_option
@to_move_option
@search_option
@depth_option
@scale_option
@time_option(30.0)
@click.option(
    "--lines",
    metavar="FILE",
    help="One position a line, one JSON object a line; - reads standard input.",
)
@json_option
def command(
    text: str | None,
    game: str | None,
    to_move: str | None,
    search: str | None,
    depth: int | None,
    scale: str | None,
    seconds: float,
    lines: str | None,
    as_json: bool,
) -> int:
    """The value of POSITION and of every move, and perfect play from there.

    POSITION is a board, a JSON list, a list of moves, - for standard input or @FILE.

    \b
    Examples:
      noughts analyze "XX. .O. ..O"
      noughts analyze 1122 --game 4x4+drop
    """
    if lines is not None:
        if text is not None or search or depth or scale:
            raise click.UsageError(
                "--lines reads its positions by itself: expected no POSITION, --search, "
                "--depth or --scale"
            )
        return _analyze_lines(lines, read_game_option(game), to_move, seconds)
    if text is None:
        raise click.UsageError('expected a POSITION such as "X.. .O. ...", or --lines FILE')
    position = read_position_argument(text, game, to_move)
    if search is not None or depth is not None or scale is not None:
        run_search(position, search or USUAL_SEARCH, depth, scale, seconds, as_json)
        return 0
    oracle = Oracle(position.game, seconds)
    warn_if_long(position, seconds, oracle)
    report = report_by(oracle, position)
    if as_json:
        print_json(report.to_dict())
    else:
        print_report(report)
    return 0 if report.analysis.is_complete else 3


def print_report(report: Report) -> None:
    """The report for people: sentence, board, table, line of play."""
    position, analysis = report.position, report.analysis
    game = position.game
    say(f"{value_sentence(position, report.value)}.")
    say()
    marked = 0
    for line in position.completed_lines():
        marked |= line
    notes = {cell: value_badge(value) for cell, value in analysis.moves.items()}
    say(draw(position, notes=notes, marked=marked))
    say()
    if position.is_over:
        return
    print_table([*HEADINGS, "why"], _rows(report))
    say()
    best = "Best" if analysis.is_complete else "Best of what was found"
    say(f"{best}: {format_moves(game, report.best) or 'not known'}")
    say(f"Line of play: {format_moves(game, analysis.principal_variation)}")
    say(f"{analysis.nodes:,} positions looked at in {analysis.seconds:.7f} s")
    if not analysis.is_complete:
        say("Not every move's value was found in the time allowed (--time).", err=True)


def _rows(report: Report) -> list[list[str]]:
    """A row for each move; reasons that do not fit beside it go on in rows of their own."""
    game = report.position.game
    moves = {
        cell: [format_move(game, cell), value_words(value), _verdict(report, cell)]
        for cell, value in report.analysis.moves.items()
    }
    used = sum(max(map(len, column)) + 2 for column in zip(HEADINGS, *moves.values(), strict=True))
    rows = []
    for cell, row in moves.items():
        told = most_telling(report.reasons.get(cell, []))
        text = "; ".join(reason.sentence(game) for reason in told)
        first, *rest = wrap(text, COLUMNS - used, break_on_hyphens=False) or [""]
        rows += [[*row, first], *(["", "", "", more] for more in rest)]
    return rows


def _verdict(report: Report, cell: int) -> str:
    if cell in report.best:
        return "best"
    return "good" if cell in report.good else ""


def _analyze_lines(source: str, game: Game | None, to_move: str | None, seconds: float) -> int:
    """One JSON object for each line; a line that is no position gets an object with an error."""
    code = 0
    for number, line in enumerate(_lines_of(source), start=1):
        text = line.rstrip("\r\n")
        if not text.strip():
            continue
        try:
            print_json(analyze(text, game, to_move=to_move, seconds=seconds).to_dict())
        except NoughtsError as error:
            code = 3 if isinstance(error, LimitReached) and code != 2 else 2
            print_json({**head(), "line": number, "text": text, "error": str(error)})
        sys.stdout.flush()
    return code


def _lines_of(source: str) -> Iterable[str]:
    return sys.stdin if source == "-" else read_file(source).splitlines()
