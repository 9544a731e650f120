"""The command `noughts`."""

import os
import sys
from importlib import import_module
from typing import TextIO

import click

import noughts
from noughts.cli.shared.printing import say
from noughts.errors import LimitReached, NoughtsError
from noughts.rules.catalog import game

DONE, USAGE, LIMIT, INTERRUPTED = 0, 2, 3, 130
DEEPEST = 10_000  # calls: a search goes as deep as a board has cells, and 400 are allowed

# One file of this folder each, in the order in which they are listed.
COMMANDS = (
    "play",
    "web",
    "move",
    "analyze",
    "solve",
    "census",
    "games",
    "compare",
    "trace",
    "tree",
    "puzzle",
    "lesson",
    "report",
    "audit",
    "certify",
    "train",
    "yardstick",
    "dataset",
    "arena",
    "audit-env",
    "table",
    "playthrough",
    "bench",
)


class _Group(click.Group):
    """Loads a command when it is asked for; and knows what was meant when a game is."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"noughts.cli.{name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(context, args)
        except click.UsageError:
            if args and self._is_game(args[0]):
                raise click.UsageError(
                    f"{args[0]!r} is a game, not a command; did you mean: noughts play {args[0]}"
                ) from None
            raise

    @staticmethod
    def _is_game(text: str) -> bool:
        try:
            game(text)
        except NoughtsError:
            return False
        return True


@click.group(
    cls=_Group,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(noughts.__version__, prog_name="noughts")
@click.pass_context
def noughts_command(context: click.Context) -> None:
    """Perfect play in tic-tac-toe and its family.

    Without a command, plays tic-tac-toe with you.

    \b
    Examples:
      noughts analyze "XX. .O. ..O"
      noughts census 3x3
    """
    if context.invoked_subcommand is None:
        play = noughts_command.get_command(context, "play")
        assert play is not None
        context.invoke(play)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; every error becomes a sentence and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_encode(stream)
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))
    try:
        result = _invoke(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return result if isinstance(result, int) else DONE
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as error:
        error.show(file=sys.stderr)
        return error.exit_code
    except LimitReached as error:
        return _complain(f"{error}", LIMIT)
    except NoughtsError as error:
        return _complain(f"{error}", USAGE)
    except (KeyboardInterrupt, click.Abort):
        say("\nInterrupted.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone, as with | head: nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (MemoryError, RecursionError):
        return _complain("this is too big for the memory of this machine", LIMIT)


def _invoke(arguments: list[str]) -> object:
    """Run the command; not by click's main, which makes a closed pipe an error."""
    if "_NOUGHTS_COMPLETE" in os.environ:  # the shell asks how a line could go on
        return noughts_command.main(arguments, prog_name="noughts")
    with noughts_command.make_context("noughts", list(arguments)) as context:
        return noughts_command.invoke(context)


def _complain(sentence: str, code: int) -> int:
    say(f"noughts: {sentence}", err=True)
    return code


def _never_fail_to_encode(stream: TextIO) -> None:
    """Write what the output's encoding lacks as an escape rather than fail."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
