"""noughts lesson: minimax in a dozen steps."""

import sys

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, print_table
from noughts.notation import head
from noughts.play.screen import Screen
from noughts.practice import STEPS, Lesson


@click.command("lesson", cls=Command)
@click.option(
    "--step", type=click.IntRange(1, len(STEPS)), metavar="N", default=1, help="Begin at step N."
)
@click.option("--list", "as_list", is_flag=True, help="List the steps.")
@json_option
def command(step: int, as_list: bool, as_json: bool) -> None:
    """Learn minimax by predicting what it does, from a finished game to the whole tree.

    With --json the talk goes to standard error, and how the steps went to standard output.

    \b
    Examples:
      noughts lesson --step 7
      noughts lesson --list
    """
    if as_list:
        _list(as_json)
        return
    screen = Screen(sys.stderr if as_json else sys.stdout)
    lesson = Lesson(screen, first=step)
    try:
        lesson.run()
    except KeyboardInterrupt:
        screen.say("\nGoodbye.")
        raise SystemExit(130) from None
    if as_json:
        print_json(lesson.to_dict())


def _list(as_json: bool) -> None:
    if not as_json:
        rows = [[str(number), step.title] for number, step in enumerate(STEPS, start=1)]
        print_table(["step", "title"], rows, right=(0,))
        return
    steps = [{"step": number, **step.to_dict()} for number, step in enumerate(STEPS, start=1)]
    print_json({**head(), "steps": steps})
