"""Entrants of an arena: players of ours, learned tables, and other people's programs."""

import atexit
import random
import re
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from noughts.errors import NotationError
from noughts.play.named import is_player_name, player_named, player_names
from noughts.play.players import Player
from noughts.rules import Cell, Game, Position, other_mark

if TYPE_CHECKING:
    from noughts.audit.candidate import Candidate

TOTAL_SECONDS = 1e6  # in an arena the time for a move is what counts


class Entrant(Protocol):
    """Anything that takes part."""

    def answer(self, position: Position) -> tuple[Cell | None, str]:
        """A move, or None and what is wrong."""
        ...


class _Ours:
    """A player of this library."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def answer(self, position: Position) -> tuple[Cell | None, str]:
        return self.player.choose(position).move, ""


class Program:
    """Somebody else's program, in a process of its own."""

    def __init__(self, candidate: "Candidate") -> None:
        self.candidate = candidate

    def answer(self, position: Position) -> tuple[Cell | None, str]:
        answer = self.candidate.ask(as_it_plays(position, self.candidate.mark))
        fault = "" if answer.fault is None else f"{answer.fault.value}: {answer.detail}"
        return answer.move, fault.removesuffix(": ") or "no move"


def as_it_plays(position: Position, mark: str | None) -> Position:
    """The position with that mark to move, for a program that plays only one."""
    if mark is None or position.to_move == mark:
        return position
    flipped = other_mark(position.first_mark)
    return Position(position.game, position.first, position.second, flipped)


def entrant(name: str, game: Game, seconds: float, rng: random.Random) -> Entrant:
    """The entrant that a text names; programs are started once in each process."""
    if is_player_name(name):
        return _Ours(player_named(name, seconds, rng, game=game))
    return program(name, game, seconds)


def check_entrant(name: str, game: Game, seconds: float) -> None:
    """Refuse, before the first game, who cannot take part in any."""
    if is_player_name(name):
        player_named(name, seconds, game=game)
    elif is_file_name(name):
        program(name, game, seconds)
    else:
        from noughts.audit.candidates import split_command

        if shutil.which(split_command(name)[0]) is None:
            raise NotationError(
                f"no player {name!r}: expected {', '.join(player_names())}, a table from noughts "
                "train, a file of Python, or a command that can be run"
            )


@lru_cache(maxsize=256)
def program(name: str, game: Game, seconds: float) -> Program:
    """A file of Python, or a command that is spoken to line by line."""
    from noughts.audit.candidates import candidate_for
    from noughts.audit.sandbox import Limits

    limits = Limits(move_seconds=seconds, seconds=TOTAL_SECONDS)
    if is_file_name(name):
        candidate = candidate_for(name, game, limits=limits)
    else:
        candidate = candidate_for(None, game, command=name, limits=limits)
    atexit.register(candidate.close)
    return Program(candidate)


def is_file_name(name: str) -> bool:
    """Is it FILE.py or FILE.py:NAME, and not a command?

    >>> is_file_name("bot.py:best"), is_file_name("python bot.py")
    (True, False)
    """
    found = re.fullmatch(r"(.+\.py)(:[\w.]+)?", name)
    return found is not None and (" " not in name or Path(found[1]).is_file())
