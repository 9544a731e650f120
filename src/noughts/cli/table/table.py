"""noughts table: the outcome of every position of a game, in a file."""

from pathlib import Path
from typing import Any

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_counts, print_json, print_table, say
from noughts.cli.shared.progress import progress_option, told
from noughts.cli.shared.reading import read_game_option
from noughts.cli.table.ask import file_and_game, probe_command, verify_command
from noughts.notation import head
from noughts.rules import Position
from noughts.solver.counts import LayerCount
from noughts.solver.forecast import gigabytes
from noughts.solver.table import (
    SUFFIX,
    Layout,
    Table,
    TableError,
    build,
    layout,
    table_folder,
    table_path,
)
from noughts.value import Outcome

INTERRUPTED = 130


@click.group("table")
def command() -> None:
    """The outcome of every position of a game, in a file that answers at once.

    A table is built once. All commands find it by themselves then.

    \b
    Examples:
      noughts table build 4x3:3
      noughts table list
    """


command.add_command(verify_command)
command.add_command(probe_command)


# Building


@command.command("build", cls=Command)
@click.argument("game", metavar="GAME")
@click.option("--output", "-o", metavar="FILE", help="Where to; else where tables are kept.")
@progress_option
@json_option
def build_command(game: str, output: str | None, progress: str | None, as_json: bool) -> int:
    """Solve every position of GAME and write them to a table.

    A build that was stopped goes on when it is started again.

    \b
    Examples:
      noughts table build 4x3:3
      noughts table build 3x3 -o ttt.table --json
    """
    rules = read_game_option(game)
    assert rules is not None
    path = Path(output) if output is not None else table_path(rules)
    try:
        with told(rules, progress) as tell:
            built = build(rules, path if output is not None else None, on_progress=tell)
    except KeyboardInterrupt:
        say(f"\nStopped; the same command goes on from what is in {path}.part", err=True)
        return INTERRUPTED
    if as_json or progress is not None:
        print_json(built.to_dict())
        return 0
    if built.was_there:
        say(f"{built.path} is there already, and whole.")
        return 0
    if built.layers_kept:
        say(f"Went on from a build that was stopped after {built.layers_kept} layers.")
    say(
        f"{rules.name}: {built.positions:,} positions in {gigabytes(built.bytes)}, "
        f"{built.seconds:.2f} s"
    )
    say(f"{built.path}")
    return 0


# Looking at tables


@command.command("list", cls=Command)
@json_option
def list_command(as_json: bool) -> None:
    """List the tables that are kept.

    \b
    Examples:
      noughts table list
      noughts table list --json
    """
    folder = table_folder()
    rows = [_listed(path) for path in sorted(folder.glob(f"*{SUFFIX}*"))]
    if as_json:
        print_json({**head(), "folder": str(folder), "tables": rows})
        return
    if not rows:
        say(f"No tables in {folder}")
        return
    print_table(
        ["game", "bytes", "folded", "file"],
        [
            [
                str(row.get("game", "?")),
                f"{row['bytes']:,}",
                "yes" if row.get("folded") else "no",
                row["error"] or row["path"],
            ]
            for row in rows
        ],
        right=(1,),
    )


def _listed(path: Path) -> dict[str, Any]:
    size = path.stat().st_size
    if path.suffix != SUFFIX:
        unfinished = f"{path} is unfinished: noughts table build goes on with it"
        return {"path": str(path), "bytes": size, "error": unfinished}
    try:
        with Table.open(path) as table:
            game, folded = table.game.name, table.folded
    except TableError as error:
        return {"path": str(path), "bytes": size, "error": str(error)}
    return {"game": game, "path": str(path), "bytes": size, "folded": folded, "error": None}


@command.command("info", cls=Command)
@click.argument("which", metavar="FILE|GAME")
@json_option
def info_command(which: str, as_json: bool) -> None:
    """What a table holds; of a game without one, what it would.

    \b
    Examples:
      noughts table info 4x4
      noughts table info 5x5:4 --json
    """
    path, game = file_and_game(which)
    if game is not None and not path.exists():
        _print_missing(layout(game), path, as_json)
        return
    with Table.open(path) as table:
        counts = [table.counts(ply) for ply in range(table.game.cells + 1)]
        value = table.probe(Position(table.game))
        file = table.file
    assert value is not None
    if as_json:
        print_json(_info_dict(file, path, value, counts))
        return
    say(f"{path}")
    say(
        f"{file.game.name}: {_value_words(value)}; "
        f"{sum(layer.positions for layer in counts):,} positions in {gigabytes(file.size)}"
        f"{', rows folded' * file.folded}."
    )
    say()
    print_counts(counts)


def _file_dict(file: Layout, path: Path, exists: bool) -> dict[str, Any]:
    return {
        **head(file.game),
        "rules": file.game.describe(),
        "path": str(path),
        "exists": exists,
        "bytes": file.size,
        "folded": file.folded,
    }


def _info_dict(
    file: Layout, path: Path, value: Outcome, counts: list[LayerCount]
) -> dict[str, Any]:
    return {
        **_file_dict(file, path, True),
        "outcome": str(value),
        "positions": sum(layer.positions for layer in counts),
        "layers": [layer.to_dict() for layer in counts],
    }


def _print_missing(file: Layout, path: Path, as_json: bool) -> None:
    if as_json:
        print_json(_file_dict(file, path, False))
        return
    name = file.game.name
    say(
        f"There is no table of {name}; it would take {gigabytes(file.size)}"
        f"{' with its rows folded' * file.folded}."
    )
    say(f"noughts table build {name} makes one.")


def _value_words(outcome: Outcome) -> str:
    if outcome is Outcome.DRAW:
        return "a draw"
    return f"the {'first' if outcome is Outcome.WIN else 'second'} player wins"
