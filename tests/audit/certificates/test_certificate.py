"""Certificates: what is written is proved, and what is tampered with is found out."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from naive import Cli, naive_lines

from noughts.audit.certificates import checker
from noughts.audit.certificates.certificate import (
    FORMAT,
    Certificate,
    follow,
    part_of,
    player_certificate,
    solved_certificate,
)
from noughts.errors import LimitReached, RulesError
from noughts.notation.gamefile import read_game
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.grid import cells_of
from noughts.rules.position import Position
from noughts.solver.oracle import Oracle
from noughts.value import Outcome

HERE = Path(checker.__file__).resolve()


@cache
def solved_text(spec: str) -> str:
    return str(solved_certificate(game(spec)))


def check_text(text: str, folder: Path) -> list[checker.Part]:
    path = folder / "it.cert"
    path.write_text(text, encoding="utf-8", newline="")
    return checker.check(str(path))


def is_proved(text: str, folder: Path) -> bool:
    return not any(part.complaints for part in check_text(text, folder))


# The checker by itself


def test_the_checker_shares_no_code_with_the_library() -> None:
    tree = ast.parse(HERE.read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module or "")
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "eval", "exec", "importlib")
    assert imported == {"re", "sys", "itertools"}


def run_alone(*arguments: str) -> tuple[int, str]:
    """The checker as a program of its own: -I keeps the library out of its reach."""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(HERE), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ran.stderr
    return ran.returncode, ran.stdout


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    path = tmp_path / "it.cert"
    text = str(solved_certificate(game("3x3")))
    path.write_text(text, encoding="utf-8")
    code, said = run_alone(str(path))
    assert code == 0
    assert said.splitlines() == [
        "first never loses: proved; 81 positions listed, 54 ends",
        "second never loses: proved; 426 positions listed, 182 ends",
    ]
    path.write_text(text.replace("... ... ... a1", "... ... ... b1"), encoding="utf-8")
    code, said = run_alone(str(path))
    assert code == 1
    assert "first never loses: not proved" in said
    assert run_alone(str(tmp_path / "none.cert"))[0] == 2
    assert run_alone()[0] == 2


@pytest.mark.parametrize(
    "spec",
    ["3x3", "4x3:3", "7x6:4+drop", "3x3+torus", "4x4:3+torus", "3x3x3", "4x2x2:3+torus", "30x2:2"],
)
def test_its_rules_are_those_of_the_library_and_of_the_obvious_twin(
    spec: str, tmp_path: Path
) -> None:
    rules = game(spec)
    assert rules.k is not None
    header = str(Certificate(rules, []))
    read = check_text(f"{header}claim first wins\n", tmp_path)[0].rules
    assert list(read.cells) == [rules.shape.name(cell) for cell in range(rules.cells)]
    assert read.lines == set(rules.lines)
    naive = naive_lines(*rules.shape, rules.k, torus=rules.torus)
    assert {frozenset(cells_of(line)) for line in read.lines} == naive


@pytest.mark.parametrize("spec", ["3x3", "4x3:3+drop", "3x3+misere", "3x3+torus"])
def test_its_moves_and_ends_are_those_of_the_library(spec: str, tmp_path: Path) -> None:
    rules = game(spec)
    read = check_text(f"{Certificate(rules, [])}claim first wins\n", tmp_path)[0].rules
    ahead, seen = [Position(rules)], {Position(rules)}
    while ahead:
        position = ahead.pop()
        winner = {None: "nobody", "X": "first", "O": "second"}[position.winner]
        expected = winner if position.is_over else None
        assert read.winner(position.first, position.second) == expected
        if expected is None:
            assert read.moves(position.taken) == position.moves()
            new = {position.child(move) for move in position.moves()} - seen
            seen |= new
            ahead += new
    assert len(seen) > 500


# What is written is proved

CLAIMS = {
    "3x3": ["first never loses", "second never loses"],
    "3x3+misere": ["first never loses", "second never loses"],
    "3x3+torus": ["first wins within 7"],
    "4x3:3": ["first wins within 7"],
    "4x3:3+drop": ["first wins within 9"],
    "4x4:3": ["first wins within 5"],
    "2x2:2+misere": ["second wins within 3"],
    "4x2:2+misere": ["second wins within 5"],
    "1x1": ["first wins within 1"],
    "3x3x3": ["first wins within 7"],
    "4x4+drop": ["first never loses", "second never loses"],
}


@pytest.mark.parametrize("spec", CLAIMS)
def test_a_solved_game_has_a_certificate_that_is_proved(spec: str, tmp_path: Path) -> None:
    parts = check_text(solved_text(spec), tmp_path)
    assert [part.claim for part in parts] == CLAIMS[spec]
    for part in parts:
        assert not part.complaints
        assert not part.notes, "every line is needed"


@pytest.mark.parametrize("spec", [spec for spec in CLAIMS if "wins" in CLAIMS[spec][0]])
def test_no_certificate_claims_less_than_the_truth(spec: str, tmp_path: Path) -> None:
    rules = game(spec)
    value = Oracle(rules).value(Position(rules))
    assert CLAIMS[spec][0].endswith(f" within {value.distance}")
    text = solved_text(spec)
    sooner = text.replace(f"within {value.distance}", f"within {(value.distance or 0) - 1}")
    assert not is_proved(sooner, tmp_path)
    assert is_proved(text.replace(f" within {value.distance}", ""), tmp_path)


def test_the_loser_has_no_certificate() -> None:
    with pytest.raises(RulesError, match="second player cannot hold 4x4:3: the first player wins"):
        solved_certificate(game("4x4:3"), "second")
    assert [part.claim for part in solved_certificate(game("3x3"), "second").parts] == [
        "second never loses"
    ]


def test_a_game_of_ones_own_is_written_with_its_lines(tmp_path: Path) -> None:
    tee = read_game("3x3\na1 b1 c1\nb1 b2 b3", name="@tee.game")
    text = str(solved_certificate(tee))
    assert "line a1 b1 c1\nline b1 b2 b3\n" in text
    assert is_proved(text, tmp_path)


def test_the_strategy_of_a_player_is_proved_and_each_of_its_moves_is_followed(
    tmp_path: Path,
) -> None:
    rules = game("3x3")
    oracle = Oracle(rules)
    every = {
        position: list(moves)
        for side in ("first", "second")
        for position, moves in follow(rules, side, lambda p: oracle.analyze(p).good)[0].items()
    }
    certificate = player_certificate(rules, every, "every right move")
    assert sum(len(moves) for moves in every.values()) > len(every)
    text = str(certificate)
    assert "# every right move\n" in text
    parts = check_text(text, tmp_path)
    assert not any(part.complaints or part.notes for part in parts)
    assert sum(len(part.moves) for part in parts) == len(every)


def test_a_player_that_loses_or_is_silent_gets_no_certificate() -> None:
    rules = game("3x3")

    def lowest(position: Position) -> list[int]:
        return position.moves()[:1]

    answers = {
        position: list[int | None](moves)
        for side in ("first", "second")
        for position, moves in follow(rules, side, lowest)[0].items()
    }
    with pytest.raises(RulesError, match="the first player loses a game, ending in"):
        player_certificate(rules, answers)
    with pytest.raises(RulesError, match=r"the first player has no move on \.\.\. \.\.\. \.\.\."):
        player_certificate(rules, {})
    with pytest.raises(LimitReached, match="more than 5 positions"):
        part_of(rules, "second", lowest, most=5)


# Tampering


def naive_is_proved(rules: Game, claims: dict[str, dict[Position, set[int]]]) -> bool:
    """Do all moves of each side keep its claim never to lose, in every game? By recursion."""

    def holds(position: Position, side: int, moves: dict[Position, set[int]]) -> bool:
        if position.is_over:
            return position.winner in (None, "XO"[side])
        if position.stones % 2 != side:
            return all(holds(position.child(move), side, moves) for move in position.moves())
        listed = moves.get(position, set())
        legal = set(position.moves())
        return bool(listed) and all(
            move in legal and holds(position.child(move), side, moves) for move in listed
        )

    return all(
        holds(Position(rules), ("first", "second").index(side), moves)
        for side, moves in claims.items()
    )


def read_claims(rules: Game, lines: list[str]) -> dict[str, dict[Position, set[int]]]:
    names = {rules.shape.name(cell): cell for cell in range(rules.cells)}
    claims: dict[str, dict[Position, set[int]]] = {}
    side = ""
    for line in lines:
        words = line.split()
        if words[:1] == ["claim"]:
            side = words[1]
            claims[side] = {}
        elif side and words:
            board = "".join(words[:-1])
            first, second = (
                sum(1 << cell for cell, mark in enumerate(board) if mark == which) for which in "XO"
            )
            claims[side].setdefault(Position(rules, first, second), set()).add(names[words[-1]])
    return claims


def tampered(lines: list[str], names: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Every move changed into every other, every line removed, doubled, or beside another."""
    for at, line in enumerate(lines):
        board, _, move = line.rstrip("\n").rpartition(" ")
        if not board or set(board) - set("XO. "):
            continue
        for name in names:
            if name != move:
                changed = f"{board} {name}\n"
                yield f"{line!r} to {name}", [*lines[:at], changed, *lines[at + 1 :]]
        yield f"{line!r} removed", [*lines[:at], *lines[at + 1 :]]
        yield f"{line!r} twice", [*lines[: at + 1], *lines[at:]]
        yield f"{line!r} beside {names[0]}", [*lines, f"{board} {names[0]}\n"]


