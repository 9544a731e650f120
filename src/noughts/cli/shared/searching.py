"""Options that choose one of the searches, and what it found, printed."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from noughts.cli.shared.printing import print_json, print_table, say
from noughts.cli.shared.warning import warn_of_search
from noughts.explain.count import Searched, searched
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_moves
from noughts.notation.words import signed, value_badge, value_sentence, value_words
from noughts.rules import Position
from noughts.search import SCALES, SEARCHES, USUAL_SEARCH, search_names
from noughts.value import value_of

F = TypeVar("F", bound=Callable[..., Any])


class SearchOption(click.Option):
    """An option that takes searches: which there are is looked up when it is used.

    Their names stand in its help where that says {names}; it takes one, unless told another type.
    """

    def __init__(
        self, declared: list[str], *, names: Callable[[], list[str]], **settings: Any
    ) -> None:
        super().__init__(declared, **{"type": _OneOf(names), "metavar": "NAME", **settings})
        self._names = names

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(context)
        return record and (record[0], record[1].format(names=", ".join(self._names())))


class _OneOf(click.ParamType):  # type: ignore[type-arg]
    """A choice among names that are looked up when one is chosen."""

    name = "choice"

    def __init__(self, names: Callable[[], list[str]]) -> None:
        self._names = names

    def convert(self, value: Any, *where: Any) -> str:
        return click.Choice(self._names()).convert(value, *where)

    def shell_complete(self, *where: Any) -> list[Any]:
        return click.Choice(self._names()).shell_complete(*where)


def search_option(command: F) -> F:
    says = "Use one search and no other: {names}."
    return click.option("--search", cls=SearchOption, names=search_names, help=says)(command)


def search_among(names: Callable[[], list[str]]) -> Callable[[F], F]:
    """The search of a command that always has one."""
    usual = {"default": USUAL_SEARCH, "show_default": True}
    return click.option("--search", cls=SearchOption, names=names, help="One of {names}.", **usual)


def depth_option(command: F) -> F:
    return click.option(
        "--depth", type=click.IntRange(min=1), metavar="N", help="Look only N plies ahead."
    )(command)


def scale_option(command: F) -> F:
    return click.option(
        "--scale", type=click.Choice(list(SCALES)), help="How minimax scores a finished game."
    )(command)


def search_options(search: str, depth: int | None, scale: str | None) -> dict[str, Any]:
    """The options that a search takes; some know neither depths nor scales."""
    entry = SEARCHES[search]
    taken = (("--depth", depth, entry.takes_depth), ("--scale", scale, entry.scaled))
    for name, option, is_taken in taken:
        if option is not None and not is_taken:
            raise click.UsageError(f"{name} does not go with --search {search}")
    options: dict[str, Any] = {} if depth is None else {"depth": depth}
    if entry.needs_scale:
        scale = scale or default_scale(depth)
    if scale is not None:
        options["scale"] = scale
    return options


def default_scale(depth: int | None) -> str:
    """Without a depth limit the plainest scale; with one, a scale that leaves room for guesses."""
    return "unit" if depth is None else "depth"


def run_search(
    position: Position,
    search: str,
    depth: int | None,
    scale: str | None,
    seconds_allowed: float,
    as_json: bool,
) -> None:
    """Run one search on a position and print what it found."""
    options = search_options(search, depth, scale)
    if depth is None:
        warn_of_search(position, search, seconds_allowed)
    found = searched(position, search, options, seconds_allowed)
    if as_json:
        print_json(found.to_dict())
    else:
        _print_searched(found)


def _print_searched(found: Searched) -> None:
    position, result, game = found.position, found.result, found.position.game
    if position.is_over:
        say(f"{value_sentence(position, value_of(0, position))}.")
    elif result.value is None:
        say(f"{position.to_move} to move: not proven, by {found.search}.")
    else:
        say(f"{value_sentence(position, result.value)}, by {found.search}.")
    say()
    notes = {cell: value_badge(value) for cell, value in found.moves.items()}
    say(draw(position, notes=notes))
    say()
    if result.move is not None:
        rows = [
            [format_move(game, cell), value_words(value), "best" if cell in found.best else ""]
            for cell, value in found.moves.items()
        ]
        print_table(["move", "value", ""], rows)
        say()
        if found.best:
            say(f"Best: {format_moves(game, found.best)}")
        say(f"Move: {format_move(game, result.move)}")
    if found.principal_variation:
        say(f"Line of play: {format_moves(game, found.principal_variation)}")
    scale = found.options.get("scale")
    if scale is not None:
        say(f"Score: {signed(result.score or 0)} on the scale {scale}")
    say(
        f"{result.nodes:,} nodes, {result.cutoffs:,} cut-offs, {result.hits:,} remembered, "
        f"{found.seconds:.7f} s"
    )
