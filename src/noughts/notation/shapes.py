"""The small parts of JSON: whatever is told in JSON begins here and is made of these.

A whole object is made by the `to_dict` of what it describes; this is what they share.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from noughts.notation.format import format_move, format_position
from noughts.rules import Cell, Game, Position, cells_of
from noughts.value import Value

SCHEMA = 1
DIGITS = 7  # of seconds, after the point


def head(about: Game | Position | None = None) -> dict[str, Any]:
    """How a whole object begins: the form of JSON it has, and what it is about.

    >>> from noughts.notation.parse import position
    >>> head(position("X.. .O. ..."))
    {'schema': 1, 'game': '3x3', 'position': 'X.. .O. ...'}
    """
    if isinstance(about, Position):
        return {**head(about.game), "position": format_position(about)}
    return {"schema": SCHEMA} if about is None else {"schema": SCHEMA, "game": about.name}


def state_dict(position: Position) -> dict[str, Any]:
    """Whose move it is, or who has won."""
    over = position.is_over
    to_move = None if over else position.to_move
    return {"to_move": to_move, "over": over, "winner": position.winner}


def position_dict(position: Position) -> dict[str, Any]:
    """A position without its truth."""
    names = position.game.shape.name
    return {
        **head(position),
        "first": position.first_mark,
        **state_dict(position),
        "lines": [list(map(names, cells_of(line))) for line in position.completed_lines()],
    }


def value_dict(value: Value | None) -> dict[str, Any] | None:
    """A value; where it is not known, null."""
    if value is None:
        return None
    known = {"outcome": str(value.outcome), "distance": value.distance}
    return known if value.at_least is None else {**known, "at_least": value.at_least}


def move_dict(position: Position, cell: Cell) -> dict[str, Any]:
    """A move: its name, where it is, and the position after it."""
    place = position.game.shape.place(cell)
    slice = {} if position.game.shape.is_flat else {"slice": place.slice}
    return {
        "move": format_move(position.game, cell),
        "cell": cell,
        **slice,
        "row": place.row,
        "column": place.column,
        "after": format_position(position.child(cell)),
    }


def values_dict(
    position: Position,
    value: Value | None,
    moves: Mapping[Cell, Value | None],
    best: Sequence[Cell],
    good: Sequence[Cell],
    variation: Sequence[Cell],
) -> dict[str, Any]:
    """A position with the value of each move, whoever found them; null where nobody did."""
    game = position.game
    return {
        **position_dict(position),
        "value": value_dict(value),
        "best": move_names(game, best),
        "good": move_names(game, good),
        "moves": [
            {
                **move_dict(position, cell),
                "value": value_dict(worth),
                "best": cell in best,
                "good": cell in good,
            }
            for cell, worth in moves.items()
        ],
        "principal_variation": move_names(game, variation),
    }


def move_name(game: Game, cell: Cell | None) -> str | None:
    """A move by its name; null where there is none."""
    return None if cell is None else format_move(game, cell)


def move_names(game: Game, cells: Iterable[Cell]) -> list[str]:
    """Moves by their names, in order."""
    return [format_move(game, cell) for cell in cells]


def seconds_of(seconds: float | None, digits: int = DIGITS) -> float | None:
    """A time without the digits that mean nothing; null where none was taken."""
    return None if seconds is None else round(seconds, digits)


def without_nulls(pairs: Mapping[str, Any]) -> dict[str, Any]:
    """What is there and nothing else, where there are many objects."""
    return {name: value for name, value in pairs.items() if value is not None}
