"""Games, positions and moves as text that reads back."""

from collections.abc import Iterable

from noughts.rules import Cell, Game, Mask, Position, cells_of


def position_rows(position: Position, free: str = ".") -> list[list[str]]:
    """The rows of each slice, as marks."""
    width, height, depth = position.game.shape
    marks = [position.mark(cell) or free for cell in range(position.game.cells)]
    rows = ["".join(marks[start : start + width]) for start in range(0, len(marks), width)]
    return [rows[slice * height : (slice + 1) * height] for slice in range(depth)]


def format_position(position: Position) -> str:
    """The position on one line; it ends in the mark to move when O moved first.

    >>> from noughts.notation.parse import position
    >>> format_position(position("X.. / .O. / ..."))
    'X.. .O. ...'
    >>> format_position(position("X.. .O. ... O"))
    'X.. .O. ... O'
    """
    text = " | ".join(" ".join(rows) for rows in position_rows(position))
    return text if position.first_mark == "X" else f"{text} {position.to_move}"


def position_text(position: Position) -> str:
    """The same, after the game where that is not obvious from the rows.

    >>> from noughts.notation.parse import position
    >>> position_text(position("2", game="3x3+drop"))
    '3x3+drop ... ... .X.'
    """
    game, text = position.game, format_position(position)
    is_obvious = not game.is_listed and game.name == f"{game.width}x{game.width}" != "1x1"
    return text if is_obvious else f"{game.name} {text}"


def position_repr(position: Position) -> str:
    """The expression that makes the position.

    >>> from noughts.notation.parse import position
    >>> position("X.. .O. ...")
    position('X.. .O. ...', game='3x3')
    """
    game = position.game
    return (
        f"position({format_position(position)!r}, game={game if game.is_listed else game.name!r})"
    )


def format_move(game: Game, cell: Cell) -> str:
    """The move that takes a cell: the cell's name, in drop games the column from 1.

    >>> from noughts.rules.catalog import game
    >>> format_move(game("3x3"), 2), format_move(game("connect4"), 38)
    ('c1', '4')
    """
    if game.drop:
        return str(game.shape.place(cell).column + 1)
    return game.shape.name(cell)


def format_moves(game: Game, cells: Iterable[Cell]) -> str:
    """Several moves, or those of a record in order, with spaces between."""
    return " ".join(format_move(game, cell) for cell in cells)


def format_line(game: Game, line: Mask) -> str:
    """The cells of a winning line.

    >>> from noughts.rules.catalog import game
    >>> format_line(game("3x3"), 0b100_010_001)
    'a1-b2-c3'
    """
    return "-".join(map(game.shape.name, cells_of(line)))
