"""Each figure and transcript of the five students' reports, through the command line."""

from __future__ import annotations

import re

import pytest
from naive import Cli, in_a_process

from noughts import position
from noughts.notation.moves import parse_move
from noughts.search.minimax import minimax

SAMPLE = ["0 0", "0 1", "2 0", "1 2", "2 2"]  # the moves of report 000's sample game


# 000: the console game


def test_000_following_the_recommendations_gives_the_sample_game(cli: Cli) -> None:
    one_after_the_other = "\n".join(" ".join(SAMPLE).split()) + "\n"
    ran = cli("play", "--cells", "numbers", stdin=one_after_the_other)
    assert ran.code == 0
    recommended = re.findall(r"Recommended: \((\d), (\d)\)", ran.out)
    assert [" ".join(numbers) for numbers in recommended] == SAMPLE
    rows = re.findall(r"^[012] ([XO.] [XO.] [XO.])$", ran.out, re.MULTILINE)[-3:]
    assert [row.replace(" ", "") for row in rows] == ["XXO", "OOX", "XOX"]
    assert "It is a draw." in ran.out
    assert "no mistakes" in ran.out


def test_000_row_and_column_may_come_together(cli: Cli) -> None:
    together = cli("play", "--cells", "numbers", stdin="\n".join(SAMPLE) + "\n")
    commas = cli("play", "--cells", "numbers", stdin="\n".join(SAMPLE).replace(" ", ",") + "\n")
    assert "It is a draw." in together.out
    assert "It is a draw." in commas.out


def test_000_the_time_is_shown_to_seven_places_and_is_far_below_the_reports(cli: Cli) -> None:
    ran = cli("play", "--cells", "numbers", stdin="\n".join(SAMPLE) + "\n")
    seconds = re.findall(r"\((\d+\.\d{7}) s, ([\d,]+) positions\)", ran.out)
    assert len(seconds) == 5
    assert float(seconds[0][0]) < 1.2587709
    assert all(int(nodes.replace(",", "")) >= 1 for _, nodes in seconds)


def test_000_an_occupied_or_outside_cell_is_refused_and_asked_for_again(cli: Cli) -> None:
    ran = cli("play", "--cells", "numbers", stdin="0\n0\n0\n0\n3\n0\n-1\n0\n0\n1\n")
    assert ran.code == 0
    assert "taken by X" in ran.out
    assert len(re.findall(r"not on the board|no cell|outside", ran.out)) == 2
    assert re.search(r"^0 X X .$", ran.out, re.MULTILINE), "the game went on"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("a1,a2,b1,b2,c1", "X won with a1-b1-c1."),
        ("a1,a2,b1,b2,c3,c2", "O won with a2-b2-c2."),
        ("b2,a1,c1,a3,a2,c2,b1,b3,c3", "It is a draw."),
    ],
)
def test_000_the_end_says_who_won_or_that_it_is_a_draw(cli: Cli, moves: str, said: str) -> None:
    ran = cli("play", "--opponent", "human", stdin=moves.replace(",", "\n") + "\n")
    assert ran.code == 0
    assert said in ran.out.splitlines()


# 001: depth counts


def test_001_the_best_move_on_its_board_is_position_5(cli: Cli) -> None:
    ran = cli("move", "XOX OO. .X.")
    assert ran.code == 0
    assert "index 5" in ran.out
    assert "(1, 2)" in ran.out
    assert "c2" in ran.out
    for scale in ("unit", "depth"):
        found = cli("move", "XOXOO..X.", "--search", "minimax", "--scale", scale, "--json").json()
        assert found["cell"] == 5


def test_001_a_flat_list_of_nine_marks_is_a_board(cli: Cli) -> None:
    found = cli("move", '["X","O","X","O","O"," "," ","X"," "]', "--json").json()
    assert found["cell"] == 5
    assert found["text"] == '["X", "O", "X", "O", "O", "X", " ", "X", " "]'


def test_001_a_win_at_once_scores_ten_and_a_later_one_less() -> None:
    assert minimax(position("XX. OO. ..."), scale="depth", view="X").score == 10
    assert minimax(position("XX. OO. X.."), scale="depth", view="X").score == -10
    one = position(".O. .X. ...")  # a win in 5 ends at depth 4
    assert minimax(one, scale="depth", view="X").score == 6


# 002: the whole tree, and its numbers


def test_002_the_numbers_of_the_whole_tree_come_out_both_ways_round(cli: Cli) -> None:
    found = cli("census", "3x3", "--json").json()
    assert found["nodes"] == 549_946
    assert found["won_by_first"] == 131_184
    assert found["won_by_second"] == 77_904
    assert found["drawn"] == 46_080
    text = cli("census", "3x3").out
    for number in ("549,946", "131,184", "77,904", "46,080", "255,168"):
        assert number in text
    sentence = next(row for row in text.splitlines() if "other way round" in row)
    assert "131,184" in sentence
    assert "77,904" in sentence


def test_002_the_empty_board_scores_minus_four_with_the_computer_to_move(cli: Cli) -> None:
    found = cli(
        "analyze", "... ... ...", "--search", "minimax", "--scale", "level", "--json"
    ).json()
    assert found["score"] == -4
    assert found["nodes"] == 549_946
    assert found["value"]["outcome"] == "draw"


