"""What a person sees and types: lines out, lines in, colour only on a terminal."""

import shutil
import sys
import textwrap
from typing import TextIO

from noughts.notation import draw
from noughts.rules import Mask, Position

STYLES = {"X": "bold cyan", "O": "bold magenta"}


class Screen:
    """Prints to a stream, with rich on a terminal, and asks questions on standard input."""

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = out or sys.stdout

    def say(self, text: str = "") -> None:
        """Print a line."""
        print(fitted(text, self.out), file=self.out, flush=True)

    def show(self, position: Position, *, marked: Mask = 0, numbers: bool = False) -> None:
        """Draw a position."""
        text = draw(position, marked=marked, numbers=numbers)
        if not self.out.isatty():
            self.say(f"\n{text}\n")
            return
        from rich.console import Console
        from rich.text import Text

        coloured = Text(f"\n{text}\n")
        for mark, style in STYLES.items():
            coloured.highlight_regex(rf"(?<![a-z]){mark}(?![a-z])", style)
        Console(file=self.out, highlight=False, soft_wrap=True).print(coloured)

    def ask(self, prompt: str) -> str:
        """Ask for a line; EOFError at the end of input.

        By input(), which a notebook answers too.
        """
        print(prompt, end="", file=self.out, flush=True)
        try:
            line = input()
        except UnicodeDecodeError:
            line = "?"  # not text: explained like any other wrong answer
        if not sys.stdin.isatty():
            self.say()  # nobody pressed Enter on this screen
        return line.strip()


def fitted(text: str, out: TextIO) -> str:
    """A text for a stream: on a terminal, lines that are too long break between words."""
    if not out.isatty():
        return text
    width = shutil.get_terminal_size().columns
    return "\n".join(
        line if len(line) <= width else _folded(line, width) for line in text.split("\n")
    )


def _folded(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line, width, subsequent_indent=indent + "  ", break_long_words=False, break_on_hyphens=False
    )
