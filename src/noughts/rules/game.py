"""Game: the rules as one frozen value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from noughts.errors import RulesError
from noughts.rules.grid import Cell, Mask, Shape, cells_of
from noughts.rules.lines import straight_lines
from noughts.rules.specs import Goal, SpecWord, words_text

if TYPE_CHECKING:
    from noughts.rules.position import Position

MOST_CELLS = 400
KEPT = 1 << 14  # answers remembered of a question that searches ask again and again
FEW_CELLS = 16  # so few that there are no more sets of them than can be remembered


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """The rules: the board, the lines, whether stones fall, and what a line is good for.

    Games are made by `straight_game` and `listed_game`, which give equal rules the same object:
    so games are compared and hashed by identity, and a position is cheap to hash.
    """

    shape: Shape
    lines: tuple[Mask, ...]
    k: int | None  # None where the lines are listed and not all runs of k
    words: tuple[SpecWord, ...]  # what differs from the plain game
    name: str  # the shortest spec that reads back
    drop: bool = field(init=False)
    goal: Goal = field(init=False)
    torus: bool = field(init=False)
    cells: int = field(init=False)
    all_mask: Mask = field(init=False)
    through: tuple[tuple[Mask, ...], ...] = field(init=False)  # by cell: its lines, less the cell
    has_line: Callable[[Mask], bool] = field(init=False)  # does a set of stones hold a whole line?
    cells_in: Callable[[Mask], tuple[Cell, ...]] = field(init=False)  # the lowest first

    def __post_init__(self) -> None:
        kept = None if self.shape.cells <= FEW_CELLS else KEPT
        derived = {
            "drop": any(word.drop for word in self.words),
            "goal": Goal.AVOID if Goal.AVOID in (word.goal for word in self.words) else Goal.MAKE,
            "torus": any(word.torus for word in self.words),
            "cells": self.shape.cells,
            "all_mask": self.shape.all_mask,
            "through": _lines_through(self.shape.cells, self.lines),
            "has_line": lru_cache(kept)(partial(_has_line, self.lines)),
            "cells_in": lru_cache(kept)(_cells_in),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def width(self) -> int:
        return self.shape.width

    @property
    def height(self) -> int:
        return self.shape.height

    @property
    def depth(self) -> int:
        return self.shape.depth

    @property
    def misere(self) -> bool:
        """Does completing a line lose?"""
        return self.goal is Goal.AVOID

    @property
    def is_listed(self) -> bool:
        """Are the lines a list of one's own?"""
        return self.k is None

    def start(self, first_mark: str = "X") -> "Position":
        """The empty board."""
        from noughts.rules.position import Position

        return Position(self, first_mark=first_mark)

    def below(self, cell: Cell) -> Cell | None:
        """The cell on which a stone in cell rests; None on the floor and where nothing falls."""
        if not self.drop or cell + self.width >= self.cells:
            return None
        return cell + self.width

    def completes_line(self, stones: Mask, cell: Cell) -> bool:
        """Would cell, added to stones, complete a line?"""
        for rest in self.through[cell]:  # noqa: SIM110 (the plain loop is twice as fast)
            if rest & stones == rest:
                return True
        return False

    def __repr__(self) -> str:
        if self.is_listed:
            return f"read_game({self.describe()!r}, name={self.name!r})"
        return f"game({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _the_one, (self.shape, self.lines, self.k, self.words, self.name)

    def describe(self) -> str:
        """The rules as the text of a game file: the size, then a line a row."""
        rows = [" ".join(map(self.shape.name, cells_of(line))) for line in self.lines]
        return "\n".join([size_text(self.shape) + words_text(self.words), *rows])


def straight_game(shape: Shape, k: int, words: tuple[SpecWord, ...] = ()) -> Game:
    """k in a row on a board of that shape.

    >>> straight_game(Shape(4, 4), 4).name, straight_game(Shape(7, 6), 4).name
    ('4x4', '7x6:4')
    """
    check_shape(shape, words)
    longest = max(shape)
    if not 1 <= k <= longest:
        raise RulesError(
            f"{k} in a row does not fit {size_text(shape)}: expected 1 to {longest}, "
            "its longest side"
        )
    default_k = shape.width if is_square(shape) else None
    name = size_text(shape) + ("" if k == default_k else f":{k}") + words_text(words)
    lines = straight_lines(shape, k, torus=any(word.torus for word in words))
    return _the_one(shape, lines, k, words, name)


def listed_game(
    shape: Shape, lines: Iterable[Mask], name: str, words: tuple[SpecWord, ...] = ()
) -> Game:
    """A game whose winning lines are listed; a line that is listed twice counts once."""
    check_shape(shape, words)
    return _the_one(shape, tuple(dict.fromkeys(lines)), None, words, name)


def check_shape(shape: Shape, words: tuple[SpecWord, ...] = ()) -> None:
    """Refuse boards that are empty, too large, or 3-D with gravity."""
    size = size_text(shape)
    if min(shape) < 1:
        raise RulesError(f"{size} has no cells: expected sides of 1 or more")
    if shape.cells > MOST_CELLS:
        raise RulesError(f"{size} has {shape.cells:,} cells: expected at most {MOST_CELLS}")
    if any(word.drop for word in words) and not shape.is_flat:
        raise RulesError(f"stones fall only on flat boards: expected WIDTHxHEIGHT, got {size}")


def is_square(shape: Shape) -> bool:
    """Is the board a square, or in 3-D a cube?"""
    sides = shape[:2] if shape.is_flat else shape
    return len(set(sides)) == 1


def size_text(shape: Shape) -> str:
    """The size as it stands in a spec.

    >>> size_text(Shape(7, 6)), size_text(Shape(3, 3, 3))
    ('7x6', '3x3x3')
    """
    return "x".join(map(str, shape[:2] if shape.is_flat else shape))


_games: dict[tuple[object, ...], Game] = {}


def _the_one(*rules: Any) -> Game:
    """The one Game object with these rules."""
    if rules not in _games:
        _games[rules] = Game(*rules)
    return _games[rules]


def _lines_through(cells: int, lines: tuple[Mask, ...]) -> tuple[tuple[Mask, ...], ...]:
    through: list[list[Mask]] = [[] for _ in range(cells)]
    for line in lines:
        for cell in cells_of(line):
            through[cell].append(line & ~(1 << cell))
    return tuple(map(tuple, through))


def _has_line(lines: tuple[Mask, ...], stones: Mask) -> bool:
    for line in lines:  # noqa: SIM110 (the plain loop is twice as fast)
        if line & stones == line:
            return True
    return False


def _cells_in(mask: Mask) -> tuple[Cell, ...]:
    return tuple(cells_of(mask))