@pytest.mark.parametrize(
    ("spec", "side"), [("3x3", "first"), ("3x2:3", "second"), ("3x3:2+drop+misere", "second")]
)
def test_tampering_is_found_out_exactly_where_the_claim_is_no_longer_proved(
    spec: str, side: str, tmp_path: Path
) -> None:
    """For every change the checker says what a naive evaluation says."""
    rules = game(spec)
    names = [rules.shape.name(cell) for cell in range(rules.cells)]
    part = solved_certificate(rules, side).parts[0]
    hold = replace(part, claim=f"{side} never loses")
    lines = list(Certificate(rules, [hold]).lines())
    answers = {True: 0, False: 0}
    for what, changed in tampered(lines, names):
        expected = naive_is_proved(rules, read_claims(rules, changed))
        found = check_text("".join(changed), tmp_path)[0]
        assert (not found.complaints) is expected, what
        answers[expected] += 1
        if what.endswith("twice"):
            assert expected
            assert any("stands there twice" in note for note in found.notes)
        if what.endswith("removed"):
            assert not expected
            assert any("no move is listed" in said for said in found.complaints)
    assert min(answers.values()) > 5, answers


def test_a_complaint_names_the_line_and_the_position(tmp_path: Path) -> None:
    text = "\n".join([FORMAT, "size 2x2", "in-a-row 2", "claim first wins", ".. .. a1", "XO .. a2"])
    found = check_text(text, tmp_path)[0].complaints
    assert sorted(found) == [
        "line 5: X. .O: no move is listed",
        "line 5: X. O.: no move is listed",
    ]
    wrong = check_text(f"{text}\nX. O. a1\nX. .O b1\n", tmp_path)[0].complaints
    assert wrong == ["line 7: X. O.: a move that is listed cannot be played"]
    right = check_text(f"{text}\nX. O. b1\nX. .O b1\nX. .. b1\n", tmp_path)[0]
    assert not right.complaints
    assert right.notes == ["line 9: X. ..: never arises"]
    lost = "\n".join([FORMAT, "size 2x2", "rules misere", "in-a-row 2", "claim first wins"])
    ends = check_text(f"{lost}\n.. .. a1\nXO .. a2\nX. O. b1\nX. .O b1\n", tmp_path)[0].complaints
    assert "line 7: XO X.: second wins in 3 plies" in ends


