"""noughts games: the catalogue."""

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, print_table, say
from noughts.notation import head
from noughts.rules import CATALOG, Entry, board_symmetries, size_text
from noughts.rules.catalog import game
from noughts.rules.specs import spec_syntax


@click.command("games", cls=Command)
@json_option
def command(as_json: bool) -> None:
    """List the known games; any other size may be played too.

    \b
    Examples:
      noughts games
      noughts games --json
    """
    rows = [_row(entry) for entry in CATALOG]
    if as_json:
        print_json({**head(), "games": rows})
        return
    headings = ["game", "size", "k", "lines", "symmetries", "known value", "source"]
    texts = []
    for row in rows:
        name = ", ".join([str(row["game"]), *row["names"]])  # type: ignore[misc]
        texts.append([name, *map(str, list(row.values())[2:])])
    print_table(headings, texts, right=(2, 3, 4))
    say()
    say(f"Any other game: {spec_syntax()}, such as 6x6:5, or @FILE with lines of your own.")


def _row(entry: Entry) -> dict[str, object]:
    rules = game(entry.spec)
    return {
        "game": rules.name,
        "names": entry.names,
        "size": size_text(rules.shape),
        "k": rules.k,
        "lines": len(rules.lines),
        "symmetries": len(board_symmetries(rules)),
        "known": entry.known,
        "source": entry.source,
    }
