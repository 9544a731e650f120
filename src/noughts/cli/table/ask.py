"""noughts table verify, noughts table probe: a table is checked, or asked."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    position_argument,
    to_move_option,
)
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option, read_text_argument
from noughts.errors import LimitReached
from noughts.explain.count import census
from noughts.notation.format import format_move, format_moves, format_position
from noughts.notation.parse import position as read_position
from noughts.notation.shapes import head, move_names, state_dict
from noughts.notation.words import value_sentence
from noughts.rules import Game, Position
from noughts.solver.table import SUFFIX, Table, TableError, Verification, build, table_path, verify
from noughts.value import Outcome, Value

MISMATCH = 1

build_option = click.option("--build", "to_build", is_flag=True, help="Build it first if need be.")


# Checking


@click.command("verify", cls=Command)
@click.argument("which", metavar="FILE|GAME")
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Positions of a layer to look at one by one; all if it has no more.",
)
@build_option
@json_option
def verify_command(which: str, sample: int | None, to_build: bool, as_json: bool) -> int:
    """Check a table with code that did not write it: exit code 1 if anything is wrong.

    \b
    Examples:
      noughts table verify 3x3 --build
      noughts table verify 4x3:3 --build --sample 100 --json
    """
    path, game = file_and_game(which)
    _need(path, game, to_build)
    found = verify(path, sample=sample, on_progress=_tell if sys.stderr.isatty() else None)
    found = replace(found, complaints=(*found.complaints, *_against_census(found)))
    if as_json:
        print_json(found.to_dict())
    elif not found.is_right:
        say(f"{found.path} is wrong:")
        for complaint in found.complaints:
            say(f"  {complaint}")
    else:
        say(
            f"{found.path} is right: {found.bytes:,} bytes, {sum(found.checked):,} positions "
            f"looked at one by one, {found.seconds:.2f} s"
        )
    return 0 if found.is_right else MISMATCH


def _tell(done: int, steps: int) -> None:
    end = "\r" if done < steps else "\r" + " " * 20 + "\r"
    say(f"{done} of {steps} steps{end}", err=True, end="")


def _against_census(found: Verification) -> list[str]:
    """How the counts of a table differ from those of a census, which counts without solving."""
    if not found.is_right:
        return []
    try:
        layers = census(found.game).layers
    except LimitReached:
        return []
    complaints = []
    for ply, (ours, theirs) in enumerate(zip(found.counts, layers, strict=True)):
        going = ours.won + ours.drawn + ours.lost
        mine = going, ours.finished_won, ours.finished_drawn
        expected = theirs.unfinished, theirs.won_by_first + theirs.won_by_second, theirs.drawn
        if mine != expected:
            complaints.append(
                f"layer of {ply} stones: {mine} positions unfinished, ended by a line and full, "
                f"and the census has {expected}"
            )
    return complaints


# Asking


@click.command("probe", cls=Command)
@position_argument
@game_option
@to_move_option
@click.option("--table", "file", metavar="FILE", help="A table; else the one that is kept.")
@build_option
@json_option
def probe_command(
    text: str,
    game: str | None,
    to_move: str | None,
    file: str | None,
    to_build: bool,
    as_json: bool,
) -> None:
    """Look up a position and its moves in a table.

    \b
    Examples:
      noughts table probe "X.. .O. ..." --build
      noughts table probe "X... .O.. .X.. ...." --build --json
    """
    rules = read_game_option(game)
    if file is not None:
        with Table.open(file) as table:
            _answer(table, _read(text, rules or table.game, to_move), as_json)
        return
    position = _read(text, rules, to_move)
    path = table_path(position.game)
    _need(path, position.game, to_build)
    with Table.open(path) as table:
        _answer(table, position, as_json)


def _read(text: str, game: Game | None, to_move: str | None) -> Position:
    return read_position(read_text_argument(text), game, to_move)


def _answer(table: Table, position: Position, as_json: bool) -> None:
    outcome, game = _outcome(table, position), position.game
    moves = {cell: Outcome(-_outcome(table, position.child(cell))) for cell in position.moves()}
    good = [cell for cell, worth in moves.items() if worth is outcome]
    if as_json:
        print_json(
            {
                **head(position),
                "to_move": state_dict(position)["to_move"],
                "outcome": str(outcome),
                "good": move_names(game, good),
                "moves": [
                    {"move": format_move(game, cell), "cell": cell, "outcome": str(worth)}
                    for cell, worth in moves.items()
                ],
                "path": str(table.path),
            }
        )
        return
    sentence = value_sentence(position, Value(outcome))
    say(sentence + (f"; good: {format_moves(game, good)}" if good else ""))


def _outcome(table: Table, position: Position) -> Outcome:
    outcome = table.probe(position)
    if outcome is None:
        raise TableError(
            f"{table.path} is wrong: {format_position(position)} can arise, and it denies that"
        )
    return outcome


# What they share


def file_and_game(text: str) -> tuple[Path, Game | None]:
    """The file that an argument means: itself, or where the table of that game is kept."""
    path = Path(text)
    is_path = path.is_file() or path.suffix == SUFFIX or len(path.parts) > 1
    if is_path and not text.startswith("@"):
        return path, None
    game = read_game_option(text)
    assert game is not None
    return table_path(game), game


def _need(path: Path, game: Game | None, to_build: bool) -> None:
    """Make sure that the table of a game is there, or say how to make one."""
    if game is None or path.exists():
        return
    if to_build:
        build(game)
        return
    raise TableError(
        f"there is no table of {game.name} in {path.parent}: noughts table build {game.name} "
        "makes one"
    )
