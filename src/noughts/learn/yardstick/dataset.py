"""Labelled data: positions with the truth about them, for whoever trains or tests on it."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from noughts.errors import LimitReached
from noughts.learn.yardstick.positions import every_position, is_small, sampled
from noughts.notation import format_moves, format_position
from noughts.rules import Game, Position
from noughts.solver.oracle import SECONDS, Analysis, Oracle

COLUMNS = {
    "position": "rows from the top, separated by spaces; . is a free cell; X moved first",
    "ply": "how many stones lie on the board",
    "to_move": "whose turn it is; empty where the game is over",
    "winner": "who has won; empty where nobody has",
    "outcome": "win, draw or loss under perfect play, for the side whose turn it is or would be",
    "distance": "plies to the end of the game if the winner hurries and the loser delays; empty "
    "where the outcome is known and the distance was not found within a second",
    "best": "the moves that keep outcome and distance; empty where that is not known",
    "good": "the moves that keep the outcome",
}


class Row(NamedTuple):
    """A position and its labels, as text and numbers."""

    position: str
    ply: int
    to_move: str
    winner: str
    outcome: str
    distance: int | None
    best: str
    good: str


def rows(
    game: Game, sample: int | None = None, seed: int = 0, seconds: float = SECONDS
) -> Iterator[Row]:
    """Every position of a small game, fewest stones first; or a sample of any game.

    Raises LimitReached where the truth about a position is not found in so many seconds.

    >>> from noughts.rules.catalog import game
    >>> next(rows(game("3x3")))[:6]
    ('... ... ...', 0, 'X', '', 'draw', 9)
    """
    if sample is None and not is_small(game):
        raise LimitReached(
            f"{game.name} has too many positions to write them all: expected --sample N"
        )
    oracle = Oracle(game)
    positions = every_position(game) if sample is None else sampled(game, sample, seed)
    return (_row(position, oracle, seconds) for position in positions)


def _row(position: Position, oracle: Oracle, seconds: float) -> Row:
    analysis = _analyzed(position, oracle, seconds)
    game, over = position.game, position.is_over
    return Row(
        format_position(position),
        position.stones,
        "" if over else position.to_move,
        position.winner or "",
        str(analysis.value.outcome),
        analysis.value.distance,
        format_moves(game, analysis.best),
        format_moves(game, analysis.good),
    )


def _analyzed(position: Position, oracle: Oracle, seconds: float) -> Analysis:
    """The truth about a position and every move; a label that is missing would be a wrong one."""
    oracle.allow(seconds)
    try:
        analysis = oracle.analyze(position)
        if analysis.is_complete:
            return analysis
    except LimitReached:
        pass
    raise LimitReached(
        f"the truth about {format_position(position)} was not found in {seconds:g} s: "
        "expected a smaller board, or more time with --time"
    )


def as_csv(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as lines of CSV, a heading first."""
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\n")
    for row in chain([tuple(COLUMNS)], rows):
        writer.writerow(row)
        yield line.getvalue()
        line.seek(0)
        line.truncate()


def as_json_lines(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as JSON objects, one a line; moves as lists."""
    for row in rows:
        found = row._asdict()
        found |= {name: found[name].split() for name in ("best", "good")}
        found |= {name: found[name] or None for name in ("to_move", "winner")}
        yield json.dumps(found) + "\n"


def card(game: Game, count: int, sample: int | None, seed: int, command: str) -> str:
    """The data card: what the file holds, how it was made, and what it is not."""
    what = (
        f"Every position of {game.name} that can arise, finished ones too: {count:,} rows."
        if sample is None
        else f"{count:,} different positions of {game.name}, drawn with the seed {seed}: a game "
        "between two random movers is stopped after a random number of moves. Early positions are "
        "therefore few, and a position is the likelier the more random games pass through it."
    )
    columns = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items())
    notes = (
        "**How the labels were found**: exactly, by solving the game; none is a guess or comes "
        "from play.",
        "**What it is for**: to train on, and to test what was trained. Every move in `good` is "
        "right; whoever accepts only one of them calls right answers wrong.",
        "**What to mind**: turns and reflections of a position stand in it separately. To test on "
        "what was not trained on, keep all images of a position on one side of the split.",
        f"**Made with**: `{command}`",
    )
    return "\n\n".join(
        [
            f"# Positions of {game.name} with the truth about them",
            what,
            f"| column | meaning |\n|---|---|\n{columns}",
            "In CSV moves are separated by spaces and an empty field means none; in JSON lines "
            "they are lists and null.",
            "\n".join(f"- {note}" for note in notes) + "\n",
        ]
    )
