"""play/human.py: a person at a terminal, or at the end of a pipe."""

from __future__ import annotations

import os
import re
import sys
import time

import pytest
from naive import Cli, in_a_process

COMMANDS = ("hint", "why", "undo", "moves", "new", "quit")


def test_the_board_has_labels_and_the_commands_are_explained_once(cli: Cli) -> None:
    ran = cli("play", stdin="b2\n")
    assert "  a b c\n1 . . .\n2 . . .\n3 . . ." in ran.out
    for command in COMMANDS:
        assert command in ran.out
    assert ran.out.count("Commands:") == 1
    assert "Recommended:" in ran.out
    assert re.search(r"O plays \w\d", ran.out)


def test_plain_noughts_plays_tic_tac_toe(cli: Cli) -> None:
    ran = cli(stdin="quit\n")
    assert ran.code == 0
    assert ran.out.startswith("3x3")
    assert "You are X; X moves first." in ran.out


def test_the_end_of_input_is_a_farewell_and_no_error(cli: Cli) -> None:
    for stdin in ("", "b2\n", "b2\nhelp"):
        ran = cli("play", stdin=stdin)
        assert ran.code == 0
        assert ran.out.endswith("Goodbye.\n")
        assert ran.err == ""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("zz", "zz"),
        ("d1", "a1 to c3"),
        ("", "your move"),
        ("b2 b3", "b2 b3"),
        ("9 9", "9 9"),
        ("undo", "no move of yours"),
        ("\x00", "expected"),
        ("hélp", "expected"),
    ],
)
def test_wrong_input_is_explained_and_asked_again_and_nothing_is_lost(
    cli: Cli, wrong: str, said: str
) -> None:
    ran = cli("play", stdin=f"{wrong}\nb2\n")
    assert ran.code == 0
    assert said in ran.out
    assert ran.out.count("X, your move") == 3, "asked, asked again, and asked for the second move"
    assert "2 . X ." in ran.out
    ran = cli("play", stdin=f"b2\n{wrong}\n")
    assert "2 . X ." in ran.out


def test_a_number_of_thousands_of_digits_is_no_reason_to_stop(cli: Cli) -> None:
    ran = cli("play", stdin=f"a{'1' * 5000}\n{'1' * 5000} 0\nb2\n")
    assert ran.code == 0
    assert "2 . X ." in ran.out


def test_commands_are_understood_where_the_column_is_asked_for(cli: Cli) -> None:
    ran = cli("play", "--cells", "numbers", stdin="0\nquit\n")
    assert ran.out.endswith("Goodbye.\n")
    assert "expected" not in ran.out
    ran = cli("play", "--cells", "numbers", stdin="0\nmoves\n0\n0\n")
    assert "Moves: (0, 0)" in ran.out
    assert "0 X . ." in ran.out


def test_an_occupied_cell_is_refused(cli: Cli) -> None:
    ran = cli("play", stdin="b2\nb2\n")
    assert "b2 is taken by X" in ran.out
    assert ran.code == 0


def test_undo_takes_back_ones_own_move_and_the_answer_to_it(cli: Cli) -> None:
    ran = cli("play", stdin="b2\nundo\nc3\n")
    assert "Taken back: b2 a1." in ran.out
    last = ran.out.rpartition("  a b c\n")[2]
    assert last.count("X") - last.count("X, your") == 1
    assert "3 . . X" in last
    ran = cli("play", "--as", "O", "--seed", "1", stdin="undo\nundo\nquit\n")
    assert ran.out.count("There is no move of yours to take back.") == 2


def test_undo_among_two_people_takes_back_one_move(cli: Cli) -> None:
    ran = cli("play", "--opponent", "human", stdin="a1\nb2\nundo\nc3\n")
    assert "Taken back: b2." in ran.out
    assert "3 . . O" in ran.out


def test_new_starts_again(cli: Cli) -> None:
    ran = cli("play", stdin="b2\nnew\na1\nquit\n")
    assert "A new game." in ran.out
    boards = re.findall(r"1 (.) (.) (.)\n2 (.) (.) (.)\n3 (.) (.) (.)", ran.out)
    assert boards.count((".",) * 9) >= 2
    assert boards[-1].count("X") == 1
    assert boards[-1][0] == "X"


