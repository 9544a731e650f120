"""noughts arena: a round robin between players, with ratings and the exact yardstick."""

import csv
import io
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from noughts.arena import (
    Games,
    Played,
    Standing,
    kept_games,
    open_games,
    openings,
    schedule,
    standings,
)
from noughts.cli.shared.files import ending_of, write_text
from noughts.cli.shared.options import Command, json_option, time_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.reading import read_game_option
from noughts.errors import NotationError
from noughts.notation import draw, format_move, format_moves, head
from noughts.play.players import SECONDS
from noughts.play.record import Record
from noughts.rules import Game, Position

EXPORTS = (".jsonl", ".csv")
MOST_REASONS = 5  # shown, of those for which games were lost without a legal answer


@click.command("arena", cls=Command)
@click.argument("players", metavar="PLAYER...", nargs=-1)
@click.option("--game", "-g", metavar="GAME", help="Such as 4x4 or connect4.  [default: 3x3]")
@click.option(
    "--plies",
    type=click.IntRange(0, 8),
    default=2,
    show_default=True,
    help="Stones that lie on the board in the openings; each is played once up to symmetry.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How often every opening is played; more than once says more of players that draw lots.",
)
@time_option(SECONDS, "Seconds for a move.")
@click.option("--seed", type=int, default=0, show_default=True, help="Makes the lots repeat.")
@click.option("--jobs", type=click.IntRange(1), help="Games at a time.  [default: the cores]")
@click.option("--db", metavar="FILE", help="Where the games are kept; what is there goes on.")
@click.option("--export", metavar="FILE", help="Write the games: .jsonl or .csv.")
@click.option("--replay", type=int, metavar="N", help="Show game N of the file, and play none.")
@json_option
def command(
    players: tuple[str, ...],
    game: str | None,
    plies: int,
    rounds: int,
    seconds: float,
    seed: int,
    jobs: int | None,
    db: str | None,
    export: str | None,
    replay: int | None,
    as_json: bool,
) -> int:
    """Let every PLAYER play every other, as first and as second, from the same openings.

    A player is random, a level, a search such as mcts:1000, a table from noughts train, a file
    of Python, or a command that answers positions line by line.

    \b
    Examples:
      noughts arena perfect easy random
      noughts arena hard easy --plies 1 --jobs 1 --json
    """
    from noughts.arena import tournament

    rules = read_game_option(game or "3x3")
    assert rules is not None
    if export is not None:
        ending_of(export, EXPORTS)
    settings = {"plies": str(plies), "seed": str(seed), "seconds": f"{seconds:g}"}
    if replay is not None:
        return _replay(replay, db)
    with open_games(db, rules, settings) as games:
        names = _checked(players, rules, seconds)
        pairings = list(schedule(names, len(openings(rules, plies)), rounds))
        with _told(len(pairings), as_json) as on_game:
            tournament.run(
                games,
                pairings,
                plies=plies,
                seed=seed,
                seconds=seconds,
                jobs=min(jobs or os.cpu_count() or 1, len(pairings)),
                on_game=on_game,
            )
        if export is not None:
            write_text(export, _exported(games, ending_of(export, EXPORTS)))
        ranked = standings(names, games.results(names), rules, seconds)
        faults = [
            played
            for _, played in games.all()
            if played.reason and {played.pairing.first, played.pairing.second} <= set(names)
        ]
        if as_json:
            print_json(_as_dict(rules, len(pairings), ranked, faults))
        else:
            _print(rules, len(pairings), ranked, faults)
    return 0


def _checked(players: tuple[str, ...], game: Game, seconds: float) -> list[str]:
    """At least two players, each once, and each of them can be asked."""
    from noughts.arena import check_entrant

    if len(players) < 2:
        raise click.UsageError("expected two or more players, such as: noughts arena perfect easy")
    for name in players:
        if players.count(name) > 1:
            raise NotationError(f"{name} is named twice: expected every player once")
        check_entrant(name, game, seconds)
    return list(players)


@contextmanager
def _told(total: int, as_json: bool) -> Iterator[Callable[[Played], None]]:
    """What to call with every game: a bar on a terminal, nothing elsewhere."""
    if as_json or not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda played: bar.advance(task)


def _print(game: Game, games: int, ranked: list[Standing], faults: list[Played]) -> None:
    say(f"{game.name}: {games:,} games between {len(ranked)} players.")
    say()
    headings = ["player", "games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %",
                "blunders", "worst"]  # fmt: skip
    rows = [
        [
            row.name,
            *map(str, (row.tally.games, *row.tally)),
            f"{row.tally.score:.1%}",
            "{:.0%} to {:.0%}".format(*row.tally.interval()),
            f"{row.rating.elo:+.0f}",
            f"+- {row.rating.margin:.0f}",
            "" if row.blunder_rate is None else f"{row.blunder_rate:.2%}",
            "" if row.worst is None else " ".join(f"{x:+.2f}" for x in row.worst.values()),
        ]
        for row in ranked
    ]
    print_table(headings, rows, right=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
    if any(row.worst for row in ranked):
        say()
        say("Blunders: exact, of the positions in which some move throws the outcome away.")
        say("Worst: exact mean result as first and as second player, against who knows the player.")
    for reason, times in Counter(played.reason for played in faults).most_common(MOST_REASONS):
        say(f"Lost without a legal answer ({times:,} games): {reason}", err=True)


def _as_dict(
    game: Game, games: int, ranked: list[Standing], faults: list[Played]
) -> dict[str, Any]:
    return {
        **head(game),
        "games": games,
        "players": [row.to_dict() for row in ranked],
        "faults": [{**played.pairing._asdict(), "reason": played.reason} for played in faults],
    }


def _replay(number: int, db: str | None) -> int:
    """Show one game, board by board."""
    if db is None:
        raise click.UsageError("--replay needs the file with the games: --db FILE")
    with kept_games(db) as games:
        found = dict(games.all()).get(number)
    if found is None:
        raise NotationError(f"{db} has no game {number}")
    record = Record(Position(games.game), found.moves)
    pairing = found.pairing
    say(f"Game {number}: {pairing.first} (X) against {pairing.second} (O)")
    for move, position in zip([None, *record.moves], record.positions(), strict=True):
        if move is not None:
            say(f"\n{position.moved_last}: {format_move(games.game, move)}")
            say(draw(position))
    say()
    say(
        {1: f"{pairing.first} won.", 0: "It is a draw.", -1: f"{pairing.second} won."}[found.result]
    )
    if found.reason:
        say(found.reason)
    return 0


def _exported(games: Games, ending: str) -> Iterator[str]:
    """The games as lines of JSON or CSV."""
    headings = ["number", "round", "opening", "first", "second", "moves", "result", "reason"]
    if ending == ".csv":
        yield _csv_line(headings)
    for number, played in games.all():
        moves = format_moves(games.game, played.moves)
        values = [number, *played.pairing, moves, played.result, played.reason]
        if ending == ".csv":
            yield _csv_line(values)
        else:
            yield json.dumps(dict(zip(headings, values, strict=True))) + "\n"


def _csv_line(values: list[Any]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
