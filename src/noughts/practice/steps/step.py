"""Step: one question of a lesson, and how an answer to it is read."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from noughts.errors import NotationError
from noughts.notation import format_move, parse_move, position as read_position, signed
from noughts.rules import Position

_NUMBER = re.compile(r"[+-]?\d{1,15}")
_YES, _NO = ("yes", "y"), ("no", "n")


class Asks(Enum):
    """What kind of answer is asked for."""

    SCORE = "a score"
    NUMBER = "a number"
    MOVE = "a move"
    YES_NO = "yes or no"


Answers: TypeAlias = Callable[[Position], set[int]]
Clues: TypeAlias = Callable[[Position], list[str]]
Figures: TypeAlias = Callable[[Position], dict[str, str]]
Refutation: TypeAlias = Callable[[Position, int], list[str]]


def no_figures(position: Position) -> dict[str, str]:
    """For texts that mention none."""
    return {}


@dataclass(frozen=True, slots=True)
class Step:
    """One question. Answers are ints: scores, numbers, cells, or 1 for yes and 0 for no."""

    title: str
    board: str
    """The position it is about, as text."""
    text: str
    """Paragraphs; {name} stands for a figure."""
    question: str
    asks: Asks
    answers: Answers
    """All right answers, from the real search."""
    clues: Clues
    """Why, from the real search; the last line settles the question."""
    after: str = ""
    """What is said once it is answered; {name} stands for a figure."""
    figures: Figures = no_figures
    refute: Refutation | None = None
    """What there is to say about one wrong answer; without it, the clues but for the last."""

    @property
    def position(self) -> Position:
        return read_position(self.board)

    def to_dict(self) -> dict[str, str]:
        """The step as JSON has it, without its answers."""
        return {
            "title": self.title,
            "position": self.board,
            "question": self.question.format(**self.figures(self.position)),
            "asks": self.asks.value,
        }

    def read(self, text: str) -> int:
        """The answer that was typed.

        >>> from noughts.practice.steps.minimax import STEPS
        >>> STEPS[0].read("-10"), STEPS[-1].read("12,345")
        (-10, 12345)
        """
        if self.asks is Asks.MOVE:
            return parse_move(self.position, text)
        if self.asks is Asks.YES_NO:
            if text.lower() not in (*_YES, *_NO):
                raise NotationError(f"expected yes or no, got {text!r}")
            return int(text.lower() in _YES)
        digits = re.sub(r"[\s,_]", "", text).replace("\N{MINUS SIGN}", "-")
        if not _NUMBER.fullmatch(digits):
            raise NotationError(f"expected {self.asks.value} such as 10, got {text[:20]!r}")
        return int(digits)

    def write(self, answer: int) -> str:
        """An answer in words."""
        if self.asks is Asks.MOVE:
            return format_move(self.position.game, answer)
        if self.asks is Asks.YES_NO:
            return "yes" if answer else "no"
        return signed(answer) if self.asks is Asks.SCORE else f"{answer:,}"
