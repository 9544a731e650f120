"""Which programs are meant: files, folders and patterns as they are named on a command line."""

import glob
import os
from collections.abc import Iterable
from pathlib import Path

from noughts.audit.candidates import split_target
from noughts.errors import NotationError


def submissions(targets: Iterable[str]) -> list[str]:
    """The programs that are meant, each once: folders and patterns are looked into.

    A folder or a pattern without any program stands for itself, to be complained of.
    """
    found: dict[str, str] = {}
    for target in targets:
        for file in _files(target) or [target]:
            found.setdefault(os.path.normcase(os.path.abspath(file)), file)
    return list(found.values())


def _files(target: str) -> list[str]:
    path = Path(target)
    if path.is_dir():
        inside = (file.relative_to(path) for file in path.rglob("*.py"))
        return [
            str(path / file)
            for file in sorted(inside)
            if not any(part.startswith((".", "__")) for part in file.parts)
        ]
    if glob.has_magic(target) and not path.exists():
        return sorted(glob.glob(target, recursive=True))
    return [target]


def file_of(target: str) -> Path | None:
    """The file that a target names, with or without the name of a function after it."""
    for name in (target, split_target(target)[0]):
        if Path(name).is_file():
            return Path(name)
    return None


def refuse_what_is_none(target: str) -> None:
    """Complain of a folder without a program, and of a pattern that fits no file."""
    if Path(target).is_dir():
        raise NotationError("it is a folder, and there is no Python file in it")
    if glob.has_magic(target) and not Path(target).exists():
        raise NotationError("no file has such a name")
