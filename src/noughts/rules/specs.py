"""The words of a spec: how each is written, what it sets, and how it is told.

A word that is added here is read, shown and explained everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from noughts.errors import NotationError


class Goal(Enum):
    """What completing a line does to the side that completes it."""

    MAKE = "make"
    AVOID = "avoid"


@dataclass(frozen=True, slots=True)
class SpecWord:
    """A word that may follow a size, the rules it sets, and the phrase that tells people."""

    word: str
    phrase: str
    drop: bool = False
    goal: Goal = Goal.MAKE
    torus: bool = False

    def __str__(self) -> str:
        return self.word


SPEC_WORDS = {
    word.word: word  # in the order in which they are shown
    for word in (
        SpecWord("drop", "stones fall", drop=True),
        SpecWord("misere", "a line loses", goal=Goal.AVOID),
        SpecWord("torus", "the edges meet", torus=True),
    )
}


def read_words(spec: str, text: str) -> tuple[SpecWord, ...]:
    """The words of "+misere+drop", the end of a spec, in the order in which they are shown.

    >>> [str(word) for word in read_words("3x3+misere+drop", "+misere+drop")]
    ['drop', 'misere']
    """
    words = text.split("+")[1:]
    for word in words:
        if word not in SPEC_WORDS:
            *most, last = (f"+{known}" for known in SPEC_WORDS)
            raise NotationError(
                f"unknown word '+{word}' in {spec!r}: expected {', '.join(most)} or {last}"
            )
        if words.count(word) > 1:
            raise NotationError(f"'+{word}' stands twice in {spec!r}: expected it once")
    return tuple(known for word, known in SPEC_WORDS.items() if word in words)


def words_text(words: Iterable[SpecWord]) -> str:
    """Words as they stand at the end of a spec."""
    return "".join(f"+{word}" for word in words)


def spec_syntax() -> str:
    """How a spec is written: a size, then what differs from the plain game.

    >>> spec_syntax()
    'WIDTHxHEIGHT[xDEPTH][:K][+drop][+misere][+torus]'
    """
    return "WIDTHxHEIGHT[xDEPTH][:K]" + "".join(f"[+{word}]" for word in SPEC_WORDS)