# Files that are none

HEADER = f"{FORMAT}\nsize 3x3\nin-a-row 3\n"
UNREADABLE = {
    "": "line 1: expected 'noughts-certificate 1'",
    "noughts-certificate 2\n": "line 1: expected 'noughts-certificate 1'",
    "\x00" * 5000: "line 1: expected",
    "X" * 100_000: "line 1: expected",
    f"{FORMAT}\n": "line 1: the file ends, and no claim is made",
    f"{FORMAT}\nsize 3\n": "line 2: expected size, in-a-row",
    f"{FORMAT}\nsize 0x3\n": "line 2: expected 1 to 400 cells, got 0x3",
    f"{FORMAT}\nsize 999x999\n": "line 2: expected 1 to 400 cells",
    f"{FORMAT}\nsize {'9' * 500}x1\n": "line 2: expected size",
    f"{FORMAT}\nsize\n": "line 2: expected size",
    f"{FORMAT}\nsize 3x3\nsize 3x3\n": "line 3: expected size",
    f"{FORMAT}\nin-a-row 3\nclaim first wins\n": "line 3: expected a size, and either",
    f"{FORMAT}\nsize 3x3\nclaim first wins\n": "line 3: expected a size, and either",
    f"{HEADER}line a1 b1\nclaim first wins\n": "line 5: expected a size, and either",
    f"{HEADER}line a1 d1\n": "line 4: expected size",
    f"{HEADER}rules gravity\n": "line 4: expected size",
    f"{FORMAT}\nsize 3x3x3\nin-a-row 3\nrules drop\nclaim first wins\n": "line 5: stones fall only",
    f"{HEADER}claim third wins\n": "line 4: expected first or second",
    f"{HEADER}claim first\n": "line 4: expected first or second",
    f"{HEADER}claim first wins within 9999\n": "line 4: expected first or second",
    f"{HEADER}claim first wins\n... ... ..\n": "line 5: expected 9 marks",
    f"{HEADER}claim first wins\n... ... ... d1\n": "line 5: expected 9 marks",
    f"{HEADER}claim first wins\n... ... ..Q a1\n": "line 5: expected 9 marks",
    f"{HEADER}claim first wins\n{'.' * 9000}\n": "line 5: expected 9 marks",
    f"{HEADER}claim first wins\nsize 3x3\n": "line 5: expected 9 marks",
}


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: repr(text[-40:]))
def test_what_is_no_certificate_gets_one_sentence_with_its_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(checker.Unreadable) as caught:
        check_text(text, tmp_path)
    said = str(caught.value)
    assert UNREADABLE[text] in said
    assert "\n" not in said
    assert len(said) < 400


