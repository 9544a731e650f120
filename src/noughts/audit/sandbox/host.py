"""The host of a program under audit: loads it, calls it, and tells what it made of a board.

Requests and replies are plain data, so that the same host serves a program in a process of its
own and a function of the caller's. Only the standard library is used here.
"""

import contextlib
import errno
import linecache
import os
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from noughts.audit.sandbox.containers import SIMPLE, WRITTEN, build, cells_in
from noughts.audit.sandbox.inventory import inventory, make_object
from noughts.audit.sandbox.script import Script
from noughts.audit.sandbox.siblings import Siblings

LONGEST_TEXT = 300
MOST_PARTS = 1000
MOST_NUMBER = 10**15


class Host:
    """Holds the names of a program and answers requests about them."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.files: set[str] | None = None
        self.script: Script | None = None

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked: load, renew, list or call."""
        started = time.perf_counter()
        try:
            if request["do"] == "load":
                return self._load(request)
            if request["do"] == "renew":
                self._renew()
                return {}
            if request["do"] == "list":
                cells, width = request["cells"], request["width"]
                return inventory(self.names, self.script, self.files, cells, width)
            return self._call(request)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and self.script is None:
                raise  # the caller's own code, and the caller's own wish
            if isinstance(error, MemoryError) or getattr(error, "errno", 0) == errno.ENOMEM:
                return {"fault": "memory", "spent": True}
            seconds = time.perf_counter() - started
            return {
                "fault": "raises",
                "error": self._described(error),
                "seconds": seconds,
                "spent": self._is_spent(),
                "written": _first_marks(),
            }

    def _load(self, request: dict[str, Any]) -> dict[str, Any]:
        file, source = request["file"], request["source"]
        linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
        siblings = Siblings(Path(request["folder"]))
        sys.meta_path.append(siblings)
        self.files = siblings.files
        self.files.add(file)
        self.script = Script(source, file, strict=request["strict"])
        self.names = self.script.load()
        return {}

    def _renew(self) -> None:
        """The program as it was when it was loaded."""
        if self.script is not None:
            self.names = self.script.load({"__name__": self.names["__name__"]})

    def _is_spent(self) -> bool:
        """Is the process past repair, since something that was started in it still runs?"""
        return self.script is not None and (threading.active_count() > 1 or _has_children())

    def _call(self, request: dict[str, Any]) -> dict[str, Any]:
        kind, cells = request["kind"], request["cells"]
        watched = bool(request.get("watched"))
        WRITTEN.clear()
        board = (
            _position(request["text"], request["game"])
            if kind == "position"
            else build(kind, cells, request["width"], watched=watched)
        )
        function, owner = self._target(request, board)
        arguments = [self._argument(one, request, board) for one in request["arguments"]]
        named = {key: self._argument(one, request, board) for key, one in request["named"].items()}
        result, has_left = None, False
        started = time.perf_counter()
        try:
            result = function(*arguments, **named)
        except SystemExit:
            has_left = True  # some put their stone, see that they have won, and leave
        seconds = time.perf_counter() - started
        held = self._held(request, owner, board)
        after = None if kind == "position" else cells_in(kind, held)
        reply: dict[str, Any] = {
            "result": encoded(result),
            "text": written(result),
            "seconds": seconds,
        }
        if has_left:
            reply["left"] = True
        if after != cells and kind != "position":
            reply["after"] = None if after is None else [_simple(cell) for cell in after]
        returned = cells_in(kind, result) if isinstance(result, type(board)) else None
        if returned is not None and len(returned) == len(cells):
            reply["board"] = [_simple(cell) for cell in returned]
        if watched:
            reply["written"] = _first_marks()
        return reply

    def _target(self, request: dict[str, Any], board: Any) -> tuple[Any, Any]:
        """The function to call, and the object that holds the board, if one does."""
        first, _, method = request["path"].partition(".")
        place, name = request["place"]
        marks = request.get("set", {})  # what holds the mark to move
        if place == "global":
            self.names[name] = board
        if not method:
            self.names.update(_of_same_type(marks, self.names))
            return self.names[first], None
        owner = self.names[first]
        if isinstance(owner, type):
            arguments = [self._argument(one, request, board) for one in request["make"]]
            owner = make_object(owner, arguments)
        if place == "attribute":
            setattr(owner, name, board)
        _set_marks(owner, marks)
        return getattr(owner, method), owner

    def _held(self, request: dict[str, Any], owner: Any, board: Any) -> Any:
        place, name = request["place"]
        if place == "global":
            return self.names.get(name)
        return getattr(owner, name, None) if place == "attribute" else board

    def _argument(self, argument: Any, request: dict[str, Any], board: Any) -> Any:
        """A value as it is, the board, or an object of the program's that holds the board."""
        if not isinstance(argument, dict):
            return argument
        if "object" not in argument:
            return board
        thing = make_object(self.names[argument["object"]], [])
        setattr(thing, argument["attribute"], board)
        _set_marks(thing, request.get("set", {}))
        return thing

    def _described(self, error: BaseException) -> str:
        text = type(error).__name__
        with contextlib.suppress(Exception):
            text += f": {error}" if str(error) else ""
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__, limit=-50)
            if self.files is not None and frame.filename in self.files
        ]
        return shortened(text) + (f" (line {lines[-1]})" if lines else "")


