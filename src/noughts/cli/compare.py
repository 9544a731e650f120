"""noughts compare: every search on the same position, or on growing boards."""

import click

from noughts.cli.shared.files import ending_of, write_text
from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    to_move_option,
    unprotected,
)
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.reading import read_game_option, read_position_argument
from noughts.cli.shared.searching import SearchOption
from noughts.explain.count import (
    BUDGET,
    GROWING,
    SWEEP,
    Comparison,
    Cost,
    Growth,
    Run,
    compare,
    comparison_html,
    comparison_svg,
    grow,
    growth_html,
    growth_svg,
)
from noughts.notation import duration, format_move, format_position, value_words
from noughts.rules import Position
from noughts.search import search_names


@click.command("compare", cls=Command)
@click.argument("text", metavar="[POSITION]", callback=unprotected, required=False)
@game_option
@to_move_option
@click.option("--games", metavar="A,B,...", help="Several empty boards, to see the cost grow.")
@click.option(
    "--searches",
    cls=SearchOption,
    names=search_names,
    type=str,
    metavar="A,B,...",
    help=f"Some of {{names}}; with --games also {SWEEP}.",
)
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    metavar="SECONDS",
    default=BUDGET,
    show_default=True,
    help="Seconds for each search.",
)
@click.option("-o", "--output", metavar="FILE", help="Write a chart: FILE.svg or FILE.html.")
@json_option
def command(
    text: str | None,
    game: str | None,
    to_move: str | None,
    games: str | None,
    searches: str | None,
    budget: float,
    output: str | None,
    as_json: bool,
) -> None:
    """Run every search on POSITION, or on the empty board of --game, side by side.

    Nodes are the positions a search visited; "of minimax" is that number beside the nodes of
    plain minimax, which are counted where minimax itself does not finish.

    \b
    Examples:
      noughts compare ".O. .X. ..."
      noughts compare --games "3x3,4x3:3" --searches "transposition,sweep"
    """
    ending = None if output is None else ending_of(output, (".svg", ".html"))
    if games is not None:
        if text is not None or game is not None:
            raise click.UsageError("--games takes no POSITION and no --game")
        growth = _grow(games, searches, budget)
        if output is not None:
            write_text(output, growth_svg(growth) if ending == ".svg" else growth_html(growth))
        print_json(growth.to_dict()) if as_json else _print_growth(growth)
        return
    comparison = compare(_position(text, game, to_move), _names(searches), budget)
    if output is not None:
        drawn = comparison_svg if ending == ".svg" else comparison_html
        write_text(output, drawn(comparison))
    print_json(comparison.to_dict()) if as_json else _print_comparison(comparison)


def _names(searches: str | None) -> list[str] | None:
    return None if searches is None else [name.strip() for name in searches.split(",")]


def _position(text: str | None, game: str | None, to_move: str | None) -> Position:
    if text is not None:
        return read_position_argument(text, game, to_move)
    rules = read_game_option(game)
    if rules is None:
        raise click.UsageError('expected a POSITION such as "X.. .O. ...", or --game GAME')
    return Position(rules, first_mark=(to_move or "X").upper())


# One position


def _print_comparison(comparison: Comparison) -> None:
    position = comparison.position
    say(f"{position.game.name}: {format_position(position)}, {position.to_move} to move")
    say()
    headings = ["search", "value", "move", "nodes", "of minimax", "cut-offs", "hits", "time"]
    print_table(headings, [_row(comparison, run) for run in comparison.runs], right=(3, 4, 5, 6, 7))
    unfinished = [run for run in comparison.runs if not run.finished]
    if unfinished:
        say()
    for run in unfinished:
        rounds = f", {run.depth} pl{'y' if run.depth == 1 else 'ies'} deep" if run.depth else ""
        say(
            f"{run.search} did not finish in {comparison.budget:g} s: "
            f"it came to {run.nodes:,} nodes{rounds}."
        )
    if comparison.minimax_nodes is not None:
        say()
        say(f"The whole tree, which plain minimax visits, has {comparison.minimax_nodes:,} nodes.")


def _row(comparison: Comparison, run: Run) -> list[str]:
    ratio = comparison.ratio(run)
    move = "" if run.move is None else format_move(comparison.position.game, run.move)
    return [
        run.search,
        value_words(run.value) if run.finished else "unfinished",
        move,
        f"{run.nodes:,}" if run.finished else f"> {run.nodes:,}",
        "" if ratio is None else f"{ratio:.3g}" if ratio < 0.001 else f"{ratio:.1%}",
        f"{run.cutoffs:,}",
        f"{run.hits:,}",
        f"{run.seconds:.4f} s",
    ]


# Growing boards


def _grow(games: str, searches: str | None, budget: float) -> Growth:
    rules = [read_game_option(name.strip()) for name in games.split(",")]
    found = [game for game in rules if game is not None]
    return grow(found, _names(searches or None) or GROWING, budget)


def _print_growth(growth: Growth) -> None:
    rows = []
    for cost in growth.costs:
        nodes = "unfinished" if cost.nodes is None else f"{cost.nodes:,}"
        value = "" if cost.value is None else value_words(cost.value)
        rows.append([cost.game.name, cost.search, value, nodes, _time(cost), cost.note])
    print_table(["game", "search", "value", "nodes", "time", ""], rows, right=(3, 4))
    if any(cost.extrapolated for cost in growth.costs):
        say()
        say("~ The nodes are counted, not walked, and the time is extrapolated from them.")


def _time(cost: Cost) -> str:
    if cost.seconds is None:
        return ""
    return f"~ {duration(cost.seconds)}" if cost.extrapolated else f"{cost.seconds:.4f} s"