def test_a_file_that_is_not_there_or_no_text_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(checker.Unreadable, match="no such file"):
        checker.check(str(tmp_path / "none"))
    with pytest.raises(checker.Unreadable):
        checker.check(str(tmp_path))
    binary = tmp_path / "it.bin"
    binary.write_bytes(bytes(range(128, 256)) * 100)
    with pytest.raises(checker.Unreadable, match="expected a text in UTF-8"):
        checker.check(str(binary))


@pytest.mark.parametrize("change", ["\r\n", "  \n", " # a remark\n", "\n\n"])
def test_line_ends_blanks_and_remarks_do_not_matter(change: str, tmp_path: Path) -> None:
    text = solved_text("4x4:3")
    assert is_proved(text.replace("\n", change), tmp_path)
    assert is_proved("\ufeff" + text, tmp_path)


def test_a_certificate_is_soon_checked_however_large_its_board(tmp_path: Path) -> None:
    """Only boards that are listed are followed, so the work is bounded by the file."""
    text = f"{FORMAT}\nsize 20x20\nin-a-row 5\nclaim first wins\n{'.' * 400} a1\n"
    part = check_text(text, tmp_path)[0]
    assert len(part.complaints) == 399


# On the command line


def test_certify_writes_and_checks(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "win.cert"
    ran = cli("certify", "4x4:3", "-o", str(path))
    assert ran.code == 0
    assert ran.out.startswith("The first player wins within 5 plies: proved, by 142 positions")
    assert str(path) in ran.err
    again = cli("certify", str(path), "--json")
    assert again.code == 0
    claim = again.json()["claims"][0]
    assert claim["proved"] is again.json()["proved"] is True
    assert claim["positions"] == 142
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-60]), encoding="utf-8")
    broken = cli("certify", str(path))
    assert broken.code == 1
    assert "not proved" in broken.out
    assert ": no move is listed" in broken.out
    assert "more\n" in broken.out


def test_certify_says_what_it_expected(cli: Cli, tmp_path: Path) -> None:
    assert "no such file" in cli("certify", str(tmp_path / "none.cert")).err
    for arguments in (["4x4"], ["4x4", "--side", "first"]):
        ran = cli("certify", *arguments)
        assert ran.code == 2
        assert "-o FILE" in ran.err
    ran = cli("certify", "4x4:3", "--side", "second", "-o", str(tmp_path / "x"))
    assert ran.code == 2
    assert "cannot hold 4x4:3" in ran.err
    assert not (tmp_path / "x").exists()


def test_outcomes_decide_whose_certificate_is_written() -> None:
    for spec, claims in CLAIMS.items():
        value = Oracle(game(spec)).value(Position(game(spec))).outcome
        assert (value is Outcome.DRAW) is (len(claims) == 2)
