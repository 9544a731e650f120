"""noughts census: how many positions and games there are."""

import time

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.reading import read_game_option
from noughts.explain.count import Census, census
from noughts.notation import seconds_of


@click.command("census", cls=Command)
@click.argument("game", metavar="GAME")
@click.option("--plies", type=click.IntRange(min=0), metavar="N", help="Only the first N plies.")
@json_option
def command(game: str, plies: int | None, as_json: bool) -> None:
    """Count the positions, the games and the nodes of the whole tree of GAME.

    \b
    Examples:
      noughts census 3x3
      noughts census connect4 --plies 5
    """
    rules = read_game_option(game)
    assert rules is not None
    started = time.perf_counter()
    counts = census(rules, plies)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({**counts.to_dict(), "seconds": seconds_of(seconds)})
    else:
        _print_census(counts, plies, seconds)


def _print_census(counts: Census, plies: int | None, seconds: float) -> None:
    total = counts.total
    partial = plies is not None and plies < counts.game.cells
    say(counts.game.name + (f", first {plies} plies" if partial else ""))
    say()
    won, lost = total("games_won_by_first"), total("games_won_by_second")
    rows = [
        ["nodes of the game tree", f"{total('nodes'):,}"],
        ["games", f"{total('games'):,}"],
        ["  won by the first player", f"{won:,}"],
        ["  won by the second player", f"{lost:,}"],
        ["  drawn", f"{total('games_drawn'):,}"],
        ["positions", f"{total('positions'):,}"],
        ["  unfinished", f"{total('unfinished'):,}"],
        ["  finished", f"{total('finished'):,}"],
        ["positions up to board symmetry", f"{total('classes'):,}"],
        ["  finished", f"{total('finished_classes'):,}"],
    ]
    print_table(["", "count"], rows, right=(1,))
    say()
    if not partial:
        say(
            f"Who starts wins {won:,} of the games and loses {lost:,}; "
            "for who does not, it is the other way round."
        )
        say()
    print_table(
        ["ply", "positions", "classes", "unfinished", "finished", "games that end here"],
        [
            [
                str(ply),
                f"{layer.positions:,}",
                f"{layer.classes:,}",
                f"{layer.unfinished:,}",
                f"{layer.finished:,}",
                f"{layer.games:,}",
            ]
            for ply, layer in enumerate(counts.layers)
        ],
        right=(0, 1, 2, 3, 4, 5),
    )
    say()
    say(f"{seconds:.3f} s")
