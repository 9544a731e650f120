"""A class: many programs under audit, side by side, none of which can stop the others.

What was found is kept in a file as it comes, a line for each program, so that the work can be
stopped at any moment: the next time only what is new or has changed is asked again.
"""

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from noughts.audit.auditing import audit
from noughts.audit.candidates import split_target
from noughts.audit.classroom.alike import CAUTION, Group, textbook
from noughts.audit.classroom.entry import VERDICTS, Entry, broken_entry, entry_from_dict, entry_of
from noughts.audit.classroom.submissions import file_of, refuse_what_is_none, submissions
from noughts.audit.sandbox import STOP, Stopped
from noughts.audit.verdict import CANNOT_RUN, NOT_PERFECT, PERFECT, UNDECIDED
from noughts.errors import NoughtsError
from noughts.notation import SCHEMA, head, seconds_of
from noughts.rules import Game, game_of
from noughts.solver.machine import cpu_count

SUFFIX = ".jsonl"  # of the file in which results are kept, after the name of the grades


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a class has come."""

    done: int
    all: int
    seconds: float
    entry: Entry
    """The last one that was finished."""

    @property
    def seconds_left(self) -> float:
        return self.seconds * (self.all - self.done) / self.done


OnProgress: TypeAlias = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class ClassResult:
    """What became of every submission, in the order in which they were named."""

    game: Game
    entries: list[Entry]
    groups: list[Group]
    """Those that answer alike; first those that are wrong alike."""
    kept: int = 0
    """How many were known from an earlier run."""
    seconds: float = 0.0

    def count(self, code: int) -> int:
        """How many have that exit code."""
        return sum(entry.code == code for entry in self.entries)

    @property
    def exit_code(self) -> int:
        """0: all are perfect; 2: none could be run; 3: no fault, but not all decided; else 1."""
        codes = {entry.code for entry in self.entries}
        if len(codes) == 1:
            return codes.pop()
        return UNDECIDED if codes == {PERFECT, UNDECIDED} else NOT_PERFECT

    def group_of(self, entry: Entry) -> int | None:
        """The number of its group, from 1."""
        for number, group in enumerate(self.groups, start=1):
            if entry.file in group.files:
                return number
        return None

    def to_dict(self) -> dict[str, Any]:
        """The class as JSON has it."""
        return {
            **head(self.game),
            "counts": {verdict: self.count(code) for code, verdict in VERDICTS.items()},
            "submissions": [
                {**entry.to_dict(), "group": self.group_of(entry)} for entry in self.entries
            ],
            "groups": [group.to_dict() for group in self.groups],
            "caution": CAUTION,
            "kept": self.kept,
            "exit_code": self.exit_code,
            "seconds": seconds_of(self.seconds, 3),
        }


def audit_class(
    targets: Iterable[str],
    game: str | Game = "3x3",
    *,
    jobs: int | None = None,
    keep: str | Path | None = None,
    version: str = "",
    progress: OnProgress | None = None,
    **options: Any,
) -> ClassResult:
    """Audit many programs, several at a time; options are those of `audit`.

    keep names a file for what is found, to go on from another time.
    """
    started = time.perf_counter()
    rules = game_of(game) if isinstance(game, str) else game
    files = submissions(targets)
    room = _Room(rules, options, version, None if keep is None else Path(keep))
    known = room.known(files)
    found = dict(known)
    for entry in room.audit([file for file in files if file not in known], jobs or cpu_count()):
        found[entry.file] = entry
        if progress is not None:
            seconds = time.perf_counter() - started
            progress(Progress(len(found), len(files), seconds, entry))
    entries = [found[file] for file in files]
    groups = alike(entries, textbook(rules, bool(options.get("every"))))
    return ClassResult(rules, entries, groups, len(known), time.perf_counter() - started)


# The work


class _Room:
    """Audits programs with the same options, and keeps what was found."""

    def __init__(
        self, game: Game, options: Mapping[str, Any], version: str, keep: Path | None
    ) -> None:
        self.game, self.options, self.keep = game, dict(options), keep
        self.stop = threading.Event()
        told = [version, str(SCHEMA), game.describe(), json.dumps(self.options, sort_keys=True)]
        self._common = "\n".join(told).encode()

    def key(self, target: str) -> str | None:
        """What tells a program in its present state from all others; None: there is no file."""
        file = file_of(target)
        try:
            content = None if file is None else file.read_bytes()
        except OSError:
            content = None
        if file is None or content is None:
            return None
        # What is said of a program names its file; in which folder that lies does not matter.
        names = f"{file.name}:{split_target(target)[1]}".encode("utf-8", "surrogateescape")
        return hashlib.sha256(b"\0".join([self._common, names, content])).hexdigest()

    def known(self, files: list[str]) -> dict[str, Entry]:
        """What was found before of files that have not changed since."""
        kept = dict(self._read())
        known = {}
        for file in files:
            entry = kept.get(self.key(file) or "")
            if entry is not None and entry.code != UNDECIDED:  # there may be more time today
                known[file] = replace(entry, file=file)
        return known

    def _read(self) -> Iterator[tuple[str, Entry]]:
        if self.keep is None or not self.keep.is_file():
            return
        for line in self.keep.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                data = json.loads(line)
                yield data["key"], entry_from_dict(data["entry"])
            except (ValueError, KeyError, TypeError):
                continue  # a line that was cut off when the work was stopped

    def _write(self, key: str | None, entry: Entry) -> None:
        if self.keep is None or key is None:
            return
        line = json.dumps({"key": key, "entry": entry.to_dict()})
        with self.keep.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"\n{line}\n")  # the last line may have been cut off
            file.flush()
            os.fsync(file.fileno())

    def audit(self, files: list[str], jobs: int) -> Iterator[Entry]:
        """The entries as they come."""
        pool = ThreadPoolExecutor(max(1, jobs), thread_name_prefix="noughts-audit")
        try:
            waiting: dict[Future[Entry], str | None] = {
                pool.submit(self._entry, file): self.key(file) for file in files
            }
            for future in as_completed(waiting):
                entry = future.result()
                self._write(waiting[future], entry)
                yield entry
        finally:
            # Whatever made us leave, Ctrl-C among it: no program is asked any further.
            self.stop.set()
            pool.shutdown(cancel_futures=True)

    def _entry(self, file: str) -> Entry:
        """The entry of one file; whatever is wrong with it stays with it."""
        started = time.perf_counter()
        STOP.set(self.stop)
        try:
            self._asked()
            refuse_what_is_none(file)
            entry = entry_of(file, audit(file, self.game, progress=self._asked, **self.options))
        except NoughtsError as error:
            entry = broken_entry(file, str(error))
        except (Exception, RecursionError, MemoryError) as error:
            entry = broken_entry(file, f"{type(error).__name__}: {error}")
        return replace(entry, seconds=round(time.perf_counter() - started, 3))

    def _asked(self, *_: int) -> None:
        """Go on, or not: called before each question."""
        if self.stop.is_set():
            raise Stopped


# What they have in common


def alike(entries: Iterable[Entry], known: Mapping[str, str]) -> list[Group]:
    """The groups that gave the same answers; known says why some answers are common."""
    same: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.answers and entry.code != CANNOT_RUN:
            same.setdefault(entry.answers, []).append(entry)
    groups = []
    for answers, members in same.items():
        if len(members) > 1:
            first = members[0]
            reason = known.get(answers, "")
            if first.mistake and not reason:
                reason = (
                    f"They behave like programs with a mistake that is common: {first.mistake}."
                )
            groups.append(Group([entry.file for entry in members], first.wrong, reason))
    return sorted(groups, key=lambda g: (not g.wrong, bool(g.reason), -g.wrong, -len(g.files)))
