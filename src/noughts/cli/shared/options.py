"""Options and arguments that several commands take."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

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
