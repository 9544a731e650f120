"""Every accepted form of a position; all complaints about one are made here."""

from noughts.errors import NotationError, NoughtsError, RulesError
from noughts.notation.cells import Board, misplaced_row, read_board
from noughts.notation.lint import complaints, first_mark
from noughts.notation.moves import looks_like_moves, parse_moves, split_moves, without_turn
from noughts.rules import Game, Position, game_of, mask_of

MOST_SHOWN = 5
FEWEST_BLANKS = 4  # fewer are no empty board but an empty text


def position(text: str, game: str | Game | None = None, to_move: str | None = None) -> Position:
    """Read a position: a board, a JSON list, or a list of moves.

    Without a game, as many rows as columns are that square, and nine marks are 3x3. A board may
    end in the mark to move, and to_move says the same.

    >>> position("X.. / .O. / ...").to_move
    'X'
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
    if not text.strip() and len(text.replace("\n", "")) < FEWEST_BLANKS:
        raise NotationError("expected a position such as 'X.. .O. ...', got nothing")
    moves, moves_turn = without_turn(text)
    if looks_like_moves(moves, rules):
        if turn and moves_turn and turn != moves_turn:
            raise NotationError(f"the text says that {moves_turn} is to move, not {turn}")
        return _from_moves(moves, rules, turn or moves_turn)
    board, rules = read_board(text, rules)
    return _from_board(text, board, rules, turn)


def lint(text: str, game: str | Game | None = None, to_move: str | None = None) -> list[str]:
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


def _from_moves(text: str, game: Game | None, to_move: str | None) -> Position:
    if game is None:
        raise NotationError(f"name the game of the moves {text!r} (--game, or game=)")
    moves = split_moves(text, game)
    start = Position(game)
    if to_move is not None and Position(game, (1 << len(moves)) - 1).to_move != to_move:
        start = Position(game, first_mark="O")
    return parse_moves(start, moves)


def _from_board(text: str, board: Board, game: Game, to_move: str | None) -> Position:
    """The position of a board text, or one error with all that is wrong with it."""
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
        raise kind("; ".join(found) + f"{',' * bool(forbidden)} in {text!r}", found)
    first = first_mark(x_mask.bit_count(), o_mask.bit_count(), turn)
    stones = (x_mask, o_mask) if first == "X" else (o_mask, x_mask)
    return Position(game, *stones, first)


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
