"""Boards as programs hold them: built from a list of cells, and read back into one.

    flat          [c0, c1, …]            rows        [[c0, c1, c2], …]
    tuple         (c0, c1, …)            tuples      ((c0, c1, c2), …)
    text          "XO …"                 array       a numpy array of rows
    flat from 1   [None, c0, c1, …]      flat array  a numpy array of cells
    dict from 0   {0: c0, …}             dict from 1 {1: c0, …}
    places        {(0, 0): c0, …}        text rows   ["XO ", …]

Only the standard library is used here: this runs beside the program, in its process.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any

FLAT = ("flat", "flat from 1", "tuple", "text", "dict from 1", "dict from 0", "flat array")
ROWS = ("rows", "tuples", "text rows", "array", "places")
SIMPLE = (str, int, float, bool, type(None))


WRITTEN: list[Any] = []  # the marks that were written into watched boards, in order


class Watched(list[Any]):
    """A list that tells which marks are written into it; so do its copies."""

    def __setitem__(self, key: Any, value: Any) -> None:
        WRITTEN.append(value)
        super().__setitem__(key, value)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return Watched(found) if isinstance(key, slice) else found

    def copy(self) -> "Watched":
        return Watched(self)


class WatchedDict(dict[Any, Any]):
    """The same as a dict."""

    def __setitem__(self, key: Any, value: Any) -> None:
        WRITTEN.append(value)
        super().__setitem__(key, value)

    def copy(self) -> "WatchedDict":
        return WatchedDict(self)


def build(kind: str, cells: Sequence[Any], width: int, *, watched: bool = False) -> Any:
    """The board of a kind with these cells.

    >>> build("rows", "XO..", 2), build("dict from 1", "XO..", 2)
    ([['X', 'O'], ['.', '.']], {1: 'X', 2: 'O', 3: '.', 4: '.'})
    """
    make: Callable[[Sequence[Any]], Any] = Watched if watched else list
    make_dict: Callable[[Any], Any] = WatchedDict if watched else dict
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    if kind == "flat":
        return make(cells)
    if kind == "flat from 1":
        return make([cells[0] if isinstance(cells[0], str) else None, *cells])
    if kind == "tuple":
        return tuple(cells)
    if kind == "text":
        return "".join(map(str, cells))
    if kind == "rows":
        return [make(row) for row in rows]
    if kind == "tuples":
        return tuple(map(tuple, rows))
    if kind == "text rows":
        return ["".join(map(str, row)) for row in rows]
    if kind.startswith("dict"):
        return make_dict(enumerate(cells, start=int(kind[-1])))
    if kind == "places":
        return make_dict((divmod(at, width), cell) for at, cell in enumerate(cells))
    array = sys.modules["numpy"].array  # there if the program has loaded it
    return array(rows if kind == "array" else list(cells))


def cells_in(kind: str, board: Any) -> list[Any] | None:
    """The cells of a board of a kind; None if it is no such board."""
    try:
        if kind in ("flat", "tuple", "text"):
            return list(board)
        if kind == "flat from 1":
            return list(board)[1:]
        if kind in ("rows", "tuples", "text rows"):
            return [cell for row in board for cell in row]
        if kind.startswith("dict") or kind == "places":
            return [board[key] for key in sorted(board)]
        return [cell.item() if hasattr(cell, "item") else cell for cell in board.ravel()]
    except (TypeError, AttributeError, KeyError):
        return None


def kind_of(board: Any, cells: int, width: int) -> str | None:
    """Which kind of board a value is; None: none.

    >>> kind_of([[0, 0, 0]] * 3, 9, 3), kind_of([" "] * 9, 9, 3), kind_of([1, 2], 9, 3)
    ('rows', 'flat', None)
    """
    height = cells // width
    if type(board).__name__ == "ndarray":
        return {(height, width): "array", (cells,): "flat array"}.get(board.shape)
    if isinstance(board, dict):
        keys = list(board)
        for start in (0, 1):
            if keys == list(range(start, start + cells)):
                return f"dict from {start}"
        return "places" if keys == [divmod(at, width) for at in range(cells)] else None
    if isinstance(board, str):
        return "text" if len(board) == cells else None
    if not isinstance(board, (list, tuple)):
        return None
    if len(board) == cells and all(isinstance(cell, SIMPLE) for cell in board):
        return "flat" if isinstance(board, list) else "tuple"
    if len(board) == cells + 1 and all(isinstance(cell, SIMPLE) for cell in board):
        return "flat from 1"
    if len(board) == height and all(
        isinstance(row, (list, tuple)) and len(row) == width for row in board
    ):
        return "rows" if isinstance(board, list) else "tuples"
    return None