def test_hint_why_moves_and_help_tell_what_they_say(cli: Cli) -> None:
    ran = cli("play", "--no-hints", stdin="hint\nwhy\nmoves\nhelp\nquit\n")
    assert ran.out.count("Recommended:") == 1
    for cell in ("a1", "b2", "c3"):
        assert re.search(rf"^ +{cell} draws, then( [abc][123]){{8}}$", ran.out, re.MULTILINE)
    assert "Moves: a1 b1 c1 a2 b2 c2 a3 b3 c3" in ran.out
    for command in COMMANDS:
        assert re.search(rf"^ +{command} ", ran.out, re.MULTILINE)


def test_commands_may_be_typed_in_capitals_and_with_blanks(cli: Cli) -> None:
    ran = cli("play", stdin="  HELP \n B2 \nQUIT\n")
    assert "2 . X ." in ran.out
    assert ran.out.endswith("Goodbye.\n")


def test_no_hints_means_no_recommendation(cli: Cli) -> None:
    assert "Recommended" not in cli("play", "--no-hints", stdin="b2\n").out


def test_the_winning_line_is_shown_and_the_first_mistake_is_named(cli: Cli) -> None:
    moves = "a1 b1 b2 c3 a2 a3 c2".split()  # noqa: SIM905
    ran = cli("play", "--opponent", "human", "--no-hints", stdin="\n".join(moves) + "\n")
    assert ran.code == 0
    assert "X won with a2-b2-c2." in ran.out
    assert "[X] [X] [X]" in ran.out
    review = next(row for row in ran.out.splitlines() if row.startswith("Review"))
    assert "move 2, O at b1" in review
    assert "loses in" in review
    assert re.search(r"\bb2\b.* draws", review)


def test_in_misere_the_side_with_the_line_has_lost(cli: Cli) -> None:
    ran = cli("play", "misere", "--opponent", "human", stdin="a1\na2\nb1\nb2\nc1\n")
    assert "O won: X completed a1-b1-c1." in ran.out
    assert "3 in a row loses" in ran.out


def test_a_game_without_mistakes_is_called_so(cli: Cli) -> None:
    ran = cli("play", "--watch", "--seed", "2")
    assert ran.code == 0
    assert "It is a draw." in ran.out
    assert "no mistakes" in ran.out


@pytest.mark.parametrize("level", ["perfect", "hard", "medium", "easy"])
def test_every_level_plays_to_the_end(cli: Cli, level: str) -> None:
    ran = cli("play", "--watch", "--level", level, "--seed", "5")
    assert ran.code == 0
    assert re.search(r"It is a draw\.|[XO] won with", ran.out)
    assert cli("play", "--watch", "--level", level, "--seed", "5").out == ran.out


@pytest.mark.parametrize("search", ["negamax", "alphabeta", "ordered", "transposition"])
def test_a_search_may_play(cli: Cli, search: str) -> None:
    ran = cli("play", "--search", search, "--depth", "3", stdin="b2\n")
    assert ran.code == 0
    assert re.search(r"O plays \w\d", ran.out)


def test_drop_games_ask_for_a_column(cli: Cli) -> None:
    ran = cli("play", "4x4+drop", "--level", "easy", "--seed", "1", stdin="2\n9\n2\n")
    assert "a column, 1 to 4" in ran.out
    assert "expected 1 to 4" in ran.out
    assert "  1 2 3 4" in ran.out


def test_boards_in_three_dimensions_are_drawn_slice_by_slice(cli: Cli) -> None:
    ran = cli("play", "3x3x3", "--no-hints", "--level", "easy", "--seed", "1", stdin="2b2\n")
    assert ran.out.count("slice 2") == 2
    numbers = cli(
        "play", "3x3x3", "--no-hints", "--level", "easy", "--seed", "1", "--cells", "numbers",
        stdin="1\n1\n1\n",
    )  # fmt: skip
    assert "slice: " in numbers.out
    assert "row: " in numbers.out
    assert numbers.code == 0


def test_where_nothing_is_proven_in_time_the_computer_moves_and_says_so(cli: Cli) -> None:
    started = time.perf_counter()
    ran = cli("play", "15x15:5", "--time", "0.3", stdin="h8\n")
    assert ran.code == 0
    assert time.perf_counter() - started < 10
    assert re.search(r"O plays \w+\d+", ran.out)
    assert "not proven" in ran.out
    assert not re.search(r"(wins|loses) in|draws", ran.out), "never a value"


