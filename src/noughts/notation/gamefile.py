"""One's own game as a small text: the size, then one winning line a row.

    # Tic-tac-toe where only the corners and the edges count
    3x3
    a1 b1 c1
    a3 b3 c3

The size may carry the words of a spec, such as +misere or +drop, but no +torus, which is about
lines. Cells are named as everywhere, every cell may be played whether or not it is on a line, and
# begins a comment.
"""

import re

from noughts.errors import NotationError, NoughtsError
from noughts.notation.moves import parse_cell
from noughts.rules import Game, game_of, listed_game, mask_of


def read_game(text: str, name: str = "@own") -> Game:
    """The game that a game file describes; name is how it is shown.

    >>> corners = read_game("3x3\\na1 b1 c1\\na3 b3 c3")
    >>> len(corners.lines), corners.cells
    (2, 9)
    """
    if not isinstance(text, str):
        raise NotationError(f"expected the text of a game file, got {text!r}")
    rows = [(number, row.split("#")[0].strip()) for number, row in enumerate(text.split("\n"), 1)]
    rows = [(number, row) for number, row in rows if row]
    if not rows:
        raise NotationError(f"{name} is empty: expected a size such as 3x3, then a line a row")
    (number, size), *lines = rows
    board = _board_of(size, f"{name}, row {number}")
    if not lines:
        raise NotationError(f"{name} has no winning line: expected a row such as 'a1 b1 c1'")
    masks = [_line(board, row, f"{name}, row {number}") for number, row in lines]
    return listed_game(board.shape, masks, name, board.words)


def _board_of(size: str, where: str) -> Game:
    """A game with the size and the words of the first row; its lines are not used."""
    spec = re.sub(r"^size[\s:=]*", "", size, flags=re.IGNORECASE).replace(" ", "")
    sides, plus, words = spec.partition("+")
    try:
        board = None if ":" in sides else game_of(f"{sides}:1{plus}{words}")
        if board is None or board.torus:
            raise NotationError(
                f"expected a size such as 3x3, 3x3+misere or 7x6+drop, got {size!r}"
            )
        return board
    except NoughtsError as error:
        raise NotationError(f"{where}: {str(error).replace(':1', '')}") from None


def _line(board: Game, row: str, where: str) -> int:
    try:
        cells = [parse_cell(board, word) for word in re.split(r"[\s,]+|-", row) if word]
    except NoughtsError as error:
        raise NotationError(f"{where}: {error}") from None
    if not cells:
        raise NotationError(f"{where}: expected cells such as 'a1 b1 c1', got {row!r}")
    for cell in cells:
        if cells.count(cell) > 1:
            raise NotationError(f"{where}: {board.shape.name(cell)} stands twice in one line")
    return mask_of(cells)
