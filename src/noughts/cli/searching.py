"""Options that choose one of the searches, and what it found, printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import click

from noughts.cli.common import print_json
from noughts.explain.report import SCHEMA, move_dict, value_dict
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_position
from noughts.notation.words import value_words
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.search.scales import SCALES

F = TypeVar("F", bound=Callable[..., Any])


def search_option(command: F) -> F:
    return click.option(
        "--search", type=click.Choice(list(SEARCHES)), help="Use this search and no other."
    )(command)


def depth_option(command: F) -> F:
    return click.option(
        "--depth", type=click.IntRange(min=1), metavar="N", help="Look only N plies ahead."
    )(command)


def scale_option(command: F) -> F:
    return click.option(
        "--scale", type=click.Choice(list(SCALES)), help="How minimax scores a finished game."
    )(command)


def search_options(search: str, depth: int | None, scale: str | None) -> dict[str, Any]:
    """The options that a search takes; a scale is for minimax alone."""
    if scale is not None and search != "minimax":
        raise click.UsageError(f"--scale goes with --search minimax, not with {search}")
    options: dict[str, Any] = {} if depth is None else {"depth": depth}
    if scale is not None:
        options["scale"] = scale
    return options


def run_search(
    position: Position, search: str, depth: int | None, scale: str | None, as_json: bool
) -> None:
    """Run one search on a position and print what it found."""
    started = time.perf_counter()
    result = SEARCHES[search](position, **search_options(search, depth, scale))
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "game": position.game.name,
                "position": format_position(position),
                "search": search,
                "depth": depth,
                "scale": scale or ("unit" if search == "minimax" else None),
                "value": None if result.value is None else value_dict(result.value),
                "score": result.score if search == "minimax" else None,
                "move": None if result.move is None else move_dict(position, result.move),
                "nodes": result.nodes,
                "cutoffs": result.cutoffs,
                "hits": result.hits,
                "seconds": round(seconds, 7),
            }
        )
        return
    click.echo(draw(position))
    click.echo()
    click.echo(f"{position.to_move} to move {value_words(result.value)} by {search}")
    if result.move is not None:
        click.echo(f"Move: {format_move(position.game, result.move)}")
    if search == "minimax":
        click.echo(f"Score: {result.score:+d} on the scale {scale or 'unit'}")
    click.echo(
        f"{result.nodes:,} nodes, {result.cutoffs:,} cut-offs, {result.hits:,} remembered, "
        f"{seconds:.7f} s"
    )
