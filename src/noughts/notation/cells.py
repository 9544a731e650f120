"""Board texts: from characters or JSON to one mark for each cell.

A board text is written in one of two ways. Where an empty cell has a sign of its own, or the
marks alone fill the board, white space only separates:

    X.. .O. ...        X . .        X|.|.        XOX / OXO / OXO
                       . O .        .|O|.
                       . . .        .|.|.

Otherwise a blank is an empty cell, and every row, or the whole text, has its full length.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from noughts.errors import NotationError
from noughts.rules import Game, game_of, size_text

EMPTY = "._-"

MARKS: dict[object, str] = {
    "X": "X", "x": "X", "O": "O", "o": "O", "": ".", " ": ".", ".": ".", "_": ".", "-": ".",
}  # fmt: skip
NUMBERS = {1: "X", -1: "O", 2: "O", 0: "."}


@dataclass(frozen=True, slots=True)
class Board:
    """What a board text says: a symbol for each cell in reading order, and the mark to move.

    symbols holds X, O and . where the text could be read, and otherwise what stands there.
    """

    symbols: list[str]
    to_move: str | None = None
    pieces: tuple[tuple[int, bool], ...] = ()  # (length, does it begin a row?)


def read_board(text: str, game: Game | None) -> tuple[Board, Game]:
    """The symbols of a board text, and the game: the one given, or the one its size shows."""
    if text.lstrip().startswith("["):
        return _read_json(text, game)
    is_flat = game is None or game.shape.is_flat
    cleaned = without_rules(text.replace("\r", "").replace("\t", " "), is_flat)
    if not is_flat:
        cleaned = cleaned.replace("|", "/")
    readings = list(_readings(cleaned))
    if game is None:
        found = _largest_guess(readings)
        if found is not None:
            return found
    else:
        for board in readings:
            if len(board.symbols) == game.cells:
                return board, game
    if game is None:
        count = sum(not c.isspace() and c not in "/|" for c in cleaned)
        strange = sorted({c for c in cleaned if not c.isspace() and c not in "XxOo0._-/|"})
        unknown = f" (unknown marks: {' '.join(strange)})" if strange else ""
        raise NotationError(
            f"cannot tell the game from {count} marks in {text!r}{unknown}: expected as many rows "
            "as columns, or nine marks; name the game (--game, or game=)"
        )
    return readings[0], game


def _readings(text: str) -> Iterator[Board]:
    """The ways to read a text, the likelier first; a last mark to move only as a last resort."""
    zero_is_o = not re.search(r"[1-9]", text)
    plain = text.replace("|", "")
    ways = [_separated(plain, zero_is_o)]
    if not any(sign in text for sign in EMPTY):
        ways.append(_blank_is_empty(plain, zero_is_o))
        if "|" in text:
            ways.append(_between_bars(text, zero_is_o))
    for pieces in ways:
        yield _board(pieces, None)
    for pieces in ways:
        if sum(map(len, pieces)) > 1 and len(pieces[-1]) == 1 and pieces[-1][0] in "XO":
            yield _board(pieces[:-1] if pieces[-2] else pieces[:-2], pieces[-1][0])


def _separated(text: str, zero_is_o: bool) -> list[list[str]]:
    """Pieces between white space; each row begins with an empty piece."""
    pieces: list[list[str]] = []
    for row in re.split(r"[\n/]", text):
        if row.strip():
            pieces.append([])
            pieces += [[_symbol(c, zero_is_o) for c in piece] for piece in row.split()]
    return pieces


def _blank_is_empty(text: str, zero_is_o: bool) -> list[list[str]]:
    pieces: list[list[str]] = []
    for row in re.split(r"[\n/]", text.strip("\n")):
        pieces += [[], [_symbol("." if c == " " else c, zero_is_o) for c in row]]
    return pieces


def _between_bars(text: str, zero_is_o: bool) -> list[list[str]]:
    """Rows drawn as X |   | O: what stands between two bars is one cell."""
    rows = [row for row in re.split(r"[\n/]", text) if row.strip()]
    if all(re.fullmatch(r"\s*\|.*\|\s*", row) for row in rows):  # bars at the edges too
        rows = [row.strip()[1:-1] for row in rows]
    pieces: list[list[str]] = []
    for row in rows:
        cells = [cell.strip() or "." for cell in row.split("|")]
        pieces += [[], [_symbol(c, zero_is_o) for cell in cells for c in cell]]
    return pieces


def _board(pieces: list[list[str]], to_move: str | None) -> Board:
    symbols = [symbol for piece in pieces for symbol in piece]
    lengths = tuple(
        (len(piece), before == [])
        for before, piece in zip([[""], *pieces], pieces, strict=False)
        if piece
    )
    return Board(symbols, to_move, lengths)


def _symbol(character: str, zero_is_o: bool) -> str:
    if character in "XxOo":
        return character.upper()
    if character == "0" and zero_is_o:
        return "O"
    return "." if character in EMPTY else character


def without_rules(text: str, is_flat: bool) -> str:
    """The text without ruled lines such as ---+---+---, or ------- between rows with bars."""
    rows = text.split("\n")
    barred = is_flat and "|" in text

    def is_rule(row: str) -> bool:
        return not row.strip(" -+=|") and ("+" in row or (barred and "|" not in row and row != ""))

    return "\n".join(row for row in rows if not is_rule(row))


def _largest_guess(readings: list[Board]) -> tuple[Board, Game] | None:
    """The reading that makes the largest board; those with a mark to move come second."""
    found = []
    for board in readings:
        guess = _guess(board)
        if guess is not None and len(board.symbols) == guess.cells:
            found.append((board.to_move is None, guess.cells, board, guess))
    if not found:
        return None
    *_, board, game = max(found, key=lambda reading: reading[:2])
    return board, game


def _guess(board: Board) -> Game | None:
    """n rows of n are n x n, and nine marks are 3x3."""
    by_row = _row_lengths(board)
    by_piece = [length for length, _ in board.pieces]
    for lengths in (by_row, by_piece):
        # One mark and a mark to move is more likely a piece of something than a board of 1x1.
        too_small = len(lengths) == 1 and board.to_move is not None
        if set(lengths) == {len(lengths)} and len(board.symbols) <= 400 and not too_small:
            return game_of(f"{len(lengths)}x{len(lengths)}")
    return game_of("3x3") if len(board.symbols) == 9 else None


def _row_lengths(board: Board) -> list[int]:
    lengths: list[int] = []
    for length, begins_row in board.pieces:
        if begins_row:
            lengths.append(0)
        lengths[-1] += length
    return lengths


def misplaced_row(board: Board, game: Game) -> str | None:
    """A complaint if the text breaks its rows elsewhere than the board does."""
    at = 0
    for length, begins_row in board.pieces:
        offset = at % game.width
        fits = offset + length <= game.width or (offset == 0 and length % game.width == 0)
        if (begins_row and offset) or not fits:
            return f"expected rows of {game.width} cells, got {_shown_rows(board)}"
        at += length
    return None


def _shown_rows(board: Board) -> str:
    rows = _row_lengths(board)
    if len(rows) == 1:
        rows = [length for length, _ in board.pieces]
    return "rows of " + ", ".join(map(str, rows))


def _read_json(text: str, game: Game | None) -> tuple[Board, Game]:
    try:
        nested: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(f"expected a JSON list of cells, got {text!r}") from None
    return read_lists(nested, game)


def read_lists(nested: list[Any], game: Game | None) -> tuple[Board, Game]:
    """The same for nested lists of marks or numbers: 1 and -1, or 1 and 2, with 0 free."""
    sizes = _nesting(nested)
    symbols = list(_listed_symbols(nested))
    if "O" in symbols and {-1, 2} <= set(_leaves(nested)):
        raise NotationError("the numbers -1 and 2 stand for the same side: expected one of them")
    if game is None:
        square = len(sizes) == 2 and sizes[0] == sizes[1] and 0 < sizes[0] <= 20
        if not square and len(symbols) != 9:
            raise NotationError(
                f"cannot tell the game from a list of {len(symbols)} cells: expected as many rows "
                "as columns, or nine cells; name the game (--game, or game=)"
            )
        game = game_of(f"{sizes[0]}x{sizes[0]}" if square else "3x3")
    full = tuple(reversed(game.shape[:2] if game.shape.is_flat else game.shape))
    is_nested = any(isinstance(item, list) for item in nested)
    if is_nested and sizes != full and len(symbols) == game.cells:
        shown = "x".join(map(str, sizes)) if len(sizes) > 1 else "rows of different length"
        raise NotationError(
            f"the lists are nested as {shown}: expected rows of {game.width} cells for "
            f"{size_text(game.shape)}"
        )
    return Board(symbols), game


def _nesting(nested: Any) -> tuple[int, ...]:
    """The lengths of nested lists, outermost first, as far down as all are alike."""
    sizes: list[int] = []
    level: list[Any] = [nested]
    while level and all(isinstance(item, list) or _is_row(item) for item in level):
        lengths = {len(item) for item in level}
        if len(lengths) != 1:
            return ()
        sizes.append(lengths.pop())
        level = [inner for item in level for inner in item]
    return tuple(sizes)


def _is_row(item: object) -> bool:
    """Is this a whole row in one string?"""
    return isinstance(item, str) and len(item) > 1


def _leaves(item: Any) -> Iterable[Any]:
    if not isinstance(item, list):
        yield item if isinstance(item, (int, float)) else None
        return
    for inner in item:
        yield from _leaves(inner)


def _listed_symbols(item: Any) -> Iterable[str]:
    if isinstance(item, list) or _is_row(item):
        for inner in item:
            yield from _listed_symbols(inner)
    elif item is None:
        yield "."
    elif isinstance(item, str):
        yield MARKS.get(item, item)
    elif isinstance(item, (int, float)) and not isinstance(item, bool) and item in NUMBERS:
        yield NUMBERS[int(item)]
    else:
        yield json.dumps(item, default=repr)
