"""A position after a move, written in the form in which it came."""

import json
from collections.abc import Iterator
from typing import Any

from noughts.errors import NoughtsError
from noughts.notation.cells import EMPTY, MARKS, without_rules
from noughts.notation.format import format_move, format_position
from noughts.notation.moves import looks_like_moves
from noughts.notation.parse import position as read_position
from noughts.rules import Cell, Game, Position


def rewrite(text: str, position: Position, move: Cell) -> str:
    """The text that reads as the position after a move, as like to the one given as can be.

    >>> from noughts.notation.parse import position
    >>> start = position("x__/_o_/___")
    >>> rewrite("x__/_o_/___", start, 2)
    'x_x/_o_/___'
    >>> rewrite("[[1, 0, 0], [0, -1, 0], [0, 0, 0]]", start, 2)
    '[[1, 0, 1], [0, -1, 0], [0, 0, 0]]'
    >>> rewrite("a1 b2", start, 2)
    'a1 b2 c1'
    """
    game, after = position.game, position.child(move)
    if looks_like_moves(text, game):
        return _with_move(text, game, move)
    if text.lstrip().startswith("["):
        candidates = iter([_with_json_mark(text, position, move)])
    else:
        candidates = _with_mark(text, position)
    texts = list(candidates)
    for ending in ("", f" {after.to_move}"):
        fitting = [text + ending for text in texts if _reads_as(text + ending, after)]
        if fitting:
            # A cell may be drawn several blanks wide: the mark belongs in their middle.
            return fitting[len(fitting) // 2]
    return format_position(after)


def _reads_as(text: str, position: Position) -> bool:
    try:
        read = read_position(text, position.game)
    except NoughtsError:
        return False
    return read == position and read.first_mark == position.first_mark


def _with_move(text: str, game: Game, move: Cell) -> str:
    text = text.rstrip()
    run_of_digits = game.drop and game.width <= 9 and text.isdecimal()
    separator = "" if run_of_digits else ", " if "," in text else " "
    return f"{text}{separator}{format_move(game, move)}"


def _with_mark(text: str, position: Position) -> Iterator[str]:
    """The text with the mark to move on each empty place, and its last mark, if any, turned."""
    mark = _as_written(text, position.to_move)
    cells = without_rules(text, position.game.shape.is_flat)
    signs = EMPTY if any(sign in cells for sign in EMPTY) else " "
    turned, last = text, len(text.rstrip()) - 1
    if text[last].upper() == position.to_move:
        turned = text[:last] + _as_written(text, position.moved_last) + text[last + 1 :]
    for body in (turned, text) if turned != text else (text,):
        for at, character in enumerate(body):
            if character in signs:
                yield body[:at] + mark + body[at + 1 :]


def _as_written(text: str, mark: str) -> str:
    """A mark in the case, or with the 0, that the text uses."""
    if mark == "O" and "0" in text and "o" not in text.lower():
        return "0"
    has_lower = any(character in "xo" for character in text)
    has_upper = any(character in "XO" for character in text)
    return mark.lower() if has_lower and not has_upper else mark


def _with_json_mark(text: str, position: Position, move: Cell) -> str:
    nested: Any = json.loads(text)
    numbers = any(str(number) in text for number in (0, 1)) and '"' not in text
    mark: Any = _as_written(text, position.to_move)
    if numbers:
        mark = 1 if position.to_move == "X" else 2 if "2" in text else -1
    seen = -1

    def place(item: Any) -> Any:
        nonlocal seen
        if isinstance(item, list):
            return [place(inner) for inner in item]
        if isinstance(item, str) and item not in MARKS:
            return "".join(place(character) for character in item)
        seen += 1
        return mark if seen == move else item

    return json.dumps(place(nested))
