"""noughts play: a game at the terminal."""

import random
import sys
from typing import Any

import click

from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_json
from noughts.cli.shared.reading import read_game_option
from noughts.cli.shared.searching import depth_option, scale_option, search_option, search_options
from noughts.play.human import ConsoleGame, Seating
from noughts.play.levels import LEVEL_NAMES, player_for
from noughts.play.named import player_named
from noughts.play.players import SEARCH_SECONDS, SECONDS, PerfectPlayer, Player, SearchPlayer
from noughts.play.screen import Screen
from noughts.rules import Position, other_mark
from noughts.search import SEARCHES, USUAL_SEARCH

USUAL_OPPONENTS = ("computer", "human")


@click.command("play", cls=Command)
@click.argument("game", metavar="[GAME]", default="3x3")
@click.option(
    "--as",
    "mark",
    type=click.Choice(["X", "O"], case_sensitive=False),
    metavar="X|O",
    default="X",
    help="Your mark.",
    show_default=True,
)
@click.option(
    "--first", type=click.Choice(["you", "computer"]), help="Who moves first; without it, X."
)
@click.option(
    "--level",
    type=click.Choice(LEVEL_NAMES),
    help="How well the computer plays.  [default: perfect]",
)
@search_option
@depth_option
@scale_option
@click.option(
    "--opponent",
    metavar="PLAYER",
    default="computer",
    show_default=True,
    help="Whom you play: computer, human, or a player such as mcts:1000 or table.json.",
)
@click.option("--watch", is_flag=True, help="Computer against computer.")
@click.option("--hints/--no-hints", default=True, help="Recommend a move before each of yours.")
@click.option(
    "--cells",
    type=click.Choice(["names", "numbers"]),
    default="names",
    show_default=True,
    help="Write b2, or row and column from 0.",
)
@click.option("--seed", type=int, help="Makes the computer's choices repeat.")
@time_option(None, f"Seconds for a move.  [default: {SECONDS:g}, with --search {SEARCH_SECONDS:g}]")
@json_option
def command(
    game: str,
    mark: str,
    first: str | None,
    level: str | None,
    search: str | None,
    depth: int | None,
    scale: str | None,
    opponent: str,
    watch: bool,
    hints: bool,
    cells: str,
    seed: int | None,
    seconds: float | None,
    as_json: bool,
) -> int:
    """Play GAME (tic-tac-toe if none is named) against the computer, a person, or watch.

    With --json the talk goes to standard error, and the record of the game to standard output.

    \b
    Examples:
      noughts play 4x4 --as O --level easy
      noughts play --watch --seed 1
    """
    asks_search = search is not None or depth is not None or scale is not None
    _refuse_what_excludes_itself(asks_search, level, opponent, watch, first)
    rules = read_game_option(game)
    assert rules is not None
    if asks_search:
        name = search or USUAL_SEARCH
        computer, adviser = _searchers(name, search_options(name, depth, scale), seconds, seed)
    elif opponent not in USUAL_OPPONENTS:
        adviser = PerfectPlayer(seconds or SECONDS)
        computer = player_named(opponent, seconds, random.Random(seed), game=rules)
    else:
        adviser = PerfectPlayer(seconds or SECONDS)
        computer = player_for(level or "perfect", seconds or SECONDS, random.Random(seed))
    mark = mark.upper()
    people = "" if watch else "XO" if opponent == "human" else mark
    seating = Seating(
        computers={side: None if side in people else computer for side in "XO"},
        adviser=adviser,
        hints=hints,
        numbers=cells == "numbers",
        seconds=seconds or SECONDS,
    )
    first_mark = {None: "X", "you": mark, "computer": other_mark(mark)}[first]
    screen = Screen(sys.stderr if as_json else sys.stdout)
    console = ConsoleGame(Position(rules, first_mark=first_mark), seating, screen)
    try:
        record = console.run()
    except KeyboardInterrupt:
        screen.say("\nGoodbye.")
        return 130
    if as_json:
        print_json(record.to_dict())
    return 0


def _refuse_what_excludes_itself(
    asks_search: bool, level: str | None, opponent: str, watch: bool, first: str | None
) -> None:
    if level is not None and asks_search:
        raise click.UsageError("--level and --search (--depth, --scale) exclude each other")
    if opponent not in USUAL_OPPONENTS and (level is not None or asks_search):
        raise click.UsageError(
            f"--level and --search are for the computer, not for --opponent {opponent}"
        )
    if watch and opponent == "human":
        raise click.UsageError("--watch has no human opponent")
    if level is not None and opponent == "human":
        raise click.UsageError("--level is for the computer, not for --opponent human")
    if first is not None and (watch or opponent == "human"):
        raise click.UsageError("--first goes with one person against the computer")


def _searchers(
    name: str, options: dict[str, Any], seconds: float | None, seed: int | None
) -> tuple[Player, Player]:
    """The computer and the adviser, where a search is named."""
    options |= SEARCHES[name].within(seconds or SECONDS)
    budget = seconds or SEARCH_SECONDS
    computer = SearchPlayer(name, budget, random.Random(seed), **options)
    return computer, SearchPlayer(name, budget, **options)
