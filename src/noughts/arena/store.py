"""The games of an arena on disk: SQLite, so that a killed arena loses and repeats none."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts.arena.arena import Pairing, Played
from noughts.arena.ratings import Tally
from noughts.errors import NotationError
from noughts.notation import format_moves, parse_move
from noughts.play.record import Record
from noughts.rules import Game, Position, game_of

VERSION = 1
TABLES = """
create table if not exists arena (name text primary key, value text not null);
create table if not exists games (
    round integer not null,
    opening integer not null,
    first text not null,
    second text not null,
    moves text not null,
    result integer not null check (result in (-1, 0, 1)),
    reason text not null,
    first_seconds real not null,
    second_seconds real not null,
    primary key (round, opening, first, second)
);
"""


class Games:
    """The games of one arena; a game that is there is never played or counted again."""

    def __init__(self, connection: sqlite3.Connection, game: Game) -> None:
        self._connection = connection
        self.game = game

    def done(self) -> set[Pairing]:
        """What has been played."""
        rows = self._connection.execute("select round, opening, first, second from games")
        return {Pairing(*row) for row in rows}

    def add(self, played: Played) -> None:
        """Keep a game; on disk before this returns."""
        with self._connection:
            self._connection.execute(
                "insert or ignore into games values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *played.pairing,
                    format_moves(self.game, played.moves),
                    played.result,
                    played.reason,
                    *played.seconds,
                ),
            )

    def all(self) -> Iterator[tuple[int, Played]]:
        """Every game with its number, in the order in which they were played."""
        rows = self._connection.execute(
            "select rowid, round, opening, first, second, moves, result, reason, "
            "first_seconds, second_seconds from games order by rowid"
        )
        for number, round_, opening, first, second, moves, result, reason, one, two in rows:
            pairing = Pairing(round_, opening, first, second)
            record = read_record(self.game, moves)
            yield number, Played(pairing, record.moves, result, reason, (one, two))

    def results(self, players: list[str]) -> dict[tuple[str, str], Tally]:
        """What each pair scored, for the first named of the two."""
        found: dict[tuple[str, str], Tally] = {}
        rows = self._connection.execute("select first, second, result from games")
        for first, second, result in rows:
            if first in players and second in players:
                pair, sign = ((first, second), 1)
                if players.index(first) > players.index(second):
                    pair, sign = ((second, first), -1)
                found[pair] = found.get(pair, Tally()).plus(sign * result)
        return found


def read_record(game: Game, moves: str) -> Record:
    """The record that moves in text make."""
    record = Record(Position(game))
    for text in moves.split():
        record.play(parse_move(record.position, text))
    return record


@contextmanager
def open_games(path: str | Path | None, game: Game, settings: dict[str, str]) -> Iterator[Games]:
    """The games in a file, a new one if there is none; without a path, kept in memory alone.

    The settings are those that make a game what it is: a file with others is refused.
    """
    connection = _connected(path)
    try:
        _checked(connection, path, {"version": str(VERSION), "game": game.name, **settings})
        yield Games(connection, game)
    except sqlite3.Error as error:
        raise NotationError(f"cannot use {str(path)!r}: {error}") from None
    finally:
        connection.close()


@contextmanager
def kept_games(path: str | Path) -> Iterator[Games]:
    """The games of an arena that was played, whatever its game and settings."""
    if not Path(path).is_file():
        raise NotationError(f"cannot read {str(path)!r}: no such file")
    connection = _connected(path)
    try:
        kept = dict(connection.execute("select name, value from arena"))
        if "game" not in kept:
            raise NotationError(f"{path} holds no games of an arena")
        yield Games(connection, game_of(kept["game"]))
    finally:
        connection.close()


def _connected(path: str | Path | None) -> sqlite3.Connection:
    connection = None
    try:
        connection = sqlite3.connect(":memory:" if path is None else str(path), timeout=30)
        connection.executescript(TABLES)
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise NotationError(f"cannot use {str(path)!r}: {error}") from None
    return connection


def _checked(
    connection: sqlite3.Connection, path: str | Path | None, settings: dict[str, str]
) -> None:
    kept = dict(connection.execute("select name, value from arena"))
    for name, value in settings.items():
        if kept and kept.get(name) != value:
            raise NotationError(
                f"{path} was begun with {name} {kept.get(name)!r}, not {value!r}: "
                "expected the same, or another file"
            )
    with connection:
        connection.executemany("insert or ignore into arena values (?, ?)", settings.items())
