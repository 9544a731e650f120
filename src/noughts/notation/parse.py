"""Every accepted form of a position; all complaints about one are made here."""

from collections import Counter
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from noughts.errors import NotationError, NoughtsError, RulesError
from noughts.notation.cells import MARKS, NUMBERS, Board, misplaced_row, read_board, read_lists
from noughts.notation.format import format_position
from noughts.notation.lint import complaints, first_mark
from noughts.notation.moves import looks_like_moves, parse_moves, split_moves, without_turn
from noughts.rules import Game, Position, game_of, is_spec, mask_of, other_mark

MOST_SHOWN = 5
FEWEST_BLANKS = 4  # fewer are no empty board but an empty text


class Array(Protocol):
    """What has its cells as nested lists: an array of numpy, torch or jax."""

    def tolist(self) -> Any: ...


Given: TypeAlias = "str | Position | Game | list[Any] | tuple[Any, ...] | Array"


def position(
    given: Given,
    game: str | Game | None = None,
    to_move: str | None = None,
    *,
    first: object = None,
) -> Position:
    """Read a position: a board, nested lists or an array of cells, a list of moves.

    A text may begin with its game. Without one, as many rows as columns are that square, and nine
    marks are 3x3. A board may end in the mark to move, and to_move says the same. Lists hold X and
    O, or 1 and -1, or 1 and 2, or two marks of one's own, of which the more frequent moved first;
    `first` says which did where that is in doubt.

    >>> position("X.. / .O. / ...").to_move
    'X'
    >>> position([[1, 0, 0], [0, 2, 0], [0, 0, 0]])
    position('X.. .O. ...', game='3x3')
    >>> position("b2 a1 c3", game="3x3")
    position('O.. .X. ..X', game='3x3')
    >>> position("X.. .Q. ...")
    Traceback (most recent call last):
    noughts.errors.NotationError: expected X, O or '.', got 'Q' at b2 in 'X.. .Q. ...'
    >>> position("XX. ... ...")
    Traceback (most recent call last):
    noughts.errors.RulesError: X has 2 stones and O has 0, but turns alternate, in 'XX. ... ...'
    """
    rules = None if game is None else game_of(game)
    turn = _turn(to_move)
    if isinstance(given, Position):
        if rules in (None, given.game) and turn is None and first is None:
            return given
        rules = rules or given.game
        given = format_position(given)
    if isinstance(given, Game):
        return given.start(turn or _first_mark(first) or "X")
    if isinstance(given, str):
        return _from_text(given, rules, turn, first)
    board, rules = read_lists(_nested(given), rules)
    return _from_board(given, board, rules, turn, first)


def lint(text: Given, game: str | Game | None = None, to_move: str | None = None) -> list[str]:
    """All that is wrong with a text as a position; nothing if it is one.

    >>> lint("XOX OX. .OX", to_move="X")
    ["X cannot be to move: with 4 X and 3 O it is O's turn", 'X cannot be to move: X already has \
a1-b2-c3, so the game was over before O played a last stone']
    """
    try:
        position(text, game, to_move)
    except NoughtsError as error:
        return error.complaints
    return []


def _from_text(text: str, game: Game | None, turn: str | None, first: object) -> Position:
    if is_spec(text.strip()):
        return _the_game(text.strip(), game).start(turn or _first_mark(first) or "X")
    text, game = _without_spec(text, game)
    if not text.strip() and len(text.replace("\n", "")) < FEWEST_BLANKS:
        raise NotationError("expected a position such as 'X.. .O. ...', got nothing")
    moves, moves_turn = without_turn(text)
    if looks_like_moves(moves, game):
        if turn and moves_turn and turn != moves_turn:
            raise NotationError(f"the text says that {moves_turn} is to move, not {turn}")
        return _from_moves(moves, game, turn or moves_turn, _first_mark(first))
    board, game = read_board(text, game)
    return _from_board(text, board, game, turn, first)


def _without_spec(text: str, game: Game | None) -> tuple[str, Game | None]:
    """A text without the game that it may begin with, and the game."""
    word, _, rest = text.strip().partition(" ")
    if game is not None and word == game.name:
        return rest, game
    return (rest, _the_game(word, game)) if is_spec(word) else (text, game)


def _the_game(spec: str, game: Game | None) -> Game:
    """The game that a text names, which must be the one that was given, if one was."""
    if game not in (None, game_of(spec)):
        raise NotationError(f"the text says that the game is {spec}, not {game and game.name}")
    return game_of(spec)


def _nested(given: object) -> list[Any]:
    """The cells of something that is no text, as nested lists."""
    if not isinstance(given, (list, tuple)) and hasattr(given, "tolist"):
        given = given.tolist()
    if not isinstance(given, (list, tuple)):
        raise NotationError(
            f"expected a position such as 'X.. .O. ...', a list of rows or an array, got {given!r}"
        )

    def as_lists(item: Any) -> Any:
        item = item.tolist() if hasattr(item, "tolist") else item
        if isinstance(item, complex) or (isinstance(item, float) and item not in NUMBERS):
            raise NotationError(f"expected marks or whole numbers in the cells, got {item!r}")
        return [*map(as_lists, item)] if isinstance(item, (list, tuple)) else item

    try:
        return [*map(as_lists, given)]
    except RecursionError:
        raise NotationError("expected rows of cells, got lists within lists without end") from None


