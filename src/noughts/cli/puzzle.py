"""noughts puzzle: positions to practise on, at the terminal or on paper."""

import random
import shutil
import sys
from itertools import islice
from pathlib import Path
from textwrap import fill

import click

from noughts.cli.shared.files import write_text
from noughts.cli.shared.options import Command, game_option, json_option
from noughts.cli.shared.printing import print_json, say
from noughts.cli.shared.reading import read_game_option
from noughts.errors import LimitReached, NoughtsError
from noughts.notation import format_move, parse_move
from noughts.play.screen import Screen
from noughts.practice import KINDS, LEVELS, Puzzle, Sheet, puzzles
from noughts.rules import Game

COUNT = 5
MOST_COUNT = 200
COLUMNS = 80

COMMANDS = {
    "hint": "a hint, and once more another",
    "answer": "all right moves, and why the others fail",
    "next": "go on to the next puzzle",
    "help": "this list",
    "quit": "stop",
}

WRITERS = {".json": Sheet.to_json, ".md": Sheet.to_markdown, ".html": Sheet.to_html}


@click.command("puzzle", cls=Command)
@game_option
@click.option("--kind", type=click.Choice(KINDS), help="A win, a draw to hold, or a fork to find.")
@click.option(
    "--level",
    type=click.IntRange(LEVELS[0], LEVELS[-1]),
    metavar="N",
    help="How hard, 1 to 5.  [default: any]",
)
@click.option("--seed", type=int, help="Makes the puzzles repeat.")
@click.option(
    "--count",
    type=click.IntRange(1, MOST_COUNT),
    metavar="N",
    default=COUNT,
    show_default=True,
    help="How many puzzles.",
)
@click.option("--answer", is_flag=True, help="Print the puzzles with their solutions.")
@click.option(
    "--export", "path", metavar="FILE", help=f"Write a sheet: {', '.join(WRITERS)}, by its name."
)
@json_option
def command(
    game: str | None,
    kind: str | None,
    level: int | None,
    seed: int | None,
    count: int,
    answer: bool,
    path: str | None,
    as_json: bool,
) -> None:
    """Find the right move: puzzles from the solution of a game, tic-tac-toe if none is named.

    A right move keeps the outcome. Levels count the moves that fail and the plies to look ahead.

    \b
    Examples:
      noughts puzzle --kind fork --seed 1
      noughts puzzle --game 4x4 --level 3 --count 2 --answer
    """
    if path is not None and Path(path).suffix.lower() not in WRITERS:
        raise click.UsageError(f"--export writes {', '.join(WRITERS)}: got {path!r}")
    rules = read_game_option(game or "3x3")
    assert rules is not None
    if seed is None:
        seed = random.randrange(1_000_000)
    sheet = Sheet(rules, seed, _drawn(rules, kind, level, seed, count))
    if path is not None:
        write_text(path, WRITERS[Path(path).suffix.lower()](sheet))
    if as_json:
        print_json(sheet.to_dict())
    elif path is not None:
        say(f"Wrote {len(sheet.puzzles)} puzzles of {rules.name}, seed {seed}, to {path}.")
    elif answer:
        _print_answers(sheet)
    else:
        _practise(sheet)


def _drawn(game: Game, kind: str | None, level: int | None, seed: int, count: int) -> list[Puzzle]:
    found = list(islice(puzzles(game, kind=kind, level=level, seed=seed), count))
    what = f"{kind} puzzles" if kind else "puzzles"
    what += "" if level is None else f" of level {level}"
    if not found:
        raise LimitReached(f"no {what} were found on {game.name}")
    if len(found) < count:
        say(f"No more {what} than {len(found)} were found on {game.name}.", err=True)
    return found


def _print_answers(sheet: Sheet) -> None:
    screen = Screen()
    screen.say(f"{sheet.game.name}, seed {sheet.seed}.")
    for number, puzzle in enumerate(sheet.puzzles, start=1):
        screen.say(f"\nPuzzle {number}: {puzzle.title}.")
        screen.show(puzzle.position)
        screen.say(_wrapped(puzzle.task))
        tell_answer(puzzle, screen)