def _set_marks(thing: Any, marks: dict[str, Any]) -> None:
    """Set the attributes that hold a mark."""
    for name, mark in _of_same_type(marks, getattr(thing, "__dict__", {})).items():
        setattr(thing, name, mark)


def _of_same_type(marks: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Those of the marks whose names hold one already: `turn` may be a number of moves."""
    return {name: mark for name, mark in marks.items() if type(names.get(name, ...)) is type(mark)}


def encoded(value: Any, depth: int = 0) -> Any:
    """A result as JSON can carry it: lists, dicts and simple values; else how it is written."""
    if hasattr(value, "tolist"):
        value = value.tolist()  # numpy's numbers and arrays
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, int) and abs(value) < MOST_NUMBER:
        return int(value)
    if isinstance(value, str) and len(value) <= LONGEST_TEXT:
        return str(value)
    if "move" in getattr(value, "_fields", ()):
        value = value._asdict()
    if isinstance(value, (list, tuple)) and depth < 4 and len(value) <= MOST_PARTS:
        return [encoded(part, depth + 1) for part in value]
    if isinstance(value, dict) and depth < 4 and len(value) <= MOST_PARTS:
        return {"dict": {written(key): encoded(part, depth + 1) for key, part in value.items()}}
    for name in ("move", "position", "index"):
        if type(getattr(value, name, None)) in (int, tuple):
            return {"dict": {repr(name): encoded(getattr(value, name), depth + 1)}}
    return {"other": written(value)}


def written(value: Any) -> str:
    """A value as Python writes it, as far as that is short and can be had."""
    if isinstance(value, (list, tuple, dict, str, bytes, bytearray)) and len(value) > MOST_PARTS:
        return f"<{type(value).__name__} of {len(value):,}>"
    if isinstance(value, int) and abs(value) >= MOST_NUMBER:
        return f"<a number of {value.bit_length():,} bits>"
    try:
        return shortened(repr(value))
    except Exception:
        return f"<{type(value).__name__}>"


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def _first_marks() -> list[Any]:
    return [_simple(mark) for mark in WRITTEN[:4]]


def _simple(cell: Any) -> Any:
    return cell if isinstance(cell, SIMPLE) else repr(cell)


def _position(text: str, game: str) -> Any:
    """A position of ours, for programs written for this library."""
    from noughts.notation.parse import position

    return position(text, game)


def _has_children() -> bool:
    """Has the program started processes that are still there?"""
    if not hasattr(os, "WNOHANG"):
        return False
    try:
        return os.waitpid(-1, os.WNOHANG) is not None
    except OSError:
        return False
