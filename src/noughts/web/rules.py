"""Answers that need no truth: what lies on the board, and what may be played."""

from typing import Any, TypeAlias

from noughts.errors import NoughtsError
from noughts.explain.count import GROWING
from noughts.notation.cells import read_board
from noughts.notation.parse import position as read_position
from noughts.notation.shapes import head, move_dict, position_dict
from noughts.notation.svg import position_svg
from noughts.notation.words import result_sentence, value_badge
from noughts.play.levels import LEVEL_NAMES
from noughts.rules import CATALOG, NAMES, Entry, Game, Position, cells_of, game_of, size_text
from noughts.search import SCALES, SEARCHES
from noughts.solver.oracle import Oracle
from noughts.solver.sources import reach

USUAL_GAME = "3x3"

Asked: TypeAlias = str | Position | None  # a Position where the desk had to read it already


def start_or_position(
    position: Asked, game: str | None = None, to_move: str | None = None
) -> Position:
    """The position that is asked about; without one, the start of the game."""
    if isinstance(position, Position):
        return position
    if position:
        return read_position(position, game, to_move)
    return Position(game_of(game or USUAL_GAME), first_mark=to_move or "X")


def board_dict(position: Position) -> dict[str, Any]:
    """The stones, cell by cell, and what it takes to draw them."""
    game = position.game
    width, height, depth = game.shape
    return {
        "width": width,
        "height": height,
        "slices": depth,
        "drop": game.drop,
        "stones": [position.mark(cell) for cell in range(game.cells)],
        "names": [game.shape.name(cell) for cell in range(game.cells)],
        "lines": [list(cells_of(line)) for line in position.completed_lines()],
        "columns": [str(column + 1) for column in range(width)] if game.drop else [],
    }


def turn_sentence(position: Position) -> str:
    """Whose move it is, or how the game ended."""
    if not position.is_over:
        return f"{position.to_move} to move"
    sentence = result_sentence(position)
    return sentence[0].upper() + sentence[1:]


def board_report(position: Position) -> dict[str, Any]:
    """A position without its truth, and its board."""
    return {
        **position_dict(position),
        "sentence": turn_sentence(position),
        "board": board_dict(position),
        "moves": [move_dict(position, cell) for cell in position.moves()],
    }


def board(
    position: Asked = None, game: str | None = None, to_move: str | None = None
) -> dict[str, Any]:
    """The stones of a position, whose move it is, and what may be played."""
    return board_report(start_or_position(position, game, to_move))


def lint(
    position: str | None = None, game: str | None = None, to_move: str | None = None
) -> dict[str, Any]:
    """All that is wrong with a text as a position."""
    try:
        found = start_or_position(position, game, to_move)
    except NoughtsError as error:
        return {
            **head(),
            "ok": False,
            "complaints": error.complaints,
            "report": None,
            "stones": _stones_as_read(position or "", game),
        }
    report = board_report(found)
    stones = report["board"]["stones"]
    return {**head(), "ok": True, "complaints": [], "report": report, "stones": stones}


def _stones_as_read(text: str, game: str | None) -> list[str | None] | None:
    """The marks of a board that breaks the rules, so that an editor can show it."""
    try:
        read, rules = read_board(text, None if game is None else game_of(game))
    except NoughtsError:
        return None
    if len(read.symbols) != rules.cells:
        return None
    return [symbol if symbol in ("X", "O") else None for symbol in read.symbols]


def picture(
    position: Asked = None,
    game: str | None = None,
    to_move: str | None = None,
    values: bool = False,
    seconds: float = 5.0,
) -> str:
    """The board as SVG, with the value of each move if that is asked for."""
    found = start_or_position(position, game, to_move)
    marked = 0
    for line in found.completed_lines():
        marked |= line
    if not values or found.is_over:
        return position_svg(found, marked=marked)
    analysis = Oracle(found.game, seconds).analyze(found)
    notes = {cell: value_badge(value) for cell, value in analysis.moves.items()}
    return position_svg(found, notes=notes, marked=marked)


# The catalogue


def games() -> dict[str, Any]:
    """The known games, and all that can be chosen: levels, searches, scales."""
    return {
        **head(),
        "games": [_game_dict(entry) for entry in CATALOG],
        "levels": list(LEVEL_NAMES),
        "searches": [
            {
                "name": search.name,
                "description": search.description,
                "traced": search.traced,
                "scaled": search.scaled,
                "scales": search.scales,
                "negates": search.negates,
            }
            for search in SEARCHES.values()
        ],
        "scales": [
            {"name": scale.name, "description": scale.description} for scale in SCALES.values()
        ],
        "growing": [name for name in GROWING if name in SEARCHES],
    }


def _game_dict(entry: Entry) -> dict[str, Any]:
    game = game_of(entry.spec)
    return {
        "spec": game.name,
        "name": entry.names[0] if entry.names else game.name,
        "description": game_words(game),
        "known": entry.known,
        "source": entry.source,
        "cells": game.cells,
        "board": board_dict(Position(game)),
        "drop": game.drop,
        "misere": game.misere,
        "tiny": reach(game).is_quick,
    }


def game_words(game: Game) -> str:
    """The rules in a few words.

    >>> game_words(game_of("7x6:4+drop")), game_words(game_of("3x3+misere"))
    ('4 in a row on 7x6, stones fall', '3 in a row on 3x3, a line loses')
    """
    phrases = (word.phrase for word in game.words)
    return ", ".join([f"{game.k} in a row on {size_text(game.shape)}", *phrases])


KNOWN_SPECS = frozenset({*NAMES, *(entry.spec for entry in CATALOG)})
