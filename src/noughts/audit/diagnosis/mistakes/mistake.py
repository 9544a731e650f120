"""A mistake: what it is, how it is put right, and the forms in which it is found."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from noughts.audit.diagnosis.mistakes.board import Program


class Form(NamedTuple):
    """One way of making a mistake: real programs differ where the mistake says nothing."""

    words: str
    build: Callable[[], Program]
    leaves_stones: bool = False
    """Does it leave stones on the board that it was given?"""

    def program(self) -> Program:
        """The program; it is built once, and remembers what it was asked."""
        return _built(self)


@cache
def _built(form: Form) -> Program:
    return cache(form.build())


@dataclass(frozen=True)
class Mistake:
    """A deliberate mistake, for people who have made it."""

    name: str
    what: str
    """What a program with it does, as the end of the sentence: It behaves like a program that."""
    remedy: str
    """How to put it right, in a sentence."""
    wrong: str
    """A few lines of code that hold it."""
    right: str
    """The same lines without it."""
    forms: tuple[Form, ...]
    only_slips: bool = False
    """Does it cost moves and never the game?"""
