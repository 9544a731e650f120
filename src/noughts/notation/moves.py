"""Cells and moves as people write them."""

import re
from operator import index

from noughts.errors import NotationError, RulesError
from noughts.notation.format import format_move
from noughts.rules import AnyCell, Cell, Game, Place, Position

CELL_NAME = re.compile(
    r"(?P<slice>[1-9]\d{0,8})?(?P<column>[a-z]{1,9})(?P<row>[1-9]\d{0,8})", re.IGNORECASE
)

_PAIR = re.compile(r"\(?\b(\d{1,9})\s*,\s*(\d{1,9})\b\)?")
_TWO_NUMBERS = re.compile(r"\d+ \d+")
_NUMBERS = re.compile(r"[(\[]?\s*(-?\d+(?:(?:\s*,\s*|\s+)-?\d+)*)\s*[)\]]?")


def cell_of(game: Game, given: AnyCell) -> Cell:
    """The cell that is meant: its number from 0, its name, or its row and column from 0.

    >>> from noughts.rules.catalog import game
    >>> [cell_of(game("3x3"), given) for given in (2, "c1", (0, 2))]
    [2, 2, 2]
    """
    if isinstance(given, str):
        if game.drop and given.strip().isdecimal():
            name = game.shape.name(0)
            raise NotationError(f"{given!r} is a column: expected a cell such as {name}")
        return parse_cell(game, given, flat=not game.drop)
    numbers = given if isinstance(given, (list, tuple)) else [given]
    try:
        found = [index(number) for number in numbers if not isinstance(number, bool)]
    except TypeError:
        found = []
    if len(found) != len(numbers) or not found:
        raise NotationError(f"expected {_forms(game, flat=True)}, got {given!r}")
    if numbers is given:
        return parse_cell(game, " ".join(map(str, found)))
    return _checked_cell(game, found[0], given)


def landing_of(position: Position, given: AnyCell) -> Cell:
    """The same for a move: in drop games a text of digits is a column from 1."""
    if position.game.drop and isinstance(given, str) and given.strip().isdecimal():
        return _landing_cell(position, int(given))
    return cell_of(position.game, given)


def parse_cell(game: Game, text: str, *, flat: bool = False) -> Cell:
    """Read a cell: its name, or row and column from 0; with flat, also its number from 0.

    >>> from noughts.rules.catalog import game
    >>> [parse_cell(game("3x3"), text) for text in ("c1", "0 2", "(0, 2)")]
    [2, 2, 2]
    >>> parse_cell(game("3x3"), "5", flat=True), parse_cell(game("3x3x3"), "2b2")
    (5, 13)
    >>> parse_cell(game("3x3"), "d1")
    Traceback (most recent call last):
    noughts.errors.NotationError: 'd1' is not on the board: expected a1 to c3
    """
    text = text.strip()
    place = _named_place(game, text)
    if place is None:
        numbers = _numbers(text)
        if flat and len(numbers) == 1:
            return _checked_cell(game, numbers[0], text)
        place = _numbered_place(game, numbers)
    if place is None:
        raise NotationError(f"expected {_forms(game, flat=flat)}, got {text!r}")
    if not game.shape.holds(place):
        last = game.shape.name(game.cells - 1)
        raise NotationError(
            f"{text!r} is not on the board: expected {game.shape.name(0)} to {last}"
            + ("" if CELL_NAME.fullmatch(text) else f", or {_number_range(game)}")
        )
    return game.shape.cell(place)


def parse_move(position: Position, text: str, *, flat: bool = False) -> Cell:
    """Read a move and see that it may be played: a cell, in drop games a column from 1.

    >>> from noughts.notation.parse import position
    >>> parse_move(position("4453", game="connect4"), "4")
    24
    """
    game = position.game
    numbers = _numbers(text.strip())
    cell = (
        _landing_cell(position, numbers[0])
        if game.drop and len(numbers) == 1
        else parse_cell(game, text, flat=flat)
    )
    position.play(cell)  # raises, with the reason, if the rules forbid it
    return cell


