"""Checks a certificate: does the strategy in it do what it claims, whatever the other side does?

This file stands alone: it uses nothing of the library, and `python checker.py FILE` runs it. The
page docs/certificates.md describes the format and what is done here. Exit code 0: proved; 1: not
proved; 2: the file cannot be read.

Cells are numbered in reading order from 0, and the stones of a side are the bits of an int.
"""

import re
import sys
from itertools import product

FORMAT = "noughts-certificate 1"
SIZE = re.compile(r"(\d{1,3})x(\d{1,3})(?:x(\d{1,3}))?")
CLAIM = re.compile(r"(first|second) (never loses|wins(?: within (\d{1,3}))?)")
LONGEST_LINE, MOST_CELLS, MOST_SHOWN = 4000, 400, 10


class Unreadable(ValueError):
    """The file is no certificate."""


class Rules:
    """The game, as the header has it."""

    def __init__(self) -> None:
        self.sides = (0, 0, 0)  # slices, rows, columns
        self.row = 0  # so many in a row; 0 where the lines are listed
        self.words: set[str] = set()
        self.cells: dict[str, int] = {}  # by name
        self.lines: set[int] = set()

    def read(self, word: str, *rest: str) -> None:
        """One line of the header."""
        value = " ".join(rest)
        if word == "size" and not self.cells and (size := SIZE.fullmatch(value)):
            self.sides = int(size[3] or 1), int(size[2]), int(size[1])
            if not 1 <= self.sides[0] * self.sides[1] * self.sides[2] <= MOST_CELLS:
                raise Unreadable(f"expected 1 to {MOST_CELLS} cells, got {value}")
            places = product(*map(range, self.sides))
            self.cells = {self.name(*place): cell for cell, place in enumerate(places)}
        elif word == "in-a-row" and re.fullmatch(r"[1-9]\d{0,2}", value):
            self.row = int(value)
        elif word == "line" and rest and all(name in self.cells for name in rest):
            self.lines.add(sum({1 << self.cells[name] for name in rest}))
        elif word == "rules" and rest and set(rest) <= {"drop", "misere", "torus"}:
            self.words |= set(rest)
        else:
            raise Unreadable("expected size, in-a-row, line, rules or claim, each with its value")

    def finish(self) -> None:
        """The header is read: where the lines are all runs of so many cells, make them."""
        if not self.cells or bool(self.row) == bool(self.lines):
            raise Unreadable("expected a size, and either in-a-row or lines, before the claim")
        if "drop" in self.words and self.sides[0] > 1:
            raise Unreadable("stones fall only on flat boards")
        for start, step in product(product(*map(range, self.sides)), product((-1, 0, 1), repeat=3)):
            run = set()
            for i in range(self.row):
                place = [at + i * by for at, by in zip(start, step, strict=True)]
                if "torus" in self.words:
                    place = [at % side for at, side in zip(place, self.sides, strict=True)]
                run.add(self.cells.get(self.name(*place), -1))
            if run and len(run) == self.row and -1 not in run:
                self.lines.add(sum(1 << cell for cell in run))

    def name(self, slice: int, row: int, column: int) -> str:
        """a1, b1, ..., in 3-D 1a1; off the board something that is the name of no cell."""
        letters = chr(96 + column // 26) * (column > 25) + chr(97 + column % 26)
        return f"{slice + 1}" * (self.sides[0] > 1) + letters * (column >= 0) + f"{row + 1}"

    def moves(self, taken: int) -> list[int]:
        """Free cells; where stones fall, those on the floor or on a stone."""
        below = (taken | -1 << len(self.cells)) >> self.sides[2] if "drop" in self.words else -1
        return [cell for cell in self.cells.values() if ~taken & below & 1 << cell]

    def winner(self, first: int, second: int) -> str | None:
        """Who has won, "nobody" when the board is full, None when the game goes on."""
        for stones, sides in ((first, ("first", "second")), (second, ("second", "first"))):
            if any(line & stones == line for line in self.lines):
                return sides["misere" in self.words]
        return "nobody" if (first | second) + 1 == 1 << len(self.cells) else None

    def board(self, first: int, second: int) -> str:
        """The stones as text."""
        marks = [".XO"[(first >> c & 1) + 2 * (second >> c & 1)] for c in self.cells.values()]
        width = self.sides[2]
        return " ".join("".join(marks[c : c + width]) for c in range(0, len(marks), width))


class Part:
    """A claim, and the strategy that is to prove it."""

    def __init__(self, rules: Rules, claim: str, line: int) -> None:
        match = CLAIM.fullmatch(claim)
        if match is None:
            raise Unreadable("expected first or second, then never loses, wins, or wins within N")
        self.rules, self.claim, self.line = rules, claim, line
        self.side, self.within = match[1], int(match[3] or MOST_CELLS)
        self.allowed = {self.side, "nobody"} if match[2] == "never loses" else {self.side}
        self.moves: dict[tuple[int, int], dict[int, int]] = {}  # by board: cell -> line of the file
        self.complaints: list[str] = []
        self.notes: list[str] = []
        self.ends = 0

    def read(self, line: int, words: list[str]) -> None:
        """One line of the strategy: a board, and a move on it."""
        cells, board, name = self.rules.cells, "".join(words[:-1]).replace("|", ""), words[-1]
        if len(board) != len(cells) or set(board) - set("XO.") or name not in cells:
            raise Unreadable(f"expected {len(cells)} marks X, O or ., and the name of a cell")
        first, second = (sum(1 << c for c in range(len(board)) if board[c] == m) for m in "XO")
        listed = self.moves.setdefault((first, second), {})
        if listed.setdefault(cells[name], line) != line:
            self.notes.append(self.found(line, first, second, "stands there twice"))

    def walk(self) -> None:
        """Follow the strategy against every reply, and judge every end."""
        seen, unread = set(), set(self.moves)
        ahead = [(0, 0, self.line)]  # boards, and the line that led there
        while ahead:
            first, second, line = ahead.pop()
            if (first, second) in seen:
                continue
            seen.add((first, second))
            complaint, plies = "", (first | second).bit_count()
            moves = self.rules.moves(first | second)
            replies = dict.fromkeys(moves, line)
            if winner := self.rules.winner(first, second):
                self.ends += 1
                replies = {}
                if winner not in self.allowed or plies > self.within:
                    complaint = f"{winner} wins in {plies} plies"
            elif self.side == ("first", "second")[plies % 2]:
                replies = self.moves.get((first, second), {})
                unread.discard((first, second))
                if not replies:
                    complaint = "no move is listed"
                elif not replies.keys() <= set(moves):
                    complaint = "a move that is listed cannot be played"
                    line = next(at for cell, at in replies.items() if cell not in moves)
            if complaint:
                self.complaints.append(self.found(line, first, second, complaint))
            for cell in replies.keys() & set(moves):
                after = (first, second | 1 << cell) if plies % 2 else (first | 1 << cell, second)
                ahead.append((*after, replies[cell]))
        for line, board in sorted((min(self.moves[board].values()), board) for board in unread):
            self.notes.append(self.found(line, *board, "never arises"))

    def found(self, line: int, first: int, second: int, what: str) -> str:
        return f"line {line}: {self.rules.board(first, second)}: {what}"


def check(path: str) -> list[Part]:
    """The claims of a certificate: those without complaints are proved."""
    rules, parts, line = Rules(), list[Part](), 1
    try:
        with open(path, encoding="utf-8-sig") as file:
            if file.readline(LONGEST_LINE).partition("#")[0].strip() != FORMAT:
                raise Unreadable(f"expected {FORMAT!r}")
            while text := file.readline(LONGEST_LINE):
                line += 1
                words = text.partition("#")[0].split()
                if words[:1] == ["claim"]:
                    if not parts:
                        rules.finish()
                    parts.append(Part(rules, " ".join(words[1:]), line))
                elif words and parts:
                    parts[-1].read(line, words)
                elif words:
                    rules.read(*words)
        if not parts:
            raise Unreadable("the file ends, and no claim is made")
    except OSError as error:
        raise Unreadable(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{path}, line {line}: expected a text in UTF-8") from None
    except Unreadable as error:
        raise Unreadable(f"{path}, line {line}: {error}") from None
    for part in parts:
        part.walk()
    return parts


def main(arguments: list[str]) -> int:
    """Check a file and say what was found."""
    try:
        parts = check(arguments[0])
    except (Unreadable, IndexError) as error:
        print(error if isinstance(error, Unreadable) else "expected: python checker.py FILE")
        return 2
    for part in parts:
        verdict = "not proved" if part.complaints else "proved"
        print(f"{part.claim}: {verdict}; {len(part.moves)} positions listed, {part.ends} ends")
        for found in [*part.complaints[:MOST_SHOWN], *part.notes[:MOST_SHOWN]]:
            print(found)
    return int(any(part.complaints for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
