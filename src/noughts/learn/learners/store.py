"""What was learned as JSON: to go on training, to play, to audit, to pass on."""

import json
from math import isfinite
from pathlib import Path
from typing import Any

from noughts.errors import NotationError, NoughtsError
from noughts.learn.learners.shelf import method_named
from noughts.learn.learners.training import SEATS, Point, Training
from noughts.notation import format_move, format_position, parse_move, position as read_position
from noughts.rules import Game, Position, game_of

FORMAT, VERSION = "noughts learned table", 1


def to_json(training: Training) -> str:
    """The training as text; `from_json` makes the same of it."""
    return json.dumps(to_dict(training), separators=(",", ":")) + "\n"


def to_dict(training: Training) -> dict[str, Any]:
    """The training as JSON has it."""
    game, learner = training.game, training.learner
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "learner": training.name,
        "settings": training.settings,
        "against": training.against,
        "seat": training.seat,
        "seed": training.seed,
        "episodes": training.episodes,
        "since_last_point": training.tally,
        "curve": [point._asdict() for point in training.curve],
        **{
            field: _written(game, getattr(learner, table))
            for field, table in method_named(training.name).tables.items()
        },
    }


def from_json(text: str, name: str = "the table") -> Training:
    """The training that a text holds, or a sentence about why it holds none."""
    try:
        found = json.loads(text)
    except ValueError:
        raise NotationError(
            f"{name} is not JSON: expected a table written by noughts train"
        ) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotationError(f"{name} is no learned table: expected a file written by noughts train")
    if found.get("version") != VERSION:
        raise NotationError(f"{name} has version {found.get('version')!r}: expected {VERSION}")
    try:
        return _read(found)
    except NoughtsError as error:
        raise NotationError(f"{name}: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise NotationError(f"{name} is damaged: {what}") from None


def read(path: str | Path) -> Training:
    """The training that a file holds."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise NotationError(
            f"cannot read {str(path)!r}: {(error.strerror or 'error').lower()}"
        ) from None
    except UnicodeDecodeError:
        raise NotationError(f"cannot read {str(path)!r}: expected a text file in UTF-8") from None
    return from_json(text, str(path))


def _read(found: dict[str, Any]) -> Training:
    game, name = game_of(found["game"]), found["learner"]
    method = method_named(name)
    if found["seat"] not in SEATS:
        raise NotationError(f"no seat {found['seat']!r}: expected {', '.join(SEATS)}")
    learner = method.learner(found["settings"])
    for field, table in method.tables.items():
        setattr(learner, table, _tables(game, found[field]))
    curve = [Point(**{**point, "results": tuple(point["results"])}) for point in found["curve"]]
    return Training(
        game, name, learner, found["against"], found["seat"], found["seed"], found["episodes"],
        curve, found["since_last_point"],
    )  # fmt: skip


def _written(game: Game, table: dict[int, Any]) -> dict[str, Any]:
    """A table with positions and moves by name."""
    mask, names = game.all_mask, [format_move(game, cell) for cell in range(game.cells)]
    return {
        format_position(Position(game, key & mask, key >> game.cells)): {
            names[cell]: number for cell, number in row.items()
        }
        if isinstance(row, dict)
        else row
        for key, row in table.items()
    }


def _tables(game: Game, rows: dict[str, Any]) -> dict[int, Any]:
    table: dict[int, Any] = {}
    for text, row in rows.items():
        position = read_position(text, game)
        table[position.key] = (
            {parse_move(position, move): _number(row[move]) for move in row}
            if isinstance(row, dict)
            else _number(row)
        )
    return table


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise NotationError(f"expected a number, got {value!r}")
    return value
