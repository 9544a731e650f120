"""Names to games: "3x3", "5x5:4", "7x6:4+drop", "3x3x3", "connect4".

A spec is a size, then what differs from the plain game; its words are in rules/specs.py.
"""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import lru_cache

from noughts.errors import NotationError, RulesError
from noughts.rules.game import Game, check_shape, is_square, size_text, straight_game
from noughts.rules.grid import Shape
from noughts.rules.specs import read_words

NAMES = {"tictactoe": "3x3", "misere": "3x3+misere", "connect4": "7x6:4+drop", "qubic": "4x4x4"}

_SPEC = re.compile(r"(?P<size>\d{1,9}(?:x\d{1,9})*)(?::(?P<k>\d{1,9}))?(?P<words>(?:\+[^+]*)*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that is listed: its spec, what is known of it, and who found that out."""

    spec: str
    known: str
    source: str

    @property
    def names(self) -> list[str]:
        """Other names of this game."""
        return [name for name, spec in NAMES.items() if spec == self.spec]


CATALOG = (
    Entry("3x3", "draw", "folklore; every position computed here"),
    Entry("3x3+misere", "draw", "every position computed here"),
    Entry("3x3+torus", "first player wins", "every position computed here"),
    Entry("4x3:3", "first player wins", "computed here"),
    Entry("4x4:3", "first player wins", "computed here"),
    Entry("4x4", "draw", "computed here"),
    Entry("4x4+torus", "draw", "computed here"),
    Entry("8x2:4", "draw", "computed here"),
    Entry("5x4:4", "draw", "Charatsidis 2017 (m,4,4 is drawn for m up to 8)"),
    Entry("5x5:4", "draw", "Lee, in Winning Ways"),
    Entry("5x5", "draw", "Hales and Jewett, by pairing"),
    Entry("6x5:4", "first player wins", "van den Herik and Uiterwijk"),
    Entry("15x15:5", "first player wins", "Allis, van den Herik and Huntjens"),
    Entry("4x4+drop", "draw", "Tromp"),
    Entry("5x4:4+drop", "draw", "Tromp"),
    Entry("7x6:4+drop", "first player wins", "Allen; Allis, 1988"),
    Entry("3x3x3", "first player wins", "computed here"),
    Entry("4x4x4", "first player wins", "Patashnik 1980; Allis 1994"),
)


def game(spec: str | Game) -> Game:
    """The game that a spec or a name means; equal specs give the same object.

    >>> game("connect4") is game("7x6:4+drop"), game("4x4:4").name
    (True, '4x4')
    >>> game("tictactoes")
    Traceback (most recent call last):
    noughts.errors.NotationError: no game 'tictactoes': expected a name such as tictactoe or a \
size such as 4x4, 5x5:4 or 7x6:4+drop; the nearest known game is tictactoe
    """
    if isinstance(spec, Game):
        return spec
    if not isinstance(spec, str):
        raise NotationError(f"expected a game such as '3x3', got {spec!r}")
    try:
        return _read_spec(spec)
    except (NotationError, RulesError) as error:
        raise type(error)(f"{error}; the nearest known game is {_nearest(spec)}") from None


def is_spec(text: str) -> bool:
    """Is a text, whether or not its rules can be played, a spec or a name of a game?

    >>> is_spec("5x5:4"), is_spec("connect4"), is_spec("x0x")
    (True, True, False)
    """
    text = text.lower()
    if len(text.split()) != 1:
        return False
    # In 0x0 the noughts are stones, and 4453 are columns.
    is_size = "x" in text and text[0] != "0" and _SPEC.fullmatch(text) is not None
    return text.partition("+")[0] in NAMES or is_size


@lru_cache(maxsize=1024)
def _read_spec(spec: str) -> Game:
    text = spec.strip().lower().replace("×", "x").replace("è", "e")
    name, plus, rest = text.partition("+")
    if name in NAMES:
        text = NAMES[name] + plus + rest
    match = _SPEC.fullmatch(text)
    if match is None:
        raise NotationError(
            f"no game {spec!r}: expected a name such as tictactoe or a size such as 4x4, 5x5:4 "
            "or 7x6:4+drop"
        )
    words = read_words(spec, match["words"])
    return straight_game(*_read_size(spec, match["size"], match["k"]), words)


def _read_size(spec: str, size: str, k_text: str | None) -> tuple[Shape, int]:
    sides = [int(side) for side in size.split("x")]
    if len(sides) not in (2, 3):
        raise NotationError(
            f"{spec!r} has {len(sides)} side{'s' * (len(sides) > 1)}: "
            "expected WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH, such as 3x3 or 3x3x3"
        )
    shape = Shape(*sides)
    if k_text is not None:
        return shape, int(k_text)
    check_shape(shape)
    if not is_square(shape) or (len(sides) == 3 and shape.is_flat and max(sides) > 1):
        raise NotationError(
            f"{spec!r} does not say how many in a row: expected {size_text(shape)}:K, "
            f"such as {size_text(shape)}:{sorted(sides)[-2]}"
        )
    return shape, shape.width


def _nearest(spec: str) -> str:
    """The known name or spec that is most like what was written: a size by its numbers."""
    text = spec.strip().lower()
    numbers = [int(number) for number in re.findall(r"\d{1,9}", text)]
    if not text[:1].isdigit() or len(numbers) < 2:
        known = [*NAMES, *(entry.spec for entry in CATALOG)]
        return get_close_matches(text, known, n=1, cutoff=0)[0]

    def difference(known: str) -> tuple[int, float]:
        theirs = [int(number) for number in re.findall(r"\d+", known)]
        sizes = sum(abs(mine - other) for mine, other in zip(numbers, theirs, strict=False))
        return sizes, -SequenceMatcher(None, text, known).ratio()

    return min((entry.spec for entry in CATALOG), key=difference)