def tell_answer(puzzle: Puzzle, screen: Screen) -> None:
    """Every move, the right ones first, with what follows and why."""
    for heading, moves in (("Right", puzzle.right), ("Wrong", puzzle.wrong)):
        screen.say(f"{heading}:")
        for move in moves:
            screen.say(_wrapped(f"  {puzzle.explain(move)}"))


def _wrapped(text: str) -> str:
    columns = min(shutil.get_terminal_size().columns, COLUMNS)
    return fill(text, max(columns, 20), subsequent_indent="    ", break_on_hyphens=False)


# At the terminal


class Quit(Exception):
    """The person has had enough."""


class Practice:
    """One sitting: asks, judges, explains, counts."""

    def __init__(self, sheet: Sheet, screen: Screen) -> None:
        self.sheet = sheet
        self.screen = screen
        self.done = self.solved = self.unaided = 0

    def run(self) -> None:
        """Go through the puzzles until they or the answers end."""
        try:
            self._greet()
            for number, puzzle in enumerate(self.sheet.puzzles, start=1):
                self.screen.say(f"\nPuzzle {number} of {len(self.sheet.puzzles)}: {puzzle.title}.")
                self._puzzle(puzzle)
                self.done += 1
            self.screen.say()
        except EOFError:
            self.screen.say()
        except Quit:
            pass
        self._sum_up()
        self.screen.say("Goodbye.")

    def _greet(self) -> None:
        game = self.sheet.game
        example = (
            "a column" if game.drop else f"a cell such as {format_move(game, game.cells // 2)}"
        )
        self.screen.say(f"{game.name}, seed {self.sheet.seed}.")
        self.screen.say(_wrapped(f"A move is {example}. Commands: {', '.join(COMMANDS)}."))

    def _puzzle(self, puzzle: Puzzle) -> None:
        """One puzzle until it is solved or left."""
        self.screen.show(puzzle.position)
        self.screen.say(_wrapped(puzzle.task))
        hints = puzzle.hints()
        aided = False
        while True:
            text = self.screen.ask("Your move: ")
            word = text.lower()
            if word in ("quit", "q", "exit"):
                raise Quit
            if word == "next":
                return
            if word == "answer":
                tell_answer(puzzle, self.screen)
                return
            if word == "hint":
                self.screen.say(_wrapped(hints.pop(0) if hints else "No more hints; type answer."))
                aided = True
            elif word in ("help", "?"):
                self._help()
            elif text and (right := self._judge(puzzle, text)) is not None:
                if right:
                    self.solved += 1
                    self.unaided += not aided
                    return
                aided = True

    def _judge(self, puzzle: Puzzle, text: str) -> bool | None:
        """Is that a right move? None if it is no move at all."""
        try:
            move = parse_move(puzzle.position, text)
        except NoughtsError as error:
            self.screen.say(_wrapped(f"No: {error}. Type help for the commands."))
            return None
        right = move in puzzle.right
        self.screen.say(_wrapped(f"{'Right' if right else 'Wrong'}: {puzzle.explain(move)}."))
        if right and (others := [puzzle.name(cell) for cell in puzzle.right if cell != move]):
            self.screen.say(_wrapped(f"Right too: {', '.join(others)}."))
        return right

    def _help(self) -> None:
        for name, what in COMMANDS.items():
            self.screen.say(_wrapped(f"  {name:<6} {what}"))

    def _sum_up(self) -> None:
        solved = f"{self.solved} of {self.done} solved"
        self.screen.say(_wrapped(f"{solved}, {self.unaided} of them at once and without a hint."))


def _practise(sheet: Sheet) -> None:
    screen = Screen(sys.stdout)
    try:
        Practice(sheet, screen).run()
    except KeyboardInterrupt:
        screen.say("\nGoodbye.")
        raise SystemExit(130) from None
