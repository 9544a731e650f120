"""What the commands share: how arguments are read and answers printed."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.errors import NotationError
from noughts.notation.gamefile import read_game
from noughts.notation.parse import position as read_position
from noughts.play.screen import fitted
from noughts.rules.catalog import game as game_of
from noughts.rules.game import Game
from noughts.rules.position import Position
from noughts.search import SEARCHES
from noughts.solver.counts import LayerCount
from noughts.solver.forecast import positions_ahead
from noughts.solver.oracle import Oracle

F = TypeVar("F", bound=Callable[..., Any])

# A first look says whether a question may take long; plain Python looks at some hundred
# thousand positions a second, and cuts most of them.
MANY_POSITIONS = 500_000_000
MANY_TREE_POSITIONS = 20_000

_BOARD = re.compile(r"-[-XxOo0._/|\s]+")
_PROTECTED = "\0"


class Command(click.Command):
    """A command that takes boards such as ---X-O--- for what they are, not for options."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        options = {name for parameter in self.params for name in parameter.opts}
        args = [
            _PROTECTED + arg
            if _BOARD.fullmatch(arg) and arg not in options and arg != "--"
            else arg
            for arg in args
        ]
        return super().parse_args(context, args)


def game_option(command: F) -> F:
    return click.option("--game", "-g", metavar="GAME", help="Such as 4x4, connect4 or @FILE.")(
        command
    )


def to_move_option(command: F) -> F:
    return click.option(
        "--to-move",
        type=click.Choice(["X", "O"], case_sensitive=False),
        metavar="X|O",
        help="Whose turn it is, where the stones leave that open.",
    )(command)


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="One JSON object on one line.")(
        command
    )


def time_option(
    default: float | None, text: str = "Seconds to try before giving up."
) -> Callable[[F], F]:
    return click.option(
        "--time",
        "seconds",
        type=float,
        metavar="SECONDS",
        default=default,
        show_default=default is not None,
        callback=_above_zero,
        help=text,
    )


def _above_zero(
    context: click.Context, parameter: click.Parameter, value: float | None
) -> float | None:
    if value is not None and not 0 < value <= 1e9:
        raise click.BadParameter(f"expected a number of seconds above 0, got {value:g}")
    return value


def position_argument(command: F) -> F:
    return click.argument("text", metavar="POSITION", callback=unprotected)(command)


def unprotected(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> str | None:
    """An argument as it was typed."""
    return None if value is None else value.removeprefix(_PROTECTED)


def read_game_option(spec: str | None) -> Game | None:
    """The game that --game names: a spec, a name, or a file with @."""
    if spec is None:
        return None
    if spec.startswith("@"):
        return read_game(read_file(spec[1:]), name=spec)
    return game_of(spec)


def read_text_argument(text: str) -> str:
    """The text that an argument means: itself, standard input for -, a file for @FILE."""
    if text == "-":
        return sys.stdin.read().rstrip("\n")
    return read_file(text[1:]).rstrip("\n") if text.startswith("@") else text


def read_position_argument(text: str, spec: str | None, to_move: str | None) -> Position:
    """The position that an argument means."""
    game = read_game_option(spec)
    return read_position(read_text_argument(text), game, to_move)


def read_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotationError(
            f"cannot read {path!r}: {(error.strerror or 'no such file').lower()}"
        ) from None
    except ValueError:
        raise NotationError(f"cannot read {path!r}: expected a text file in UTF-8") from None


def say(text: str = "", *, err: bool = False, end: str = "\n") -> None:
    """Print a line. Not click.echo: that writes UTF-8 to a stream that is told to be ASCII."""
    out = sys.stderr if err else sys.stdout
    print(fitted(text, out) if end == "\n" else text, end=end, file=out, flush=err)


def print_json(value: dict[str, Any]) -> None:
    """One object on one line, at once: somebody may be waiting for it at the other end."""
    say(json.dumps(value))
    sys.stdout.flush()


def print_table(headings: list[str], rows: list[list[str]], *, right: tuple[int, ...] = ()) -> None:
    """A table in plain columns, those named in right aligned to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        say("  ".join(cells).rstrip())


def print_counts(layers: Sequence[LayerCount]) -> None:
    """How many positions each layer has, by what they are worth."""
    headings = ["ply", "positions", "won", "drawn", "lost", "ended by a line", "full board"]
    counts = [[layer.ply, layer.positions, *layer.by_kind.values()] for layer in layers]
    rows = [[f"{count:,}" for count in row] for row in counts]
    print_table(headings, rows, right=tuple(range(len(headings))))


def warn_if_long(position: Position, seconds: float, oracle: Oracle | None = None) -> None:
    """Say before a long question starts how much lies ahead; the oracle is the one to answer it."""
    is_many = positions_ahead(position) > MANY_POSITIONS
    if is_many and not (oracle or Oracle(position.game)).is_at_hand(position):
        _warn(position, MANY_POSITIONS, seconds)


def warn_of_search(position: Position, search: str, seconds: float) -> None:
    """The same for one search; those that cut nothing take long sooner."""
    few = MANY_TREE_POSITIONS if SEARCHES[search].whole else MANY_POSITIONS
    _warn(position, few, seconds)


def _warn(position: Position, many: int, seconds: float) -> None:
    ahead = positions_ahead(position)
    if ahead > many and not position.is_over():
        say(
            f"Up to {rounded(ahead)} positions lie ahead of this one; trying for {seconds:g} s "
            "(--time).",
            err=True,
        )


def rounded(number: int) -> str:
    """A large number as a person reads it.

    >>> rounded(741365049), rounded(10**30)
    ('741 million', '1e+30')
    """
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g} {word}"
    return (
        f"{number:,}"
        if number < 10**6
        else f"{float(number):.0e}"
        if number < 10**300
        else "over 1e+300"
    )
