"""A candidate: a program under audit, asked one position at a time, and what it answered."""

from enum import Enum
from typing import NamedTuple, Protocol

from noughts.rules import Cell, Position
from noughts.value import Outcome


class Fault(Enum):
    """Why there is no move to judge."""

    ILLEGAL = "illegal"  # a cell that is taken, or not on the board
    NO_MOVE = "no move"  # None, or something that is no move at all
    RAISES = "raises"
    SLOW = "too slow"
    CRASH = "crash"  # the process ended
    FLOOD = "flood"  # more output than is allowed
    MEMORY = "memory"
    GARBLED = "garbled"  # the protocol was not kept


class Answer(NamedTuple):
    """What a candidate made of a position."""

    move: Cell | None
    """The cell it chose, if that is legal; None otherwise, and then there is a fault."""
    seconds: float
    said: str = ""
    """What it answered, as it wrote it."""
    fault: Fault | None = None
    detail: str = ""
    """The fault in words: the exception, the exit code, the limit."""
    claim: Outcome | None = None
    """What it says the position is worth to the side to move, where it says so."""
    changed_board: bool = False
    """Was the board that it was given another one afterwards?"""
    offered: Cell | None = None
    """In a finished position: the free cell that it chose nonetheless."""


class Candidate(Protocol):
    """A program under audit; what is derived from this has what it does not say otherwise."""

    name: str
    """What to call it in a report: a file and a function, a command line, a level."""
    taken_for: str
    """What it was taken for, in one sentence."""
    mark: str | None = None
    """The one mark it plays; None: either."""
    must_pass: bool = False
    """Does its form promise an answer for a finished board, such as None?"""
    runs_apart: bool = False
    """Does it run in a process of its own? Players of ours and the caller's functions do not."""

    def ask(self, position: Position) -> Answer:
        """Its answer in a position; never raises. A finished position has no legal move."""
        ...

    def close(self) -> None:
        """Let go of what it holds: a process, a folder."""
        ...
