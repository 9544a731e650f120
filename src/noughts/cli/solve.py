"""noughts solve: who wins a game."""

from __future__ import annotations

import click

from noughts.cli.common import (
    Command,
    json_option,
    print_json,
    print_table,
    read_game_option,
    time_option,
    warn_if_long,
)
from noughts.explain.report import SCHEMA, Report, analyze
from noughts.notation.format import format_move, format_moves
from noughts.notation.words import value_words
from noughts.rules.position import Position
from noughts.value import Outcome, Value

WINNERS = {Outcome.WIN: "first", Outcome.DRAW: None, Outcome.LOSS: "second"}


@click.command("solve", cls=Command)
@click.argument("game", metavar="GAME")
@time_option(60.0)
@json_option
def command(game: str, seconds: float, as_json: bool) -> int:
    """The value of the empty board of GAME, and of each first move.

    \b
    Examples:
      noughts solve 4x4
      noughts solve 3x3+misere --json
    """
    rules = read_game_option(game)
    assert rules is not None
    start = Position(rules)
    warn_if_long(start, seconds)
    report = analyze(start, seconds=seconds)
    if as_json:
        print_json(_solution_dict(report))
    else:
        _print_solution(report)
    return 0 if report.analysis.is_complete else 3


def _solution_dict(report: Report) -> dict[str, object]:
    full = report.to_dict()
    return {
        "schema": SCHEMA,
        "game": full["game"],
        "value": full["value"],
        "winner": WINNERS[report.value.outcome],
        "best": full["best"],
        "moves": full["moves"],
        "principal_variation": full["principal_variation"],
        "complete": full["complete"],
        "positions": full["nodes"],
        "seconds": full["seconds"],
    }


def _print_solution(report: Report) -> None:
    game, analysis = report.position.game, report.analysis
    click.echo(f"{game.name}: {_verdict(report.value)}.")
    click.echo()
    rows = [
        [format_move(game, cell), value_words(value), "best" if cell in report.best else ""]
        for cell, value in analysis.moves.items()
    ]
    print_table(["first move", "value", ""], rows)
    click.echo()
    click.echo(f"Line of play: {format_moves(game, analysis.principal_variation)}")
    click.echo(f"{analysis.nodes:,} positions looked at in {analysis.seconds:.7f} s")


def _verdict(value: Value) -> str:
    if value.outcome is Outcome.DRAW:
        return "a draw"
    side = WINNERS[value.outcome]
    return f"the {side} player wins, in {value.distance} plies"