@pytest.mark.parametrize("replies", [["a1", "c3", "b1", "a2"], ["b2", "c1", "a2"], ["c2"]])
def test_002_position_in_position_out_plays_the_game_to_its_end(
    cli: Cli, replies: list[str]
) -> None:
    """The person's moves are the first free ones of the list, then any; the answer goes back in."""
    text, moves = "___/___/___", 0
    while True:
        one = position(text)
        if one.is_over:
            break
        free = [one.game.shape.name(cell) for cell in one.moves()]
        reply = next((name for name in replies if name in free), free[-1])
        ran = cli("move", text, reply)
        assert ran.code == 0
        text = ran.out.splitlines()[-1]
        moves += 1
        assert re.fullmatch(r"[XO_]{3}/[XO_]{3}/[XO_]{3}", text), "in the form it came in"
        assert position(text).stones == min(one.stones + 2, 9) or position(text).is_over
    assert position(text).winner != "X", "the program never loses"
    assert moves <= 5
    end = cli("move", text)
    assert end.code == 0
    assert end.out.startswith("No move is left")


def test_002_the_computer_may_begin(cli: Cli) -> None:
    ran = cli("move", "... ... ...")
    assert ran.code == 0
    assert position(ran.out.splitlines()[-1]).stones == 1


# 003: the best move on a given board


def test_003_its_sample_board_is_refused_with_both_reasons() -> None:
    ran = in_a_process("analyze", "XOX OX. .OX", "--to-move", "X")
    assert ran.code == 2
    assert ran.out == ""
    assert "with 4 X and 3 O it is O's turn" in ran.err
    assert "X already has a1-b2-c3" in ran.err
    assert "Traceback" not in ran.err


def test_003_without_a_turn_its_board_is_finished_and_won_by_x(cli: Cli) -> None:
    ran = cli("analyze", "XOX OX. .OX")
    assert ran.code == 0
    assert "X has won with a1-b2-c3" in ran.out
    found = cli("analyze", "XOX OX. .OX", "--json").json()
    assert (found["over"], found["winner"], found["moves"]) == (True, "X", [])


def test_003_rows_of_one_minus_one_and_zero_give_row_and_column(cli: Cli) -> None:
    ran = cli("move", "[[1, -1, 1], [-1, -1, 0], [0, 1, 0]]")
    assert "(1, 2)" in ran.out
    assert ran.out.splitlines()[-1] == "[[1, -1, 1], [-1, -1, 1], [0, 1, 0]]"
    found = cli("move", "[[1, -1, 1], [-1, -1, 0], [0, 1, 0]]", "--json").json()
    assert (found["row"], found["column"]) == (1, 2)


# 004: any size, either mark, either start


@pytest.mark.parametrize("size", ["3x3", "4x4"])
@pytest.mark.parametrize("mark", ["X", "O"])
@pytest.mark.parametrize("first", ["you", "computer"])
def test_004_either_mark_and_either_start_may_be_chosen(
    cli: Cli, size: str, mark: str, first: str
) -> None:
    ran = cli("play", size, "--as", mark, "--first", first, "--seed", "1", stdin="quit\n")
    assert ran.code == 0
    other = "O" if mark == "X" else "X"
    assert f"You are {mark}" in ran.out
    assert f"{mark if first == 'you' else other} moves first" in ran.out
    opened = re.findall(rf"^{other} plays (\w+)", ran.out, re.MULTILINE)
    assert len(opened) == (first == "computer")
    assert f"{mark}, your move" in ran.out


@pytest.mark.parametrize("mark", ["X", "O"])
def test_004_without_a_choice_of_start_x_starts(cli: Cli, mark: str) -> None:
    ran = cli("play", "--as", mark, stdin="")
    assert "X moves first" in ran.out
    assert ("X plays" in ran.out) is (mark == "O")


def test_004_a_computer_that_opens_may_choose_any_of_its_best_moves(cli: Cli) -> None:
    openings = set()
    for seed in range(40):
        ran = cli("play", "--first", "computer", "--seed", str(seed), "--no-hints")
        openings |= set(re.findall(r"O plays (\w+)", ran.out))
        again = cli("play", "--first", "computer", "--seed", str(seed), "--no-hints")
        assert again.out == ran.out, "a seed makes the choice repeat"
    assert len(openings) >= 7
    assert openings <= {f"{column}{row}" for column in "abc" for row in "123"}


def test_004_a_game_of_4x4_takes_seconds_not_twenty_minutes(cli: Cli) -> None:
    ran = cli("play", "4x4", "--watch", "--seed", "3")
    assert ran.code == 0
    assert "It is a draw." in ran.out


def test_004_depth_limited_minimax_plays_to_the_end(cli: Cli) -> None:
    ran = cli("play", "4x4", "--watch", "--search", "minimax", "--depth", "2")
    assert ran.code == 0
    assert re.search(r"It is a draw\.|[XO] won with", ran.out)


# The worked example


@pytest.mark.parametrize(
    ("text", "children", "scores"),
    [
        ("XXO O.. O.X", ["b2", "c2", "b3"], [10, -10, -10]),
        ("O.X X.. XOO", ["b1", "b2", "c2"], [-10, 10, -10]),
    ],
)
def test_the_worked_example_scores_plus_ten_and_twice_minus_ten(
    text: str, children: list[str], scores: list[int]
) -> None:
    """State 1 has children 2, 3, 4; 5 and 6 lie under 3, 7 and 8 under 4, and ends under those."""
    one = position(text)
    assert [one.game.shape.name(cell) for cell in one.moves()] == children
    after = [one.play(parse_move(one, name)) for name in children]
    assert [minimax(child, scale="ten", view="X").score for child in after] == scores
    result = minimax(one, scale="ten", view="X")
    assert result.score == 10
    assert result.nodes == 10
    assert result.move == one.moves()[scores.index(10)]
