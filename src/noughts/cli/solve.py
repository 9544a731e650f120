"""noughts solve: who wins a game; with --all, every position of it."""

import click

from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_counts, print_json, print_table, rounded, say
from noughts.cli.shared.progress import progress_option, told
from noughts.cli.shared.reading import read_game_option
from noughts.cli.shared.warning import warn_if_long
from noughts.explain.count import SolutionCensus, solve_all
from noughts.explain.report import Report, report_by
from noughts.notation import duration, format_move, format_moves, head, value_words
from noughts.rules import Game, Position
from noughts.solver.forecast import Forecast, forecast, gigabytes
from noughts.solver.oracle import SECONDS, Oracle
from noughts.solver.sources import reach
from noughts.value import Outcome, Value

WINNERS = {Outcome.WIN: "first", Outcome.DRAW: None, Outcome.LOSS: "second"}
LONG_SECONDS = 10.0


@click.command("solve", cls=Command)
@click.argument("game", metavar="GAME")
@click.option("--all", "every", is_flag=True, help="Solve every position, and count them.")
@click.option("--distances", is_flag=True, help="With --all: how soon each is decided.")
@click.option(
    "--forecast", "only_forecast", is_flag=True, help="Only say what --all would take here."
)
@progress_option
@time_option(SECONDS, "Seconds to try before giving up; not for --all.")
@json_option
def command(
    game: str,
    every: bool,
    distances: bool,
    only_forecast: bool,
    progress: str | None,
    seconds: float,
    as_json: bool,
) -> int:
    """The value of the empty board of GAME, and of each first move.

    \b
    Examples:
      noughts solve 4x4
      noughts solve 4x3:3 --all
    """
    rules = read_game_option(game)
    assert rules is not None
    if only_forecast:
        _forecast(rules, as_json)
        return 0
    if every or distances:
        return _solve_all(rules, distances, progress, as_json)
    if progress is not None:
        raise click.UsageError("--progress goes with --all")
    start, oracle = Position(rules), Oracle(rules, seconds)
    warn_if_long(start, seconds, oracle)
    report = report_by(oracle, start)
    if as_json:
        print_json(_solution_dict(report))
    else:
        _print_solution(report)
    return 0 if report.analysis.is_complete else 3


# The value of the game


def _solution_dict(report: Report) -> dict[str, object]:
    full = report.to_dict()
    found = ("best", "moves", "principal_variation", "complete")
    return {
        **head(report.position.game),
        "value": full["value"],
        "winner": WINNERS[report.value.outcome],
        **{name: full[name] for name in found},
        "positions": full["nodes"],
        "seconds": full["seconds"],
    }


def _print_solution(report: Report) -> None:
    game, analysis = report.position.game, report.analysis
    say(f"{game.name}: {_verdict(report.value)}.")
    say()
    rows = [
        [format_move(game, cell), value_words(value), "best" if cell in report.best else ""]
        for cell, value in analysis.moves.items()
    ]
    print_table(["first move", "value", ""], rows)
    say()
    say(f"Line of play: {format_moves(game, analysis.principal_variation)}")
    say(f"{analysis.nodes:,} positions looked at in {analysis.seconds:.7f} s")


def _verdict(value: Value) -> str:
    if value.outcome is Outcome.DRAW:
        return "a draw"
    soon = (
        ""
        if value.distance is None
        else f", in {value.distance} pl{'y' if value.distance == 1 else 'ies'}"
    )
    return f"the {WINNERS[value.outcome]} player wins{soon}"


# Every position


def _solve_all(game: Game, distances: bool, progress: str | None, as_json: bool) -> int:
    _say_if_long(game)
    try:
        with told(game, progress) as tell:
            census = solve_all(game, distances=distances, on_progress=tell)
    except KeyboardInterrupt:
        say("\nStopped; nothing is kept. A table goes on where it was stopped:", err=True)
        say(f"  noughts table build {game.name}", err=True)
        return 130
    if as_json or progress is not None:
        print_json(census.to_dict())
    else:
        _print_census(census)
    return 0


def _say_if_long(game: Game) -> None:
    """Before anything long: what it will take."""
    here = reach(game)
    if here.is_short_sweep or not here.can_sweep:
        return
    ahead = forecast(game)
    if ahead.fits and (ahead.seconds or 0) > LONG_SECONDS:
        say(_forecast_sentence(ahead), err=True)


def _print_census(census: SolutionCensus) -> None:
    say(f"{census.game.name}: {_verdict(census.value)}; {census.positions:,} positions.")
    say()
    print_counts(census.layers)
    say()
    if census.has_distances:
        _print_distances(census)
    say("Won, drawn and lost are for the side to move.")
    say(f"{census.seconds:.4f} s, after {census.compile_seconds:.1f} s to load the kernels")


def _print_distances(census: SolutionCensus) -> None:
    cells = census.game.cells
    rows = []
    for distance in range(1, cells + 1):
        won = sum(layer.won_in[distance] for layer in census.layers)
        lost = sum(layer.lost_in[distance] for layer in census.layers)
        if won or lost:
            rows.append([str(distance), f"{won:,}", f"{lost:,}"])
    print_table(["distance", "won", "lost"], rows, right=(0, 1, 2))
    say()


# The forecast


def _forecast(game: Game, as_json: bool) -> None:
    ahead = forecast(game, calibrate=reach(game).can_sweep)
    if as_json:
        print_json(ahead.to_dict())
        return
    say(_forecast_sentence(ahead))
    if not ahead.fits:
        say(
            f"Not on this machine: {gigabytes(ahead.memory)} of memory are needed, and "
            f"{gigabytes(ahead.memory_here or 0)} are free."
        )


def _forecast_sentence(ahead: Forecast) -> str:
    time_words = "" if ahead.seconds is None else f", about {duration(ahead.seconds)} here"
    disk = "" if ahead.disk is None else f", {gigabytes(ahead.disk)} of disk for a table"
    return (
        f"All of {ahead.game.name}: up to {rounded(ahead.positions)} positions, "
        f"{gigabytes(ahead.memory)} of memory{disk}{time_words}."
    )
