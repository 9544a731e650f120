"""Adapters: programs of every form are found, asked as they want to be, and read aright."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from naive import TESTS
from student_programs import SCORE_ONLY, STUDENTS, TUTORIAL, Student

from noughts.audit.candidate import Answer, Candidate, Fault
from noughts.audit.candidates.adapters import candidate_for, split_target
from noughts.audit.candidates.engines import split_command
from noughts.audit.candidates.programs import ProgramCandidate
from noughts.audit.sandbox.limits import Limits
from noughts.errors import NotationError
from noughts.notation.parse import position
from noughts.play.named import is_player_name, player_named, player_names
from noughts.play.players import PerfectPlayer, SearchPlayer
from noughts.rules.catalog import game
from noughts.rules.position import Position
from noughts.solver.oracle import Analysis, Oracle
from noughts.value import Outcome

GAME = game("3x3")
ORACLE = Oracle(GAME, seconds=None)
PROGRAMS = TESTS / "programs"


@cache
def late_positions(mark: str | None, *, every: int = 4) -> list[Position]:
    """Unfinished positions with four free cells or fewer in which the mark is to move."""
    starts = [Position(GAME)] if mark is None else [Position(GAME), Position(GAME, 0, 0, "O")]
    found: dict[tuple[Position, str], Position] = {}
    stack = list(starts)
    while stack:
        one = stack.pop()
        key = (one, one.first_mark)
        if key in found or one.is_over:
            continue
        found[key] = one
        stack += [one.child(move) for move in one.moves()]
    return [
        one
        for one in sorted(found.values(), key=lambda one: (one.key, one.first_mark))
        if one.stones >= 5 and mark in (None, one.to_move)
    ][::every]


@cache
def truth(position: Position) -> Analysis:
    return ORACLE.analyze(position)


def check_answers(candidate: Candidate, *, is_perfect: bool) -> None:
    """Every answer is legal; of a perfect program, every one keeps the outcome."""
    for one in late_positions(candidate.mark):
        answer = candidate.ask(one)
        assert answer.fault is None, (one, answer)
        assert not answer.changed_board, (one, answer)
        if is_perfect:
            analysis = truth(one)
            assert answer.move in analysis.good, (one, answer)
            assert answer.claim in (None, analysis.value.outcome), (one, answer)


def write(folder: Path, source: str, name: str = "player.py") -> str:
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return str(path)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Any]:
    """Opens candidates from a text or a target, and closes them."""
    candidates: list[Candidate] = []

    def open_one(target: Any, **options: Any) -> Any:
        if isinstance(target, str) and "\n" in target:
            target = write(tmp_path, target) + options.pop("name", "")
        candidates.append(candidate_for(target, options.pop("rules", GAME), **options))
        return candidates[-1]

    yield open_one
    for candidate in candidates:
        candidate.close()


def test_every_kind_of_candidate_says_whether_it_runs_apart_and_must_pass(opened: Any) -> None:
    source = "def best_move(board):\n    return board.index(' ') if ' ' in board else None\n"
    command = f'"{sys.executable}" "{PROGRAMS / "course.py"}"'
    kinds = {
        "file": opened(source),
        "command": opened(None, command=command),
        "gomocup": opened(None, command=command, gomocup=True),
        "function": opened(lambda board: board.index(" ")),
        "player": opened("perfect"),
        "object": opened(PerfectPlayer()),
    }
    apart = {kind for kind, candidate in kinds.items() if candidate.runs_apart}
    assert apart == {"file", "command", "gomocup"}
    assert not any(candidate.must_pass for candidate in kinds.values())
    assert opened(PROGRAMS / "course.py").must_pass


# ---- the programs of the reports ----------------------------------------------------------------

REPORTS = {
    "report_000": (None, "score, row, column", "rows"),
    "report_001": ("X", "index", "flat"),
    "report_002": ("X", "new board", "text"),
    "report_003": ("X", "cell", "rows"),
    "report_004": (None, "row, column, score", "rows"),
    "course": (None, "cell", "rows"),
}


@pytest.mark.parametrize("name", REPORTS)
def test_the_programs_of_the_reports_are_taken_for_what_they_are(name: str, opened: Any) -> None:
    candidate = opened(PROGRAMS / f"{name}.py")
    form = candidate.form
    assert (candidate.mark, form.reading, form.kind) == REPORTS[name]
    check_answers(candidate, is_perfect=True)


def test_report_000_is_a_class_with_min_for_x_and_max_for_o(opened: Any) -> None:
    candidate = opened(PROGRAMS / "report_000.py")
    assert candidate.name == "report_000.py:Game"
    assert candidate.taken_for == (
        "Game.min() for X and Game.max() for O on a list of 3 rows in the attribute rows, with 'X' "
        "for X, 'O' for O, '.' for free cells; it returns (value, row, column) and plays either "
        "mark."
    )
    assert candidate.ask(position("XXO O.. O.X")).claim is Outcome.WIN
    assert candidate.ask(position("XX. ... OO. O")).claim is Outcome.WIN


def test_the_wrong_variant_of_000_is_asked_all_the_same_and_leaves_its_stones(
    opened: Any,
) -> None:
    candidate = opened(PROGRAMS / "report_000_wrong.py")
    assert candidate.form.reading == "score, row, column"
    answers = [candidate.ask(one) for one in late_positions(None, every=8)]
    assert any(answer.changed_board for answer in answers)


def test_scores_that_count_the_depth_of_draws_claim_nothing(opened: Any) -> None:
    assert opened(PROGRAMS / "report_002.py").ask(position("XX. OO. ...")).claim is None


def test_report_003_answers_on_its_finished_board_and_says_where(opened: Any) -> None:
    candidate = opened(PROGRAMS / "report_003.py")
    answer = candidate.ask(position("XOX OX. .OX"))
    assert answer.move is None
    assert answer.fault is None
    assert answer.said == "(1, 2)"
    assert answer.offered == 5


def test_a_program_that_returns_none_on_a_finished_board_offers_nothing(opened: Any) -> None:
    answer = opened(PROGRAMS / "course.py").ask(position("XXX OO. ..."))
    assert (answer.move, answer.fault, answer.said, answer.offered) == (None, None, "None", None)


def test_a_program_of_one_mark_is_shown_boards_on_which_the_other_began(opened: Any) -> None:
    candidate = opened(PROGRAMS / "report_003.py")
    assert candidate.ask(position("O.X .O. ... X")).move == 8


def test_the_computer_of_004_is_the_side_to_move_and_counts_as_plus_one(opened: Any) -> None:
    candidate = opened(PROGRAMS / "report_004.py")
    assert candidate.form.marks.relative
    request = candidate.form.request(position("XX. .O. ..."))
    assert request["cells"] == [-1, -1, 0, 0, 1, 0, 0, 0, 0]
    assert request["arguments"] == [{"board": True}, 6, 1]


def test_larger_boards_are_asked_in_the_same_way(opened: Any) -> None:
    large = game("4x4")
    candidate = opened(PROGRAMS / "report_004.py", rules=large)
    assert candidate.ask(position("XXX. OOO. XOX. OXO.", game=large)).move == 3


# ---- the programs of students -------------------------------------------------------------------


@pytest.mark.parametrize("name", STUDENTS)
def test_programs_as_students_write_them(name: str, opened: Any) -> None:
    student: Student = STUDENTS[name]
    if name == "numpy" and find_spec("numpy") is None:
        pytest.skip("numpy is not installed")
    candidate = opened(student.source)
    form = candidate.form
    assert (candidate.mark, form.reading, form.kind) == student[1:4]
    check_answers(candidate, is_perfect=student.is_perfect)


def test_numbers_are_told_apart_by_what_the_program_makes_of_them(opened: Any) -> None:
    assert opened(STUDENTS["engine"].source).form.marks[:3] == (1, 2, 0)


def test_a_score_is_turned_into_the_move_after_which_it_is_best(opened: Any) -> None:
    candidate = opened(SCORE_ONLY)
    answer = candidate.ask(position("XX. OO. ..."))
    assert answer.move == 2
    assert answer.claim is Outcome.WIN
    assert answer.said.startswith("c1 -1, ")


# One change to a program that was right: it must still be taken for what it is.
WRONG = [
    ("report_000", '"X": -1, "O": 1', '"X": 1, "O": -1'),
    ("report_000", "value > best", "value < best"),
    ("report_001", "return 10 - depth", "return depth - 10"),
    ("report_001", "value > best_value", "value < best_value"),
    ("report_001", '            board[i] = " "\n    return max', "    return max"),
    ("report_003", "minimax(board, False)", "minimax(board, True)"),
    ("report_004", "if score[2] > best[2]", "if score[2] < best[2]"),
    ("report_004", "return +1\n", "return -1\n"),
    ("course", "{X: 1, O: -1}", "{X: -1, O: 1}"),
    ("tutorial", "moveVal > bestVal", "moveVal < bestVal"),
    ("score_only", "max(score, best) if", "min(score, best) if"),
    ("global_board", "        board[i] = old\n    return", "    return"),
    ("negamax", "score = -negamax", "score = negamax"),
    ("two_classes", "sim['score'] > best", "sim['score'] < best"),
    ("ai_class", "return 1\n", "return -1\n"),
    ("dict_board", "score > bestScore", "score < bestScore"),
]


@pytest.mark.parametrize(("name", "right", "wrong"), WRONG)
def test_a_wrong_program_is_taken_for_what_it_was_meant_to_be(
    name: str, right: str, wrong: str, opened: Any
) -> None:
    student = STUDENTS.get(name)
    source = student.source if student else (PROGRAMS / f"{name}.py").read_text("utf-8")
    assert right in source
    candidate = opened(source.replace(right, wrong))
    form = candidate.form
    expected = student[1:4] if student else REPORTS[name]
    assert (candidate.mark, form.reading, form.kind) == expected


def test_a_program_that_never_finds_a_move_is_asked_nevertheless(opened: Any) -> None:
    candidate = opened(TUTORIAL.replace("moveVal > bestVal", "moveVal < bestVal"))
    assert candidate.name == "player.py:findBestMove"
    answer = candidate.ask(position("XX. OO. ..."))
    assert (answer.fault, answer.detail) == (Fault.ILLEGAL, "(-1, -1) is not on the board")


# ---- programs that err ----

FREE = "    free = [i for i, c in enumerate(board) if c == ' ']\n"
ERRING = {
    "always the first cell": ("    return 0\n", "index", Fault.ILLEGAL),
    "always a cell that is the last only from 1": ("    return 9\n", "index from 1", None),
    "a taken cell late in the game": (
        FREE + "    return free[0] if len(free) > 2 else board.index('X')\n",
        "index",
        Fault.ILLEGAL,
    ),
    "an exception late in the game": (FREE + "    return free[5]\n", "index", Fault.RAISES),
}


@pytest.mark.parametrize("name", ERRING)
def test_a_program_that_errs_is_asked_nevertheless(name: str, opened: Any) -> None:
    body, reading, fault = ERRING[name]
    candidate = opened("def best_move(board):\n" + body)
    form = candidate.form
    assert (form.kind, form.marks[:3], form.reading) == ("flat", ("X", "O", " "), reading)
    assert candidate.ask(Position(GAME)).fault is None
    assert candidate.ask(position("XOX OXO .X.")).fault is fault


def test_a_function_that_errs_is_not_passed_over_for_one_that_returns_right_scores(
    opened: Any,
) -> None:
    source = STUDENTS["score_only"].source + "\ndef best_move(board):\n    return 0\n"
    assert opened(source).name == "player.py:best_move"


def test_a_column_player_is_soon_known_on_a_large_board(opened: Any) -> None:
    started = time.perf_counter()
    candidate = opened(
        "def best_move(board):\n    return board.index(' ')\n", rules=game("7x6:4+drop")
    )
    assert candidate.form.kind == "flat"
    assert time.perf_counter() - started < 30


# ---- saying otherwise ---------------------------------------------------------------------------

TWO = """
def best_move(board):
    return board.index(' ')
