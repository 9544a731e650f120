"""explain/puzzles.py and `noughts puzzle`: every claim of a puzzle holds, and it can be solved."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

import pytest
from naive import Cli, in_a_process, lines_of, naive_board_maps, naive_solver

from noughts import game, position
from noughts.errors import LimitReached, NotationError
from noughts.notation.moves import parse_move
from noughts.play.screen import Screen
from noughts.practice.puzzle import KINDS, LEVELS, Puzzle, level_of, puzzles
from noughts.rules.position import Position

GAMES = ("3x3", "3x3+misere", "4x3:3", "3x3+drop")
WITH_FORKS = ("3x3", "4x3:3", "3x3+drop")
CASES = [(spec, kind) for spec in GAMES for kind in KINDS if kind != "fork" or spec in WITH_FORKS]


def drawn(spec: str, count: int = 6, **options: object) -> list[Puzzle]:
    return list(islice(puzzles(game(spec), **options), count))  # type: ignore[arg-type]


def played(start: Position, moves: list[int]) -> Position:
    for move in moves:
        start = start.play(move)
    return start


def winning_cells(position: Position, mark: str) -> set[int]:
    """The free cells that complete a line of a mark."""
    held = {cell for cell in range(position.game.cells) if position.mark(cell) == mark}
    missing = [line - held for line in lines_of(position.game)]
    return {
        cell for rest in missing if len(rest) == 1 for cell in rest if position.mark(cell) is None
    }


# What a puzzle claims


@pytest.mark.parametrize(("spec", "kind"), CASES)
def test_right_moves_keep_the_outcome_and_the_others_do_not(spec: str, kind: str) -> None:
    naive = naive_solver(game(spec))
    for seed in range(8):
        found = drawn(spec, kind=kind, seed=seed)
        assert found
        for puzzle in found:
            at = puzzle.position
            values = naive.move_values(at)
            best, distance = naive.value(at)
            assert best == (0 if kind == "hold" else 1)
            assert puzzle.right == [move for move, value in values.items() if value[0] == best]
            fails = [value for value in values.values() if value[0] < best]
            assert len(puzzle.wrong) == len(fails) > len(puzzle.right)
            plies = max(value[1] for value in fails) if kind == "hold" else distance
            assert puzzle.plies == plies
            assert puzzle.level == level_of(len(fails), plies)


@pytest.mark.parametrize(("spec", "kind"), CASES)
def test_every_line_of_play_is_legal_and_ends_as_the_move_is_worth(spec: str, kind: str) -> None:
    naive = naive_solver(game(spec))
    for puzzle in drawn(spec, kind=kind, seed=7):
        at = puzzle.position
        for move, (outcome, distance) in naive.move_values(at).items():
            end = played(at.play(move), puzzle.variations[move])
            assert end.is_over
            assert end.stones - at.stones == distance
            assert end.winner == {1: at.to_move, 0: None, -1: at.moved_last}[outcome]
            text = puzzle.explain(move)
            assert text.startswith(puzzle.name(move))
            assert ("loses" in text) == (outcome == -1)


@pytest.mark.parametrize("spec", ["3x3", "4x3:3"])
def test_the_answer_to_a_fork_puzzle_makes_two_threats(spec: str) -> None:
    for seed in range(4):
        for puzzle in drawn(spec, kind="fork", seed=seed):
            at = puzzle.position
            assert not winning_cells(at, at.to_move), "it does not win at once"
            for move in puzzle.right:
                assert len(winning_cells(at.play(move), at.to_move)) >= 2


def test_levels_are_those_of_the_table_in_the_file() -> None:
    table = {(1, 2): "123", (3, 4): "234", (5, 6): "345", (7, 8): "455", (9, 12): "555"}
    for plies, levels in table.items():
        for fails, level in zip(((2, 3), (4, 5), (6, 9)), levels, strict=True):
            for fail in fails:
                for ply in plies:
                    assert level_of(fail, ply) == int(level)


@pytest.mark.parametrize("spec", GAMES)
def test_a_level_that_is_asked_for_is_given(spec: str) -> None:
    for level in LEVELS:
        assert {puzzle.level for puzzle in drawn(spec, 3, level=level, seed=3)} <= {level}


def test_all_five_levels_are_there_on_3x3() -> None:
    for level in LEVELS:
        assert drawn("3x3", 1, level=level)


@pytest.mark.parametrize("spec", GAMES)
def test_hints_do_not_name_a_right_move_by_itself(spec: str) -> None:
    for puzzle in drawn(spec, 12, seed=5):
        what, where = puzzle.hints()
        names = set(map(puzzle.name, puzzle.right))
        assert not names & set(re.findall(r"\w+", what)) or game(spec).drop
        named = [move for move in puzzle.analysis.moves if puzzle.name(move) in where.split()]
        if game(spec).drop:
            assert sorted(move in puzzle.right for move in named) == [False, True]
        else:
            row = int(where.split()[-1].rstrip("."))
            assert any(name.endswith(str(row)) for name in names)


# Drawing


@pytest.mark.parametrize("spec", [*GAMES, "4x4", "4x4+drop"])
def test_a_seed_decides_and_no_two_puzzles_are_the_same(spec: str) -> None:
    first, again, other = (drawn(spec, 10, seed=seed) for seed in (11, 11, 12))
    assert [puzzle.to_dict() for puzzle in first] == [puzzle.to_dict() for puzzle in again]
    assert [puzzle.position for puzzle in first] != [puzzle.position for puzzle in other]
    width, height, depth = game(spec).shape
    maps = [] if game(spec).drop else sorted(naive_board_maps(width, height, depth))
    seen = set()
    for puzzle in first:
        marks = [puzzle.position.mark(cell) or "." for cell in range(game(spec).cells)]
        images = ["".join(marks), *("".join(marks[at] for at in one) for one in maps)]
        assert min(images) not in seen
        seen.add(min(images))


def test_the_puzzles_of_a_seed_stay_the_same_on_every_python() -> None:
    found = [(puzzle.kind, puzzle.to_dict()["position"]) for puzzle in drawn("3x3", 3, seed=1)]
    assert found == FIRST_OF_SEED_1
    found = [(puzzle.kind, puzzle.to_dict()["position"]) for puzzle in drawn("4x4", 3, seed=1)]
    assert found == FIRST_OF_SEED_1_ON_4X4


def test_the_pool_of_a_small_game_is_emptied_and_then_ends() -> None:
    found = drawn("3x3+drop", 1000)
    assert len(found) == len({puzzle.position for puzzle in found}) < 60
    assert {puzzle.kind for puzzle in found} == set(KINDS)


def test_what_has_no_puzzles_has_none() -> None:
    assert drawn("2x2") == drawn("1x1") == []
    with pytest.raises(LimitReached, match="100 cells"):
        drawn("10x10:5")
    with pytest.raises(NotationError, match="misere"):
        drawn("3x3+misere", kind="fork")
    with pytest.raises(NotationError, match="expected win"):
        drawn("3x3", kind="mate")


# At the terminal


def test_a_sitting_from_the_first_puzzle_to_the_last(cli: Cli) -> None:
    first, second, third, fourth = drawn("3x3", 4, seed=2)
    answers = [
        "zz", first.name(first.right[0]),
        "hint", "hint", "hint", second.name(second.wrong[0]), second.name(second.right[-1]),
        "answer",
        "help", "", "next",
    ]  # fmt: skip
    ran = cli("puzzle", "--seed", "2", "--count", "4", stdin="\n".join(answers) + "\n")
    assert ran.code == 0
    assert ran.err == ""
    assert "No: expected a cell" in ran.out
    told = " ".join(ran.out.split())
    assert f"Right: {first.explain(first.right[0])}." in told
    assert f"Wrong: {second.explain(second.wrong[0])}." in told
    assert all(hint in told for hint in second.hints())
    assert "No more hints" in told
    for move in third.analysis.moves:
        assert third.explain(move) in told
    assert fourth.task in told
    assert ran.out.endswith("\n2 of 4 solved, 1 of them at once and without a hint.\nGoodbye.\n")


@pytest.mark.parametrize("stdin", ["", "hint", "hint\nquit\n", "QUIT\n", "next\nnext\n"])
def test_leaving_early_is_a_farewell_and_no_error(cli: Cli, stdin: str) -> None:
    ran = cli("puzzle", "--seed", "2", stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("Goodbye.\n")


def test_ctrl_c_is_130(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Screen, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", interrupted)
    ran = cli("puzzle", "--seed", "2")
    assert ran.code == 130
    assert ran.out.endswith("Goodbye.\n")


def test_answer_prints_the_solutions_and_asks_nothing(cli: Cli) -> None:
    out = cli("puzzle", "-g", "4x3:3", "--seed", "3", "--count", "2", "--answer").out
    told = " ".join(out.split())
    for puzzle in drawn("4x3:3", 2, seed=3):
        for move in puzzle.analysis.moves:
            assert puzzle.explain(move) in told
    assert "Your move" not in out


def test_json_is_the_puzzles_of_the_seed(cli: Cli) -> None:
    found = cli("puzzle", "--kind", "hold", "--seed", "9", "--count", "3", "--json").json()
    assert (found["game"], found["seed"]) == ("3x3", 9)
    assert found["puzzles"] == [puzzle.to_dict() for puzzle in drawn("3x3", 3, kind="hold", seed=9)]
    assert cli("puzzle", "--count", "1", "--json").json()["seed"] >= 0


def test_what_cannot_be_done_is_a_sentence_and_a_code(cli: Cli) -> None:
    for code, *arguments in (
        (3, "--game", "15x15:5"),
        (3, "--game", "2x2"),
        (3, "--kind", "fork", "--level", "5"),
        (2, "--game", "misere", "--kind", "fork"),
        (2, "--level", "6"),
        (2, "--export", "sheet.txt"),
        (2, "--export", "nowhere/sheet.md"),
    ):
        ran = cli("puzzle", *map(str, arguments))
        assert (ran.code, ran.out) == (code, ""), arguments
        assert ran.err.strip()
    ran = cli("puzzle", "-g", "3x3+drop", "--kind", "fork", "--answer", "--seed", "1")
    assert ran.code == 0
    assert ran.err == "No more fork puzzles than 1 were found on 3x3+drop.\n"


def test_it_is_readable_in_ascii_and_forty_columns() -> None:
    ran = in_a_process(
        "puzzle", "-g", "4x4", "--seed", "3", "--count", "2",
        stdin="hint\nhelp\nanswer\nzz\na1\nb1\n",
        environment={"PYTHONIOENCODING": "ascii", "COLUMNS": "40"},
    )  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    assert max(map(len, ran.out.splitlines())) <= 40


# Sheets


def test_a_json_sheet_reads_back(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    ran = cli("puzzle", "-g", "4x3:3", "--seed", "6", "--count", "4", "--export", str(path))
    assert ran.code == 0
    assert "Wrote 4 puzzles" in ran.out
    sheet = json.loads(path.read_text(encoding="utf-8"))
    naive = naive_solver(game("4x3:3"))
    for puzzle in sheet["puzzles"]:
        at = position(puzzle["position"], sheet["game"])
        assert at.to_move == puzzle["to_move"]
        assert [parse_move(at, name) for name in puzzle["right"]] == naive.good(at)
        for move in puzzle["moves"]:
            assert move["right"] == (move["cell"] in naive.good(at))
            line = [parse_move(at, move["move"])]
            assert line == [move["cell"]]
            for name in move["variation"]:
                line.append(parse_move(played(at, line), name))
            assert played(at, line).is_over


def test_a_markdown_sheet_reads_back(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.md"
    assert cli("puzzle", "--seed", "6", "--export", str(path)).code == 0
    tasks, _, solutions = path.read_text(encoding="utf-8").partition("\n## Solutions\n")
    boards = re.findall(r"```text\n(.*?)\n```", tasks, re.S)
    found = drawn("3x3", 5, seed=6)
    rows = [[line[2:].replace(" ", "") for line in board.splitlines()[1:]] for board in boards]
    assert [position(" ".join(row)) for row in rows] == [puzzle.position for puzzle in found]
    answers = re.split(r"\n### \d+\. .*\n", solutions)[1:]
    for answer, puzzle in zip(answers, found, strict=True):
        right = re.findall(r"- \*\*(\w+)", answer)
        assert right == list(map(puzzle.name, puzzle.right))
        assert answer.count("\n- ") == len(puzzle.analysis.moves)


class Tables(HTMLParser):
    """Collects the marks of each table, every address, and every tag that is left open."""

    def __init__(self) -> None:
        super().__init__()
        self.boards: list[str] = []
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta",):
            self.open.append(tag)
        if tag == "table":
            self.boards.append("")
        if tag == "td" and not attributes:
            self.boards[-1] += "."

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, text: str) -> None:
        self.text.append(text)
        if self.open and self.open[-1] == "td":
            self.boards[-1] = self.boards[-1][:-1] + text


def test_an_html_sheet_reads_back_and_asks_for_nothing(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    assert cli("puzzle", "--seed", "6", "--export", str(path)).code == 0
    text = path.read_text(encoding="utf-8")
    page = Tables()
    page.feed(text)
    found = drawn("3x3", 5, seed=6)
    assert page.open == []
    assert page.addresses == []
    assert not re.search(r"url\(|@import|<script|https?:", text)
    assert "break-before: page" in text
    boards = [" ".join(board[at : at + 3] for at in (0, 3, 6)) for board in page.boards]
    assert [position(board) for board in boards] == [puzzle.position for puzzle in found]
    before, after = "".join(page.text).split("Solutions")
    for puzzle in found:
        assert puzzle.task in before
        for move in puzzle.analysis.moves:
            assert puzzle.explain(move) in after
            assert puzzle.explain(move) not in before


def test_a_sheet_is_written_whole_or_not_at_all(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sheet.md"
    path.write_text("old", encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    ran = cli("puzzle", "--seed", "1", "--export", str(path))
    assert ran.code == 2
    assert "permission denied" in ran.err
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["sheet.md"]


FIRST_OF_SEED_1 = [("win", "OXX .O. .OX"), ("win", "..X XX. O.O"), ("hold", "XO. OOX X..")]
FIRST_OF_SEED_1_ON_4X4 = [
    ("win", "..OO .XXX X.XO XOOO"),
    ("hold", "..OX OOXX OXXO O.X."),
    ("hold", "X.O. OOXX .OX. XOXO"),
]
