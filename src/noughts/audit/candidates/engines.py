"""Programs on standard input and output: a line a position, or Gomocup's protocol."""

import os
import re
import shlex
import time
from pathlib import Path

from noughts.audit.candidate import Answer, Candidate, Fault
from noughts.audit.sandbox import Failure, Limits, Process
from noughts.errors import NotationError, NoughtsError
from noughts.notation import format_position, parse_move
from noughts.rules import Cell, Game, Position, cells_of

START_SECONDS = 10.0


def split_command(text: str) -> list[str]:
    """The words of a command line, as the system at hand splits them; no shell has a part in it.

    >>> split_command("./player --mark 'X O'")
    ['./player', '--mark', 'X O']
    """
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise NotationError(f"cannot read the command {text!r}: {error}") from None
    if os.name != "posix":
        words = [word.strip('"') for word in words]
    if not words:
        raise NotationError("expected a command, got nothing")
    # It runs in a folder of its own, so what is a file here is named in full.
    return [str(Path(word).resolve()) if _is_file(word) else word for word in words]


def _is_file(word: str) -> bool:
    """Is it a file here, and not merely the name of a program?"""
    return (os.sep in word or "." in word) and Path(word).is_file()


class LineCandidate(Candidate):
    """A program that reads a position from each line and writes a move on one.

    A position is a line such as `X.. .O. ...`, with the mark to move at the end where O moved
    first. A move is anything that `noughts` reads: b2, `1 1`, (1, 1), or 4. Lines that begin
    with # are ignored. The process stays; it is started anew after it ended or had to be stopped.
    """

    runs_apart = True

    def __init__(self, command: str, game: Game, limits: Limits) -> None:
        self.name = command
        self.command = split_command(command)
        self.game = game
        self.limits = limits
        self.left = limits.seconds
        self.process: Process | None = None
        self.taken_for = self._taken_for()

    def _taken_for(self) -> str:
        return "a command that reads a position from each line and writes a move; either mark."

    def ask(self, position: Position) -> Answer:
        """Its answer in a position; never raises. A finished position is not shown to it."""
        if position.is_over:
            return Answer(None, 0.0)
        started = time.perf_counter()
        said = self._asked(position)
        seconds = time.perf_counter() - started
        self.left -= seconds
        if isinstance(said, Failure):
            self.close()
            return Answer(None, seconds, fault=said.fault, detail=said.detail)
        return self._read(said, position, seconds)

    def _asked(self, position: Position) -> str | Failure:
        if self.left <= 0:
            return Failure(Fault.SLOW, f"more than {self.limits.seconds:g} s in all")
        if self.process is None:
            failure = self._open()
            if failure is not None:
                return failure
        assert self.process is not None
        for line in self.process.unasked():
            text = line.decode("utf-8", "replace").strip()
            if text and not self._is_remark(text):
                return Failure(Fault.GARBLED, f"it wrote {text[:80]!r} before it was asked")
        self._put(position)
        return self._hear()

    def _open(self) -> Failure | None:
        self.process = Process(self.limits, self.command)
        return None

    def _put(self, position: Position) -> None:
        assert self.process is not None
        self.process.send(format_position(position))

    def _hear(self, seconds: float | None = None) -> str | Failure:
        """The next line that is no remark."""
        assert self.process is not None
        deadline = time.perf_counter() + min(seconds or self.limits.move_seconds, self.left)
        heard = 0
        while heard <= self.limits.output:
            line = self.process.receive(deadline - time.perf_counter())
            if isinstance(line, Failure):
                return line
            heard += len(line)
            text = line.decode("utf-8", "replace").strip()
            if text and not self._is_remark(text):
                return text
        return Failure(Fault.FLOOD, f"more than {self.limits.output:,} bytes without a move")

    def _is_remark(self, text: str) -> bool:
        return text.startswith("#")

    def _read(self, said: str, position: Position, seconds: float) -> Answer:
        try:
            return Answer(parse_move(position, said, flat=True), seconds, said)
        except NoughtsError as error:
            fault = Fault.ILLEGAL if self._is_cell(said) else Fault.NO_MOVE
            return Answer(None, seconds, said[:300], fault, str(error))

    def _is_cell(self, said: str) -> bool:
        """Does it look like a cell, on the board or not?"""
        return bool(re.fullmatch(r"[(\[]?\s*[a-z]{0,2}-?\d+(\s*,?\s*-?\d+)*\s*[)\]]?", said, re.I))

    def close(self) -> None:
        """End its process."""
        if self.process is not None:
            self.process.close()
            self.process = None


class GomocupCandidate(LineCandidate):
    """A program that speaks Gomocup's protocol: START, BOARD … DONE, END; x is the column."""

    def _taken_for(self) -> str:
        return "a command that speaks Gomocup's protocol; either mark."

    def _open(self) -> Failure | None:
        self.process = Process(self.limits, self.command)
        width, height = self.game.width, self.game.height
        self.process.send(f"START {width}" if width == height else f"RECTSTART {width},{height}")
        reply = self._hear(START_SECONDS)
        if isinstance(reply, Failure):
            return reply
        if not reply.upper().startswith("OK"):
            return Failure(Fault.GARBLED, f"expected OK after START, got {reply[:80]!r}")
        for key, value in self._info().items():
            self.process.send(f"INFO {key} {value}")
        return None

    def _info(self) -> dict[str, int]:
        return {
            "timeout_turn": int(self.limits.move_seconds * 1000),
            "timeout_match": int(self.limits.seconds * 1000),
            "max_memory": self.limits.memory,
            "game_type": 1,
            "rule": 0,
        }

    def _put(self, position: Position) -> None:
        assert self.process is not None
        lines = ["BOARD"]
        # Stones in an order in which they may have been played: the program may count on it.
        sides = (1, 2) if position.stones % 2 == 0 else (2, 1)
        first, second = (list(cells_of(mask)) for mask in (position.first, position.second))
        for number in range(position.stones):
            cells, side = ((first, sides[0]), (second, sides[1]))[number % 2]
            place = self.game.shape.place(cells[number // 2])
            lines.append(f"{place.column},{place.row},{side}")
        for line in [*lines, "DONE"]:
            self.process.send(line)

    def _is_remark(self, text: str) -> bool:
        return text.upper().startswith(("MESSAGE", "DEBUG", "#"))

    def _read(self, said: str, position: Position, seconds: float) -> Answer:
        if said.upper().startswith(("ERROR", "UNKNOWN")):
            return Answer(None, seconds, said, Fault.NO_MOVE, said)
        match = re.fullmatch(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})", said)
        if match is None:
            detail = f"expected x,y, got {said[:80]!r}"
            return Answer(None, seconds, said[:300], Fault.NO_MOVE, detail)
        place = (0, int(match[2]), int(match[1]))
        cell: Cell | None = self.game.shape.cell(place) if self.game.shape.holds(place) else None
        if cell is None or cell not in position.moves():
            return Answer(None, seconds, said, Fault.ILLEGAL, f"{said} cannot be played")
        return Answer(cell, seconds, said)

    def close(self) -> None:
        """Say goodbye and end its process."""
        if self.process is not None:
            self.process.send("END")
        super().close()
