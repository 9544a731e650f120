"""Readings: what a program's result means, once one knows what kind of result it is."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from noughts.errors import NoughtsError
from noughts.notation import parse_cell
from noughts.rules import Cell, Game

NOWHERE = -1


class Read(NamedTuple):
    """A result, read: the cell, NOWHERE where it is off the board, None where there is none."""

    cell: Cell | None
    score: float | None = None


Reader: TypeAlias = Callable[[Any, Game], "Read | None"]

# Keys as Python writes them.
MOVE_KEYS = tuple(map(repr, ("position", "index", "move", "cell", "pos", "best_move", "bestMove")))
SCORE_KEYS = tuple(map(repr, ("score", "value", "best_score", "eval")))


def _index(result: Any, game: Game, start: int = 0) -> Read | None:
    if not _is_int(result):
        return None
    return Read(int(result) - start if start <= result < game.cells + start else NOWHERE)


def _place(result: Any, game: Game, start: int = 0, *, swapped: bool = False) -> Read | None:
    if not isinstance(result, list) or len(result) != 2 or not all(map(_is_int, result)):
        return None
    row, column = (int(part) - start for part in (reversed(result) if swapped else result))
    place = (0, row, column)
    return Read(game.shape.cell(place) if game.shape.holds(place) else NOWHERE)


def _column(result: Any, game: Game, start: int = 0) -> Read | None:
    """A column: its lowest cell; where the stone comes to rest is for the position to say."""
    if not game.drop or not _is_int(result):
        return None
    column = int(result) - start
    return Read(column + game.cells - game.width if 0 <= column < game.width else NOWHERE)


def _scored(result: Any, game: Game, move: Any, score: Any, reader: Reader) -> Read | None:
    """A move and a score, each at its place in a list."""
    if not isinstance(result, list):
        return None
    number = result[score]
    found = reader(result[move], game)
    if found is None or not _is_number(number):
        return None
    return Read(found.cell, float(number))


def _three(result: Any, game: Game, first: int) -> Read | None:
    if not isinstance(result, list) or len(result) != 3:
        return None
    return _scored(result, game, slice(first, first + 2), 2 - 2 * (first == 1), _place)


def _two(result: Any, game: Game, move: int, reader: Reader) -> Read | None:
    if not isinstance(result, list) or len(result) != 2:
        return None
    return _scored(result, game, move, 1 - move, reader)


def _dict(result: Any, game: Game) -> Read | None:
    found = result.get("dict") if isinstance(result, dict) else None
    if not isinstance(found, dict):
        return None
    move = next((found[key] for key in MOVE_KEYS if key in found), None)
    score = next((found[key] for key in SCORE_KEYS if _is_number(found.get(key))), None)
    read = _index(move, game) or _place(move, game)
    return None if read is None else Read(read.cell, None if score is None else float(score))


def _text(result: Any, game: Game) -> Read | None:
    if not isinstance(result, str) or not result.strip():
        return None
    try:
        return Read(parse_cell(game, result, flat=True))
    except NoughtsError:
        return None


def _score(result: Any, game: Game) -> Read | None:
    return Read(None, float(result)) if _is_number(result) else None


READERS: dict[str, Reader] = {
    "index": _index,
    "cell": _place,
    "row, column, score": lambda result, game: _three(result, game, 0),
    "score, row, column": lambda result, game: _three(result, game, 1),
    "score, cell": lambda result, game: _two(result, game, 1, _place),
    "cell, score": lambda result, game: _two(result, game, 0, _place),
    "score, index": lambda result, game: _two(result, game, 1, _index),
    "index, score": lambda result, game: _two(result, game, 0, _index),
    "dict": _dict,
    "text": _text,
    "column": _column,
    "index from 1": lambda result, game: _index(result, game, 1),
    "cell from 1": lambda result, game: _place(result, game, 1),
    "column from 1": lambda result, game: _column(result, game, 1),
    "column, row": lambda result, game: _place(result, game, swapped=True),
}

# Read from the board and not from the result: a new board, or a stone on the board that was given.
BOARD_READINGS = ("new board", "stone")

# Readings that fit by chance more easily than the others, and are taken only if all answers fit.
DOUBTFUL = ("index from 1", "cell from 1", "column, row", "column from 1")

RETURNS = {
    "index": ("index", "index from 1", "column", "column from 1"),
    "cell": ("cell", "cell from 1", "column, row"),
    "triple": ("row, column, score", "score, row, column"),
    "score": ("score",),
}

WORDS = {
    "index": "the number of a cell from 0",
    "index from 1": "the number of a cell from 1",
    "cell": "(row, column) from 0",
    "cell from 1": "(row, column) from 1",
    "column, row": "(column, row) from 0",
    "row, column, score": "[row, column, score]",
    "score, row, column": "(value, row, column)",
    "score, cell": "(score, (row, column))",
    "cell, score": "((row, column), score)",
    "score, index": "(score, number of a cell)",
    "index, score": "(number of a cell, score)",
    "dict": "a dict with a move",
    "text": "a move as text",
    "column": "a column from 0",
    "column from 1": "a column from 1",
    "new board": "the board after its move",
    "stone": "nothing, and puts its stone on the board",
    "score": "a score, so each move is tried and the best score taken",
}


def read(reading: str, result: Any, game: Game) -> Read | None:
    """What a result means under a reading; None: it is nothing of the kind.

    >>> from noughts.rules.catalog import game
    >>> read("score, row, column", [-1, 0, 2], game("3x3"))
    Read(cell=2, score=-1.0)
    """
    return _score(result, game) if reading == "score" else READERS[reading](result, game)


def _is_int(value: Any) -> bool:
    return type(value) is int or (isinstance(value, float) and value.is_integer())


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)
