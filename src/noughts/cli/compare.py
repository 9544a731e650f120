"""noughts compare: every search on the same position."""

from __future__ import annotations

import click

from noughts.cli.common import (
    Command,
    game_option,
    json_option,
    print_json,
    print_table,
    read_game_option,
    read_position_argument,
    say,
    to_move_option,
    unprotected,
)
from noughts.explain.compare import BUDGET, Comparison, Run, compare
from noughts.notation.format import format_move, format_position
from noughts.notation.words import value_words
from noughts.rules.position import Position
from noughts.search import SEARCHES


@click.command("compare", cls=Command)
@click.argument("text", metavar="[POSITION]", callback=unprotected, required=False)
@game_option
@to_move_option
@click.option(
    "--searches", metavar="A,B,...", help=f"Some of {', '.join(SEARCHES)}; without it, all."
)
@click.option(
    "--budget",
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    metavar="SECONDS",
    default=BUDGET,
    show_default=True,
    help="Seconds for each search.",
)
@json_option
def command(
    text: str | None,
    game: str | None,
    to_move: str | None,
    searches: str | None,
    budget: float,
    as_json: bool,
) -> None:
    """Run every search on POSITION, or on the empty board of --game, side by side.

    Nodes are the positions a search visited; "of minimax" is that number beside the nodes of
    plain minimax, which are counted where minimax itself does not finish.

    \b
    Examples:
      noughts compare ".O. .X. ..."
      noughts compare --game 4x3:3 --searches "ordered,transposition"
    """
    if text is None:
        rules = read_game_option(game)
        if rules is None:
            raise click.UsageError('expected a POSITION such as "X.. .O. ...", or --game GAME')
        position = Position(rules, first_mark=to_move or "X")
    else:
        position = read_position_argument(text, game, to_move)
    names = None if searches is None else [name.strip() for name in searches.split(",")]
    comparison = compare(position, names, budget)
    if as_json:
        print_json(comparison.to_dict())
    else:
        _print_comparison(comparison)


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
        rounds = f", {run.depth} plies deep" if run.depth else ""
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