def test_without_hints_the_screen_still_says_that_a_computers_move_is_not_proven(cli: Cli) -> None:
    ran = cli("play", "15x15:5", "--time", "0.2", "--no-hints", stdin="h8\n")
    played = next(row for row in ran.out.splitlines() if "plays" in row)
    assert "not proven" in played


def test_why_says_when_it_cannot_say(cli: Cli) -> None:
    ran = cli("play", "15x15:5", "--time", "0.2", "--no-hints", stdin="why\nquit\n")
    assert ran.code == 0
    assert "ot proven" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--level", "easy", "--search", "minimax"),
        ("--watch", "--opponent", "human"),
        ("--watch", "--first", "you"),
        ("--opponent", "human", "--first", "computer"),
        ("--level", "grandmaster"),
        ("--as", "Z"),
        ("--cells", "letters"),
        ("--time", "0"),
        ("--depth", "0"),
        ("4x",),
        ("3x3", "extra"),
        ("--scale", "ten", "--search", "proof"),
    ],
)
def test_options_that_make_no_sense_are_refused(cli: Cli, arguments: tuple[str, ...]) -> None:
    ran = cli("play", *arguments)
    assert ran.code == 2
    assert ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""


def test_with_json_the_talk_goes_to_standard_error_and_the_record_to_standard_output(
    cli: Cli,
) -> None:
    ran = cli("play", "--opponent", "human", "--json", stdin="a1\na2\nb1\nb2\nc1\n")
    assert ran.json() == {
        "schema": 1, "game": "3x3", "first": "X", "start": "... ... ...",
        "moves": ["a1", "a2", "b1", "b2", "c1"], "position": "XXX OO. ...",
        "over": True, "winner": "X",
    }  # fmt: skip
    assert "X won" in ran.err
    unfinished = cli("play", "--json", stdin="b2\n").json()
    assert unfinished["over"] is False
    assert unfinished["moves"][0] == "b2"


def test_the_game_works_over_a_pipe_without_colour_in_forty_columns() -> None:
    environment = {"NO_COLOR": "1", "COLUMNS": "40", "TERM": "dumb"}
    ran = in_a_process("play", stdin="b2\nc3\n", environment=environment)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "2 . X ." in ran.out
    coloured = in_a_process("play", stdin="b2\n")
    assert "\x1b" not in coloured.out, "a pipe gets no colour"


# A real terminal


pexpect = pytest.importorskip("pexpect") if os.name != "nt" else None
terminal = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")


@terminal
def test_ctrl_c_is_a_farewell_and_exit_code_130() -> None:
    assert pexpect is not None
    child = pexpect.spawn(sys.executable, ["-m", "noughts", "play"], encoding="utf-8", timeout=30)
    child.expect("your move")
    child.sendintr()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before


@terminal
def test_ctrl_c_while_the_computer_thinks_is_a_farewell_too() -> None:
    assert pexpect is not None
    child = pexpect.spawn(
        sys.executable,
        ["-m", "noughts", "play", "15x15:5", "--time", "60"],
        encoding="utf-8",
        timeout=30,
    )
    child.expect("moves first")
    time.sleep(0.5)
    child.sendintr()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@terminal
def test_a_game_in_a_terminal_of_forty_columns_is_played_with_colour_and_without() -> None:
    assert pexpect is not None
    for environment, colour in (({}, True), ({"NO_COLOR": "1"}, False)):
        child = pexpect.spawn(
            sys.executable,
            ["-m", "noughts", "play"],
            encoding="utf-8",
            timeout=30,
            dimensions=(24, 40),
            env={**{key: value for key, value in os.environ.items() if key != "NO_COLOR"},
                 "TERM": "xterm-256color", "COLUMNS": "40", **environment},
        )  # fmt: skip
        child.expect("your move")
        child.sendline("b2")
        child.expect("plays")
        child.expect("your move")
        board = child.before
        child.sendline("quit")
        child.expect("Goodbye")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
        coloured = re.search(r"\x1b\[[\d;]*3\d", board) is not None
        assert coloured is colour
        plain = re.sub(r"\x1b\[[\d;]*m", "", board)
        assert re.search(r"2 . X .", plain)


@terminal
def test_the_end_of_input_in_a_terminal_is_a_farewell() -> None:
    assert pexpect is not None
    child = pexpect.spawn(sys.executable, ["-m", "noughts", "play"], encoding="utf-8", timeout=30)
    child.expect("your move")
    child.sendeof()
    child.expect("Goodbye")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
