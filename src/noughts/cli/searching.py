"""Options that choose one of the searches, and what it found, printed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import click

from noughts.cli.common import print_json, say, warn_of_search
from noughts.explain.report import SCHEMA, move_dict, value_dict
from noughts.notation.diagram import draw
from noughts.notation.format import format_move, format_position
from noughts.notation.words import signed, value_sentence
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.search.result import Budget
from noughts.search.scales import SCALES
from noughts.value import value_of

F = TypeVar("F", bound=Callable[..., Any])

WITHOUT_DEPTH = ("proof", "mcts", "retrograde")


def search_option(command: F) -> F:
    return click.option(
        "--search",
        type=click.Choice(list(SEARCHES)),
        metavar="NAME",
        help=f"Use one search and no other: {', '.join(SEARCHES)}.",
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
    if depth is not None and search in WITHOUT_DEPTH:
        raise click.UsageError(f"--depth does not go with --search {search}")
    options: dict[str, Any] = {} if depth is None else {"depth": depth}
    if search == "minimax":
        options["scale"] = scale or default_scale(depth)
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
    scale = options.get("scale")
    if depth is None:
        warn_of_search(position, search, seconds_allowed)
    started = time.perf_counter()
    result = SEARCHES[search](position, watch=Budget(seconds_allowed), **options)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "game": position.game.name,
                "position": format_position(position),
                "search": search,
                "depth": depth,
                "scale": scale,
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
    say(draw(position))
    say()
    if position.is_over():
        say(f"{value_sentence(position, value_of(0, position))}.")
    elif result.value is None:
        say(f"{position.to_move} to move: not proven, by {search}.")
    else:
        say(f"{value_sentence(position, result.value)}, by {search}.")
    if result.move is not None:
        say(f"Move: {format_move(position.game, result.move)}")
    if search == "minimax":
        say(f"Score: {signed(result.score or 0)} on the scale {scale}")
    say(
        f"{result.nodes:,} nodes, {result.cutoffs:,} cut-offs, {result.hits:,} remembered, "
        f"{seconds:.7f} s"
    )