def last(squares, who):
    return 8 - squares[::-1].index('.')
class Third:
    def choose(self, board):
        return [i for i in range(9) if board[i] == ' '][-1]
"""


def test_a_function_is_chosen_by_its_name(opened: Any) -> None:
    start = Position(GAME)
    assert opened(TWO).ask(start).move == 0
    named = opened(TWO, name=":last")
    assert named.ask(start).move == 8
    assert named.name == "player.py:last"
    assert opened(TWO, name=":Third").ask(start).move == 8
    assert opened(TWO, name=":Third.choose").ask(start).move == 8


def test_board_and_marks_and_returns_can_be_said(opened: Any) -> None:
    agnostic = (
        "def best_move(board):\n"
        "    cells = board if len(board) == 9 else [c for row in board for c in row]\n"
        "    free = [i for i, c in enumerate(cells) if c not in ('X', 'O', 1, 2, 'a', 'b')]\n"
        "    return free[0] if len(board) == 9 else divmod(free[0], 3)\n"
    )
    assert opened(agnostic).form.kind == "flat"
    assert opened(agnostic, board="rows").form.kind == "rows"
    spelled = opened(agnostic, marks="ab.")
    assert spelled.form.request(position("X.. .O. ..."))["cells"] == list("a...b....")
    assert opened(agnostic, marks="1,2,None").form.marks[:3] == (1, 2, None)
    assert opened(agnostic, returns="index").form.reading == "index"


def test_a_triple_may_begin_or_end_with_the_score(opened: Any) -> None:
    for name in ("report_000", "report_004"):
        assert opened(PROGRAMS / f"{name}.py", returns="triple").form.reading == REPORTS[name][1]


def test_a_score_can_be_asked_for_where_a_move_would_be_preferred(opened: Any) -> None:
    candidate = opened(TUTORIAL, name=":minimax", returns="score")
    assert candidate.form.reading == "score"
    assert candidate.ask(position("XX. OO. ...")).move == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"board": "round"}, "flat or rows"),
        ({"returns": "nothing"}, "index, cell, triple, score"),
        ({"marks": "XX "}, "three different marks"),
        ({"marks": "XOXO"}, "three different marks"),
        ({"gomocup": True}, "--command"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: Any, words: str, opened: Any) -> None:
    with pytest.raises(NotationError, match=words):
        opened(TWO, **options)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("print('hello')\n", "no functions"),
        ("def area(radius):\n    return radius * 3\n", "FILE.py:NAME, --board"),
        ("def best_move(board):\n    return 'nowhere'\n", "tried best_move on"),
        ("def best_move(board):\n    x = 1\n", "best_move answers None; expected a function"),
        ("def best_move(board):\n    return borad\n", r"name 'borad' is not defined \(line 2\);"),
        ("def best_move(board:\n    return 1\n", "cannot (read|load)"),
    ],
)
def test_a_file_that_cannot_be_asked_says_why(source: str, words: str, opened: Any) -> None:
    with pytest.raises(NotationError, match=words):
        opened(source)


def test_a_name_that_is_not_there_is_refused_with_those_that_are(opened: Any) -> None:
    with pytest.raises(
        NotationError, match=r"no function or class nothing; it has best_move, last"
    ):
        opened(TWO, name=":nothing")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot read"):
        candidate_for(str(tmp_path / "none.py"), GAME)
    with pytest.raises(NotationError, match="no file and no player 'perfekt'"):
        candidate_for("perfekt", GAME)


def test_a_target_is_split_at_the_last_colon_that_no_backslash_follows() -> None:
    assert split_target("dir/a.py:Player.move") == ("dir/a.py", "Player.move")
    assert split_target(r"C:\dir\a.py") == (r"C:\dir\a.py", None)
    assert split_target(r"C:\dir\a.py:move") == (r"C:\dir\a.py", "move")
    assert split_target("C:/dir/a.py") == ("C:/dir/a.py", None)
    assert split_target("a.py") == ("a.py", None)


# ---- scripts ------------------------------------------------------------------------------------


def test_a_file_that_lies_beside_the_program_is_found_and_not_played(
    tmp_path: Path, opened: Any
) -> None:
    write(tmp_path, "EMPTY = '-'\nprint(input('name? '))\nwhile True:\n    pass\n", "rules.py")
    source = "from rules import EMPTY\ndef best_move(board):\n    return board.index(EMPTY)\n"
    assert opened(source).ask(position("X.. ... ...")).move == 1


def test_what_the_functions_need_is_there_whatever_else_the_file_does(opened: Any) -> None:
    source = (
        "from __future__ import annotations\n"
        "import sys, nosuchmodule\n"
        "from nosuchmodule import nothing as something, also\n"
        "try:\n    import nosuchmodule as speed\nexcept ImportError:\n    speed = None\n"
        "name = input('What is your name? ')\n"
        "size = int(input('size? '))\n"
        "if size == 3:\n    FREE = ' '\nelse:\n    FREE = '?'\n"
        "LINES = []\n"
        "for row in range(3):\n    LINES.append([3 * row + c for c in range(3)])\n"
        "@also.jit(fast=True)\n"
        "def best_move(board: Nowhere) -> Nothing:\n"
        "    assert len(LINES) == 3 and speed is None\n"
        "    return board.index(FREE)\n"
        "def main():\n    while True:\n        input('move? ')\n"
        "winner = main()\n"
        "sys.exit(main())\n"
    )
    assert opened(source).ask(position("X.. ... ...")).move == 1


def test_a_file_that_computes_for_ever_when_it_is_loaded_is_reached_without_that(
    opened: Any,
) -> None:
    source = (
        "def count():\n    while True:\n        pass\n"
        "TOTAL = count()\n"
        "def best_move(board):\n    return board.index(' ')\n"
        "def unused():\n    return TOTAL\n"
    )
    assert opened(source, limits=Limits(move_seconds=3)).ask(Position(GAME)).move == 0


def test_changing_the_board_is_noticed_and_the_next_board_is_a_fresh_one(opened: Any) -> None:
    source = (
        "def best_move(board):\n    i = board.index(' ')\n    board[i] = 'X'\n"
        "    board[-1] = 'O'\n    return i\n"
    )
    candidate = opened(source)
    for _ in range(2):
        answer = candidate.ask(position("X.. .O. ..."))
        assert (answer.move, answer.changed_board) == (1, True)


@pytest.mark.parametrize(
    ("result", "fault", "detail"),
    [
        ("0", Fault.ILLEGAL, "a1 is taken by X"),
        ("9", Fault.ILLEGAL, "9 is not on the board"),
        ("-1", Fault.ILLEGAL, "-1 is not on the board"),
        ("None", Fault.NO_MOVE, "None is no move"),
        ("'b2'", Fault.NO_MOVE, "'b2' is no move"),
        ("True", Fault.NO_MOVE, "True is no move"),
        ("[1, 2]", Fault.NO_MOVE, "[1, 2] is no move"),
        ("board[20]", Fault.RAISES, "IndexError: list index out of range (line 3)"),
    ],
)
def test_what_is_no_legal_move_is_a_fault_with_the_reason(
    result: str, fault: Fault, detail: str, opened: Any
) -> None:
    source = (
        "def best_move(board):\n    if board.count(' ') > 6:\n"
        f"        return {result}\n    return board.index(' ')\n"
    )
    candidate = opened(source)
    answer = candidate.ask(position("X.. .O. ..."))
    assert (answer.move, answer.fault, answer.detail) == (None, fault, detail)
    assert candidate.ask(position("X.O XO. ...")).move == 1


# ---- the caller's own code ----------------------------------------------------------------------


def first_free(board: list[str]) -> int:
    return board.index(" ")


class Rows:
    def best_move(self, board: list[list[int]], player: int) -> tuple[int, int]:
        return next((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)


class Ours:
    def choose(self, position: Position) -> int:
        return position.moves()[-1]


def test_functions_classes_and_objects_of_the_caller_are_asked_in_this_process(
    opened: Any,
) -> None:
    one = position("X.. .O. ...")
    function = opened(first_free)
    assert (function.name, function.ask(one).move) == ("first_free", 1)
    assert opened(Rows).ask(one).move == 1
    assert opened(Rows()).ask(one).move == 1
    assert opened(Ours()).ask(one).move == 8
    assert opened(lambda board: board.index(" ")).ask(one).move == 1


def test_players_of_ours_are_asked_by_name_and_as_objects(opened: Any) -> None:
    one = position("XX. OO. ...")
    expected = Answer(2, 0.0, "c1", claim=Outcome.WIN)
    for target in ("perfect", "minimax", PerfectPlayer(), SearchPlayer("negamax")):
        answer = opened(target).ask(one)
        assert answer._replace(seconds=0.0) == expected
    assert opened("easy").mark is None
    assert opened("mcts:50").ask(one).move == 2
    assert opened("perfect").ask(position("XXX OO. ...")) == Answer(None, 0.0)


def test_anything_else_is_refused(opened: Any) -> None:
    with pytest.raises(NotationError, match="expected a file, a name, a function"):
        opened(object())


def test_players_by_name() -> None:
    assert all(is_player_name(name) for name in player_names())
    player = player_named("mcts:77", rng=random.Random(5))
    assert isinstance(player, SearchPlayer)
    assert player.options["playouts"] == 77
    depth = player_named("alphabeta:2")
    assert isinstance(depth, SearchPlayer)
    assert depth.options == {"depth": 2}
    for text, words in (
        ("nobody", "no player 'nobody'"),
        ("easy:3", "takes no number"),
        ("proof:3", "takes no number"),
        ("mcts:0", "1 or more"),
        ("mcts:many", "1 or more"),
    ):
        with pytest.raises(NotationError, match=words):
            player_named(text)


# ---- programs on standard input and output ------------------------------------------------------

LINE_PLAYER = """
import sys
print("# ready", flush=True)
for line in sys.stdin:
    cells = "".join(line.split()[:3])
    print("# thinking about", line.strip())
    print("noise", file=sys.stderr)
    i = cells.rindex(".")
    print("abc"[i % 3] + str(i // 3 + 1), flush=True)
"""


def run_line(path: str) -> str:
    return f'"{sys.executable}" "{path}"'


def test_a_command_reads_positions_and_writes_moves(tmp_path: Path, opened: Any) -> None:
    candidate = opened(None, command=run_line(write(tmp_path, LINE_PLAYER)))
    for text, move in (("X.. .O. ...", 8), ("X.. .O. ..X O", 7)):
        answer = candidate.ask(position(text))
        assert (answer.move, answer.fault) == (move, None)
    assert candidate.ask(position("XXX OO. ...")) == Answer(None, 0.0)
    assert candidate.mark is None


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("print('a1', flush=True)", Fault.ILLEGAL),
        ("print('z9', flush=True)", Fault.ILLEGAL),
        ("print('7 7', flush=True)", Fault.ILLEGAL),
        ("print('hello', flush=True)", Fault.NO_MOVE),
        ("sys.exit(3)", Fault.CRASH),
        ("while True: pass", Fault.SLOW),
        ("while True: print('# more' * 9999)", Fault.FLOOD),
        ("while True: print('more' * 9999, file=sys.stderr)", Fault.FLOOD),
    ],
)
def test_what_a_command_does_wrong_is_a_fault(
    reply: str, fault: Fault, tmp_path: Path, opened: Any
) -> None:
    source = (
        "import sys\nfor line in sys.stdin:\n    if '.' in line[:3]:\n"
        f"        {reply}\n    print('c3', flush=True)\n"
    )
    limits = Limits(move_seconds=1.5)
    candidate = opened(None, command=run_line(write(tmp_path, source)), limits=limits)
    answer = candidate.ask(position("X.. .O. ..."))
    assert (answer.move, answer.fault) == (None, fault)
    if fault not in (Fault.ILLEGAL, Fault.NO_MOVE):
        assert candidate.ask(position("XOX .O. ...")).move == 8


def test_a_command_that_says_more_than_it_was_asked_is_garbled(tmp_path: Path, opened: Any) -> None:
    source = LINE_PLAYER + '    print("b1", flush=True)\n'
    candidate = opened(None, command=run_line(write(tmp_path, source)))
    candidate.ask(position("X.. .O. ..."))
    time.sleep(0.5)
    answer = candidate.ask(position("X.. .O. ..."))
    assert (answer.fault, answer.detail) == (Fault.GARBLED, "it wrote 'b1' before it was asked")


def test_a_command_that_never_listens_is_a_flood(tmp_path: Path, opened: Any) -> None:
    source = "print('c3', flush=True)\nwhile True:\n    print('# c3' * 100)\n"
    candidate = opened(None, command=run_line(write(tmp_path, source)))
    assert candidate.ask(position("X.. .O. ...")).move == 8
    time.sleep(0.5)
    assert candidate.ask(position("X.. .O. ...")).fault is Fault.FLOOD


def test_a_command_that_is_not_there_is_a_crash(opened: Any) -> None:
    answer = opened(None, command="./no-such-program").ask(Position(GAME))
    assert answer.fault is Fault.CRASH
    assert "cannot run ./no-such-program" in answer.detail or os.name != "posix"


def test_commands_are_split_as_words_and_nothing_more() -> None:
    assert split_command("prog 'a b' $HOME ; rm") == ["prog", "a b", "$HOME", ";", "rm"]
    for text in ("", "'open"):
        with pytest.raises(NotationError):
            split_command(text)


GOMOCUP = """
import sys
size, stones, log = (0, 0), {}, []
for line in sys.stdin:
    words = line.split()
    log.append(line.strip())
    if words[0] in ("START", "RECTSTART"):
        sides = words[1].split(",")
        size = int(sides[0]), int(sides[-1])
        print("MESSAGE hello\\nOK", flush=True)
    elif words[0] == "INFO":
        continue
    elif words[0] == "BOARD":
        stones = {}
    elif words[0] == "DONE":
        mine = sum(v == 1 for v in stones.values())
        assert len(stones) - 2 * mine in (0, 1), stones
        print("DEBUG", size, len(stones), flush=True)
        if len(stones) == 3:
            print("ERROR no idea", flush=True)
            continue
        free = [(x, y) for y in range(size[1]) for x in range(size[0]) if (x, y) not in stones]
        print("%d,%d" % free[-1 if len(stones) != 2 else 0], flush=True)
    elif words[0] == "END":
        break
    else:
        x, y, who = map(int, line.split(","))
        stones[x, y] = who
"""


def test_gomocups_protocol(tmp_path: Path, opened: Any) -> None:
    command = run_line(write(tmp_path, GOMOCUP))
    candidate = opened(None, command=command, gomocup=True)
    assert candidate.ask(position(".X. .O. ...")).move == 0
    assert candidate.ask(position("OX. .O. .XX")).move == 6
    answer = candidate.ask(position(".X. .O. .X."))
    assert (answer.fault, answer.detail) == (Fault.NO_MOVE, "ERROR no idea")
    wide = game("4x3:3")
    other = opened(None, command=command, gomocup=True, rules=wide)
    assert other.ask(Position(wide)).move == 11


def test_a_command_that_does_not_speak_gomocup_is_garbled(tmp_path: Path, opened: Any) -> None:
    command = run_line(write(tmp_path, LINE_PLAYER.replace("line.split()[:3]", '"..X"')))
    answer = opened(None, command=command, gomocup=True).ask(Position(GAME))
    assert answer.fault is Fault.GARBLED


def test_a_program_candidate_is_what_a_file_becomes(opened: Any) -> None:
    assert isinstance(opened(TWO), ProgramCandidate)
