"""A lesson at the terminal: a text, a question, and an answer held against the real search."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

from noughts.errors import NoughtsError
from noughts.notation import head
from noughts.play.screen import Screen
from noughts.practice.steps import STEPS, Step

COLUMNS = 76
FOREWORD = (
    "You predict, and the real search checks. Commands: skip (show the answer and go on), "
    "back (one step), help, quit."
)
NEXT = """Go on with:

  noughts trace "XXO O.. O.X"
  noughts compare "... ... ..."
  noughts puzzle"""


class Quit(Exception):
    """The learner has had enough."""


class Back(Exception):
    """The learner wants to see the last step again."""


@dataclass(slots=True)
class Mark:
    """How a step went: the answers it took, and whether the last one was right."""

    tries: int
    right: bool

    @property
    def words(self) -> str:
        return "right" if self.right else "skipped"


class Lesson:
    """One sitting: tells, asks, checks, explains, sums up."""

    def __init__(self, screen: Screen, steps: Sequence[Step] = STEPS, *, first: int = 1) -> None:
        self.screen = screen
        self.steps = steps
        self.marks: dict[int, Mark] = {}
        self._at = first

    def run(self) -> None:
        """Go through the steps until they or the answers end."""
        self._say(FOREWORD)
        try:
            while self._at <= len(self.steps):
                self._go_on()
            self.screen.say("\nThat was the last step.")
        except EOFError:
            self.screen.say()
        except Quit:
            pass
        self._sum_up()
        self.screen.say("Goodbye.")

    def _go_on(self) -> None:
        try:
            self.marks[self._at] = self._step(self.steps[self._at - 1])
            self._at += 1
        except Back:
            if self._at == 1:
                self.screen.say("This is the first step.")
            self._at = max(self._at - 1, 1)

    def _step(self, step: Step) -> Mark:
        """One step until it is answered or skipped."""
        figures = step.figures(step.position)
        self.screen.say()
        self._say(f"Step {self._at} of {len(self.steps)}: {step.title}")
        self.screen.show(step.position)
        self._say(step.text.format(**figures))
        self.screen.say()
        self._say(step.question.format(**figures))
        mark = Mark(0, right=False)
        while not mark.right:
            given = self._answer(step)
            if given is None:
                self._tell(step.clues(step.position)[-1:])
                break
            mark.tries += 1
            mark.right = given in step.answers(step.position)
            self._judge(step, given, mark)
        if step.after:
            self._say(step.after.format(**figures))
        return mark

    def _answer(self, step: Step) -> int | None:
        """What the learner answers; None for skip."""
        while True:
            text = self.screen.ask(f"Your answer ({step.asks.value}): ")
            word = text.lower()
            if word in ("quit", "q", "exit"):
                raise Quit
            if word == "back":
                raise Back
            if word == "skip":
                return None
            if word in ("help", "?"):
                self._say(FOREWORD)
            elif text:
                try:
                    return step.read(text)
                except NoughtsError as error:
                    self._say(f"No: {error}. Type help for the commands.")

    def _judge(self, step: Step, given: int, mark: Mark) -> None:
        """Say whether that is right. What settles it is kept for the second wrong answer."""
        clues = step.clues(step.position)
        if mark.right:
            self._say(f"Right: {step.write(given)}.")
            self._tell(clues[-1:])
            return
        if mark.tries == 1:
            clues = step.refute(step.position, given) if step.refute else clues[:-1]
        self._say(f"{step.write(given)} is not right. Look:")
        self._tell(clues)
        self.screen.say("Try again.")

    # What the screen says

    def _say(self, text: str) -> None:
        """Paragraphs, each filled to the width of the screen; a table is left as it is."""
        for number, part in enumerate(text.split("\n\n")):
            if number:
                self.screen.say()
            self.screen.say(part if part.startswith("  ") else _filled(part))

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            self.screen.say(_filled(f"  {line}"))

    def _sum_up(self) -> None:
        right = [mark for mark in self.marks.values() if mark.right]
        at_once = sum(mark.tries == 1 for mark in right)
        skipped = len(self.marks) - len(right)
        self._say(
            f"{len(self.marks)} of {len(self.steps)} steps done: {at_once} right at once, "
            f"{len(right) - at_once} right after another try, {skipped} skipped."
        )
        if len(self.marks) == len(self.steps):
            self._say(NEXT)
        elif self._at <= len(self.steps):
            self._say(f"To go on here: noughts lesson --step {self._at}")

    def to_dict(self) -> dict[str, Any]:
        """How the lesson went, as JSON has it."""
        return {
            **head(),
            "steps": [
                {
                    "step": number,
                    "title": self.steps[number - 1].title,
                    "result": mark.words,
                    "tries": mark.tries,
                }
                for number, mark in sorted(self.marks.items())
            ],
        }


def _filled(text: str) -> str:
    """Lines no wider than the screen; what follows the first is indented two more."""
    indent = " " * (len(text) - len(text.lstrip()))
    columns = max(min(shutil.get_terminal_size().columns, COLUMNS), 20)
    more = indent + "  " if indent else ""
    return fill(text.strip(), columns, initial_indent=indent, subsequent_indent=more,
                break_on_hyphens=False)  # fmt: skip