def _from_moves(text: str, game: Game | None, to_move: str | None, first: str | None) -> Position:
    if game is None:
        raise NotationError(f"name the game of the moves {text!r} (--game, or game=)")
    moves = split_moves(text, game)
    if first is None:
        first = "X" if to_move in (None, "XO"[len(moves) % 2]) else "O"
    return parse_moves(game.start(first), moves)


def _from_board(
    given: object, board: Board, game: Game, to_move: str | None, first_moved: object
) -> Position:
    """The position of a board, or one error with all that is wrong with it."""
    if not isinstance(given, str):
        board, first_moved = _with_marks_of_ones_own(board, first_moved)
    if first_moved is not None:
        to_move = _turn_after(_first_mark(first_moved), board, to_move)
    unreadable, unread = _unreadable(board, game)
    if board.to_move and to_move and board.to_move != to_move:
        unreadable.append(f"the text says that {board.to_move} is to move, not {to_move}")
    turn = to_move or board.to_move
    symbols = board.symbols[: game.cells]
    x_mask, o_mask = (
        mask_of(cell for cell, symbol in enumerate(symbols) if symbol == mark) for mark in "XO"
    )
    forbidden = []
    if len(board.symbols) == game.cells:
        forbidden = complaints(game, x_mask, o_mask, turn, unread)
    if unreadable or forbidden:
        found = [*unreadable, *forbidden]
        kind = NotationError if unreadable else RulesError
        raise kind("; ".join(found) + f"{',' * bool(forbidden)} in {given!r}", found)
    first = first_mark(x_mask.bit_count(), o_mask.bit_count(), turn)
    stones = (x_mask, o_mask) if first == "X" else (o_mask, x_mask)
    return Position(game, *stones, first)


def _with_marks_of_ones_own(board: Board, first: object) -> tuple[Board, object]:
    """The board with X and O for two other marks, the more frequent of which moved first."""
    counts = Counter(symbol for symbol in board.symbols if symbol != ".")
    known = {"X", "O", "true", "false"} & set(counts)
    if known or len(counts) not in (1, 2):
        return board, first
    marks = [mark for mark, _ in counts.most_common()]
    first = str(first) if isinstance(first, int) else first
    if first is None and len(marks) == 2 and counts[marks[0]] == counts[marks[1]]:
        one, other = marks
        raise NotationError(
            f"{one} and {other} have as many stones: say which moved first (first={one!r})"
        )
    if first is not None:
        if first not in marks:
            raise NotationError(f"{first!r} cannot have moved first: the marks are {marks}")
        marks.sort(key=lambda mark: mark != first)
    names = dict(zip(marks, "XO", strict=False))
    return replace(board, symbols=[names.get(symbol, symbol) for symbol in board.symbols]), "X"


def _first_mark(first: object) -> str | None:
    """X or O for what is said to have moved first; a number stands for a mark."""
    if first is None:
        return None
    mark = MARKS.get(first) if isinstance(first, str) else None
    if isinstance(first, int) and not isinstance(first, bool):
        mark = NUMBERS.get(first)
    if mark not in ("X", "O"):
        raise NotationError(f"expected X or O to have moved first, got {first!r}")
    return mark


def _turn_after(first: str | None, board: Board, to_move: str | None) -> str | None:
    """Whose turn it is, if one mark moved first."""
    if first is None:
        return to_move
    stones = sum(symbol in ("X", "O") for symbol in board.symbols)
    turn = other_mark(first) if stones % 2 else first
    if to_move not in (None, turn):
        raise NotationError(f"with {stones} stones {to_move} is not to move if {first} moved first")
    return turn


def _unreadable(board: Board, game: Game) -> tuple[list[str], int]:
    """What cannot be read, and how many cells that concerns."""
    found = []
    count = len(board.symbols)
    if count != game.cells:
        found.append(f"expected {game.cells} cells for {game.name}, got {count}")
    elif complaint := misplaced_row(board, game):
        found.append(complaint)
    unknown = [
        (at, symbol) for at, symbol in enumerate(board.symbols) if symbol not in ("X", "O", ".")
    ]
    for at, symbol in unknown[:MOST_SHOWN]:
        where = game.shape.name(at) if count == game.cells else f"place {at + 1}"
        found.append(f"expected X, O or '.', got {symbol!r} at {where}")
    if len(unknown) > MOST_SHOWN:
        found.append(f"and {len(unknown) - MOST_SHOWN} more unknown marks")
    return found, len(unknown)


def _turn(to_move: str | None) -> str | None:
    if to_move is None or to_move.upper() in ("X", "O"):
        return to_move and to_move.upper()
    raise NotationError(f"expected X or O to move, got {to_move!r}")