def parse_moves(position: Position, texts: list[str]) -> Position:
    """The position after several moves; a complaint says which of them is at fault."""
    for number, text in enumerate(texts, start=1):
        try:
            position = position.play(parse_move(position, text))
        except (NotationError, RulesError) as error:
            raise type(error)(f"move {number}, {text}: {error}") from None
    return position


def looks_like_moves(text: str, game: Game | None) -> bool:
    """Is the text a list of moves, rather than a board?"""
    tokens = split_moves(text, game)
    if game is not None and game.drop and tokens and all(token.isdecimal() for token in tokens):
        return "0" not in tokens
    return bool(tokens) and all(
        CELL_NAME.fullmatch(token) or _TWO_NUMBERS.fullmatch(token) for token in tokens
    )


def without_turn(text: str) -> tuple[str, str | None]:
    """A list of moves without the mark to move at its end, and that mark.

    >>> without_turn("b2 a1 O")
    ('b2 a1', 'O')
    """
    *before, last = text.split() or [""]
    if before and last.upper() in ("X", "O"):
        return text.rstrip()[:-1].rstrip(), last.upper()
    return text, None


def split_moves(text: str, game: Game | None) -> list[str]:
    """The moves of a list; a run of digits is one column each where columns have one digit."""
    falls = game is not None and game.drop
    pairs = [] if falls else _PAIR.findall(text)
    if pairs and not _PAIR.sub("", text).strip(" ,;\n"):
        return [f"{row} {column}" for row, column in pairs]  # (0,1) (2,2): row and column from 0
    tokens = text.replace(",", " ").split()
    if falls and game is not None and game.width <= 9:
        return [move for token in tokens for move in (token if token.isdecimal() else [token])]
    return tokens


def _named_place(game: Game, text: str) -> Place | None:
    match = CELL_NAME.fullmatch(text)
    if match is None or (match["slice"] is None) != game.shape.is_flat:
        return None
    column = 0
    for letter in match["column"].lower():
        column = column * 26 + ord(letter) - ord("a") + 1
    return Place(int(match["slice"] or 1) - 1, int(match["row"]) - 1, column - 1)


def _numbered_place(game: Game, numbers: list[int]) -> Place | None:
    if len(numbers) != (2 if game.shape.is_flat else 3):
        return None
    return Place(0, *numbers) if game.shape.is_flat else Place(*numbers)


def _numbers(text: str) -> list[int]:
    match = _NUMBERS.fullmatch(text)
    # Nine digits are more than any board needs, and int() refuses thousands of them.
    if match is None or re.search(r"\d{10}", text):
        return []
    return [int(number) for number in re.findall(r"-?\d+", match[1])]


def _checked_cell(game: Game, cell: int, given: object) -> Cell:
    if not 0 <= cell < game.cells:
        raise NotationError(f"there is no cell {given}: expected 0 to {game.cells - 1}")
    return cell


def _landing_cell(position: Position, column: int) -> Cell:
    game = position.game
    if not 1 <= column <= game.width:
        raise NotationError(f"there is no column {column}: expected 1 to {game.width}")
    for cell in reversed(range(column - 1, game.cells, game.width)):
        if position.mark(cell) is None:
            return cell
    raise RulesError(f"column {column} is full")


def _forms(game: Game, *, flat: bool) -> str:
    """What a move may look like, for complaints."""
    if game.drop:
        return f"a column from 1 to {game.width}"
    name = format_move(game, game.cells // 2)
    numbers = " ".join(map(str, game.shape.place(game.cells // 2)[game.shape.is_flat :]))
    words = "row and column" if game.shape.is_flat else "slice, row and column"
    number = f", or a number from 0 to {game.cells - 1}" if flat else ""
    return f"a cell such as {name}, or its {words} from 0 such as {numbers}{number}"


def _number_range(game: Game) -> str:
    width, height, depth = game.shape
    slices = "" if game.shape.is_flat else f"slices 0 to {depth - 1}, "
    return f"{slices}rows 0 to {height - 1} and columns 0 to {width - 1}"
