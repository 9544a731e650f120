"""What an argument means: a game, a text, a position, a file."""

import sys
from pathlib import Path

from noughts.errors import NotationError
from noughts.notation import position as read_position, read_game
from noughts.rules import Game, Position, game_of


def read_game_option(spec: str | None) -> Game | None:
    """The game that --game names: a spec, a name, or a file with @."""
    if spec is None:
        return None
    if spec.startswith("@"):
        return read_game(read_file(spec[1:]), name=spec)
    return game_of(spec)


def read_text_argument(text: str) -> str:
    """The text that an argument means: itself, standard input for -, a file for @FILE."""
    if text == "-":
        return sys.stdin.read().rstrip("\n")
    return read_file(text[1:]).rstrip("\n") if text.startswith("@") else text


def read_position_argument(text: str, spec: str | None, to_move: str | None) -> Position:
    """The position that an argument means."""
    game = read_game_option(spec)
    return read_position(read_text_argument(text), game, to_move)


def read_file(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotationError(
            f"cannot read {path!r}: {(error.strerror or 'no such file').lower()}"
        ) from None
    except ValueError:
        raise NotationError(f"cannot read {path!r}: expected a text file in UTF-8") from None
