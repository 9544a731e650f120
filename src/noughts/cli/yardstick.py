"""noughts yardstick: how far a player is from the truth, exactly."""

from typing import TYPE_CHECKING

import click

from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.reading import read_game_option
from noughts.notation import format_moves
from noughts.solver.oracle import SECONDS

if TYPE_CHECKING:
    from noughts.learn.yardstick import Tally


@click.command("yardstick", cls=Command)
@click.argument("player", metavar="PLAYER")
@click.option("--game", "-g", metavar="GAME", help="Such as 4x3:3 or misere.  [default: 3x3]")
@click.option("--by-ply", is_flag=True, help="The same for each number of stones.")
@time_option(SECONDS, "Seconds for the truth.")
@json_option
def command(player: str, game: str | None, by_ply: bool, seconds: float, as_json: bool) -> None:
    """Measure PLAYER: random, a level, a search, or a table from noughts train.

    Every position of a small board is asked, and of larger ones a sample. Levels and random are
    measured by the exact chances of their moves. The time is for finding the truth about the game.

    \b
    Examples:
      noughts yardstick random
      noughts yardstick perfect --by-ply
    """
    from noughts.learn.named import policy_named
    from noughts.learn.yardstick import measure

    rules = read_game_option(game or "3x3")
    assert rules is not None
    found = measure(policy_named(player, rules), rules, seconds=seconds)
    if as_json:
        print_json({"player": player, **found.to_dict()})
        return
    everywhere = "a sample of positions" if found.is_sample else "every position"
    reached = "reached by its play" if found.is_complete else "reached, a sample"
    rows = [
        [everywhere, *_numbers(found.all_positions)],
        [reached, *_numbers(found.all_reached)],
    ]
    if by_ply:
        rows += [[f"ply {ply}", *_numbers(tally)] for ply, tally in enumerate(found.everywhere)]
    headings = ["", "positions", "decisive", "blunders", "rate", "outcome lost", "plies lost"]
    print_table(headings, rows, right=(1, 2, 3, 4, 5, 6))
    say()
    for name, seat in found.seats.items():
        line = format_moves(rules, seat.record.moves)
        at_most = "" if seat.is_complete else "at most "
        say(
            f"As {name} player, against the opponent that knows it, it scores {at_most}"
            f"{_signed(seat.result)} on average; a worst game: {line}"
        )


def _numbers(tally: "Tally") -> list[str]:
    return [
        f"{tally.positions:,}",
        f"{tally.decisive:,}",
        f"{tally.blunders:,.6g}",
        f"{tally.blunder_rate:.2%}",
        f"{tally.mean_outcome:.4f}",
        f"{tally.mean_plies:.4f}",
    ]


def _signed(result: float) -> str:
    return f"{result:+.3g}" if result else "0"
