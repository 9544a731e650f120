"""noughts playthrough: one game with everything the library says about it."""

from pathlib import Path

import click

from noughts.cli.shared.files import write_text
from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option
from noughts.errors import NotationError
from noughts.notation import head
from noughts.play.playthrough import playthrough
from noughts.rules import CATALOG, game_of


@click.command("playthrough", cls=Command)
@click.argument("game", metavar="[GAME]", required=False)
@click.argument("moves", metavar="[MOVES]...", nargs=-1)
@click.option("--all", "folder", metavar="FOLDER", help="Write one for each game of the catalogue.")
@json_option
def command(game: str | None, moves: tuple[str, ...], folder: str | None, as_json: bool) -> None:
    """Play one game of GAME and print everything that is known at each position.

    \b
    Examples:
      noughts playthrough 3x3 b2 a1 c3
      noughts playthrough 4x3:3
    """
    if folder is not None:
        if game is not None:
            raise click.UsageError("--all takes a FOLDER and no GAME")
        _write_all(Path(folder))
        return
    rules = read_game_option(game)
    if rules is None:
        raise click.UsageError("expected a GAME such as 3x3, or --all FOLDER")
    lines = playthrough(rules, " ".join(moves) or None)
    if as_json:
        print_json({**head(rules), "lines": list(lines)})
        return
    for line in lines:
        say(line)


def file_name(spec: str) -> str:
    """A file name for a spec: no character that a file system dislikes."""
    return spec.replace(":", "-") + ".txt"


def _write_all(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for entry in CATALOG:
            text = "\n".join(playthrough(game_of(entry.spec))) + "\n"
            write_text(folder / file_name(entry.spec), text)
            say(f"{folder / file_name(entry.spec)}", err=True)
    except OSError as error:
        raise NotationError(f"cannot write to {folder}: {error.strerror}") from None
