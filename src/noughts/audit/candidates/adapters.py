"""Adapters: anything that chooses moves, as a candidate for the audit."""

import random
import re
import tokenize
from pathlib import Path
from typing import Any

from noughts.audit.candidate import Candidate
from noughts.audit.candidates.engines import GomocupCandidate, LineCandidate
from noughts.audit.candidates.programs import Local, PlayerCandidate, ProgramCandidate
from noughts.audit.reading import RETURNS, Detector, Wishes, read_marks
from noughts.audit.sandbox import Child, Failure, Limits
from noughts.errors import NotationError
from noughts.play.levels import LevelPlayer
from noughts.play.named import is_player_name, player_named, player_names
from noughts.play.players import PerfectPlayer, SearchPlayer
from noughts.rules import Game

LONGEST_FILE = 1 << 20
MOST_NAMED = 12
SAY_OTHERWISE = (
    "say which it is with FILE.py:NAME, --board flat|rows, --marks 'XO ' and "
    "--returns index|cell|triple|score"
)


def candidate_for(
    target: Any,
    game: Game,
    *,
    board: str | None = None,
    marks: str | None = None,
    returns: str | None = None,
    command: str | None = None,
    gomocup: bool = False,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
) -> Candidate:
    """The candidate that a target means.

    A target is a file (`FILE.py` or `FILE.py:NAME`, a function or a class), a player of ours by
    name (`perfect`, `mcts:1000`), or an object of the caller's: a function, a class, an object
    with a method that chooses moves, a Player. With command the target is not looked at: a program
    that is run with these words and spoken to line by line. Files and commands run in a process of
    their own, within the limits; the caller's own objects run here.

    `board`, `marks` and `returns` say what would otherwise be found out by trying. Raises
    NotationError where there is nothing to ask, or nothing that answers.
    """
    if board not in (None, "flat", "rows"):
        raise NotationError(f"expected a board that is flat or rows, got {board!r}")
    if returns is not None and returns not in RETURNS:
        raise NotationError(f"expected a return of {', '.join(RETURNS)}, got {returns!r}")
    wishes = Wishes(None, board, None if marks is None else read_marks(marks), returns)
    if command is not None:
        kind = GomocupCandidate if gomocup else LineCandidate
        return kind(command, game, limits)
    if gomocup:
        raise NotationError("Gomocup's protocol is spoken by a command: expected --command too")
    if isinstance(target, Path) or (isinstance(target, str) and not is_player_name(target)):
        return _file_candidate(str(target), game, wishes, limits)
    if isinstance(target, str):
        player = player_named(target, rng=random.Random(0), game=game)
        return PlayerCandidate(player, target, f"the player {target} of this library")
    if isinstance(target, (PerfectPlayer, SearchPlayer, LevelPlayer)):
        name = type(target).__name__
        return PlayerCandidate(target, name, f"a {name} of this library")
    return _object_candidate(target, game, wishes)


def split_target(text: str) -> tuple[str, str | None]:
    r"""A file and a name in it: split at the last colon that no backslash follows.

    >>> split_target("bot.py:best"), split_target(r"C:\x.py"), split_target(r"C:\x.py:f")
    (('bot.py', 'best'), ('C:\\x.py', None), ('C:\\x.py', 'f'))
    """
    match = re.fullmatch(r"(?s)(.+):(?!\\)([^:\\/]*)", text)
    if match is None or not match[2] or (len(match[1]) == 1 and not Path(match[1]).exists()):
        return text.removesuffix(":"), None
    return match[1], match[2]


def _file_candidate(target: str, game: Game, wishes: Wishes, limits: Limits) -> Candidate:
    name, function = split_target(target)
    path = Path(name)
    if not path.is_file() and function is None and path.suffix != ".py":
        raise NotationError(
            f"no file and no player {target!r}: expected FILE.py, FILE.py:NAME or one of "
            f"{', '.join(player_names())}"
        )
    program = {
        "do": "load",
        "source": _source(path),
        "file": str(path),
        "folder": str(path.resolve().parent),
        "strict": False,
    }
    child = Child(program, limits)
    try:
        candidate = _detected(child, path.name, game, wishes._replace(name=function), limits)
    except BaseException:
        child.close()
        raise
    child.left = limits.seconds  # the time for trying it out is ours
    return candidate


def _source(path: Path) -> str:
    """The text of a file of Python; one that cannot be read or parsed is refused here."""
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise NotationError(f"{path} is longer than {LONGEST_FILE >> 20} MiB")
        with tokenize.open(path) as file:
            return file.read()
    except OSError as error:
        raise NotationError(f"cannot read {path}: {error.strerror}") from None
    except (SyntaxError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read {path}: {error}") from None


def _detected(
    channel: Any, name: str, game: Game, wishes: Wishes, limits: Limits
) -> ProgramCandidate:
    inventory = channel.request({"do": "list", "cells": game.cells, "width": game.width})
    if isinstance(inventory, Failure):
        raise NotationError(f"cannot load {name}: {inventory.detail}")
    detector = Detector(channel, game, inventory, wishes)
    found = detector.find()
    if found is None:
        raise NotationError(f"{name} cannot be asked: {_nothing_fits(detector, wishes)}")
    return ProgramCandidate(channel, name, game, found, limits)


def _nothing_fits(detector: Detector, wishes: Wishes) -> str:
    """What was looked for, what there is, and what to do."""
    paths = [entry["path"] for entry in detector.inventory["functions"]]
    there = ", ".join(paths[:MOST_NAMED]) + (", …" if len(paths) > MOST_NAMED else "")
    if not paths:
        return "it has no functions; expected one that takes a board and returns a move"
    if wishes.name is not None and not detector.tried:
        return f"it has no function or class {wishes.name}; it has {there}"
    tried = ", ".join(detector.tried[:MOST_NAMED])
    looked = f"tried {tried} on lists, rows and other boards" if tried else "no name is that of one"
    first = f"{detector.said}; " if detector.said else ""
    return (
        f"{first}expected a function that takes a board and returns a move or a score, and "
        f"{looked}; it has {there}; {SAY_OTHERWISE}"
    )


def _object_candidate(target: Any, game: Game, wishes: Wishes) -> Candidate:
    """A candidate from the caller's own object, called in this process."""
    if not callable(target) and not any(
        callable(getattr(target, method, None)) for method in ("choose", "best_move", "get_move")
    ):
        raise NotationError(
            f"expected a file, a name, a function, or an object with choose or best_move, "
            f"got {type(target).__name__}"
        )
    name = getattr(target, "__name__", None) or type(target).__name__
    name = name if name.isidentifier() else "player"
    return _detected(Local(name, target), name, game, wishes, Limits())
