"""noughts tree: the game tree of a search, as a picture, a page, data or text."""

import json
from collections.abc import Iterable
from pathlib import Path

import click

from noughts.cli.shared.files import write_text
from noughts.cli.shared.options import (
    Command,
    game_option,
    json_option,
    position_argument,
    time_option,
    to_move_option,
)
from noughts.cli.shared.printing import say
from noughts.cli.shared.reading import read_position_argument
from noughts.cli.shared.searching import search_among
from noughts.explain.tree import (
    PAGE,
    SCREEN,
    Tree,
    ascii_form,
    count_words,
    game_tree,
    refuse_too_large,
    whole_tree,
)
from noughts.explain.tree.drawn import tree_dot, tree_html, tree_svg, tree_text
from noughts.rules import Position
from noughts.search import SCALES, SEARCHES, USUAL_SCALE, scaled_names
from noughts.solver.oracle import SECONDS


def tree_json(tree: Tree) -> str:
    """The tree as one JSON object on one line."""
    return json.dumps(tree.to_dict()) + "\n"


FORMATS = {
    "svg": tree_svg,
    "html": tree_html,
    "dot": tree_dot,
    "json": tree_json,
    "txt": tree_text,
}
MARKUP = ("svg", "html")


@click.command("tree", cls=Command)
@position_argument
@game_option
@to_move_option
@click.option(
    "--output", "-o", metavar="FILE", help="FILE.svg, .html, .dot, .json or .txt; - prints it."
)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Whatever the name says.")
@search_among(scaled_names)
@click.option(
    "--scale",
    type=click.Choice(list(SCALES)),
    default=USUAL_SCALE,
    show_default=True,
    help="How a finished game is scored.",
)
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Show N plies.")
@click.option(
    "--breadth", type=click.IntRange(min=1), metavar="N", help="Show N moves of each position."
)
@click.option("--no-fold", is_flag=True, help="Show every move, to the end of the game.")
@click.option("--all", "every", is_flag=True, help="Write every node of minimax, a JSON line each.")
@time_option(SECONDS)
@json_option
def command(
    text: str,
    game: str | None,
    to_move: str | None,
    output: str | None,
    form: str | None,
    search: str,
    scale: str,
    depth: int | None,
    breadth: int | None,
    no_fold: bool,
    every: bool,
    seconds: float,
    as_json: bool,
) -> None:
    """The game tree of POSITION: every position with its score, and the move that leads there.

    Without --depth and --breadth as much is shown as a person can look at, and what is folded
    is said and counted. Scores are exact whatever is shown.

    \b
    Examples:
      noughts tree "XXO O.. O.X"
      noughts tree "XXO O.. O.X" --search alphabeta -o tree.svg
    """
    form = _format(output, form, as_json, every)
    position = read_position_argument(text, game, to_move)
    if every:
        if not SEARCHES[search].whole or depth or breadth or no_fold:
            raise click.UsageError("--all goes with minimax, and nothing is folded in it")
        _write_all(position, scale, output)
        return
    tree = game_tree(
        position,
        search=search,
        scale=scale,
        depth=depth,
        breadth=breadth,
        fold=not no_fold,
        room=SCREEN if form == "html" else PAGE,
        seconds=seconds,
    )
    said = ascii_form(count_words(tree))
    _write([FORMATS[form](tree)], output, form, said)


def _format(output: str | None, form: str | None, as_json: bool, every: bool) -> str:
    """The form that is asked for: by name, by the file's ending, or else text."""
    if as_json and (form not in (None, "json") or output not in (None, "-")):
        raise click.UsageError("--json prints to standard output: expected no --output or --format")
    if form is None:
        form = "json" if as_json or every else "txt"
        if output not in (None, "-"):
            form = Path(output or "").suffix[1:].lower()
    if every and form == "jsonl":
        form = "json"
    if form not in FORMATS:
        raise click.UsageError(
            f"cannot tell the format from {output!r}: expected a name that ends in "
            f".{', .'.join(FORMATS)}, or --format"
        )
    if every and form != "json":
        raise click.UsageError(f"--all writes JSON lines: expected FILE.json, got {output or form}")
    return form


def _write_all(position: Position, scale: str, output: str | None) -> None:
    nodes = refuse_too_large(position)
    _write(whole_tree(position, scale), output, "json", f"{nodes:,} nodes, a line each")


# Writing


def _write(parts: Iterable[str], output: str | None, form: str, said: str) -> None:
    if output in (None, "-"):
        for part in parts:
            say(_printable(part) if form in MARKUP else part, end="")
        return
    assert output is not None
    write_text(output, parts)
    say(f"Wrote {output}: {said}.", err=True)


def _printable(markup: str) -> str:
    """The same in ASCII, whatever the terminal's encoding is."""
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")
