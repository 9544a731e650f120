"""notation/gamefile.py: one's own game as a small text."""

from __future__ import annotations

import pickle

import pytest
from naive import lines_of, naive_value

from noughts import NotationError, position, read_game
from noughts.rules.catalog import game
from noughts.rules.position import Position


def test_a_game_file_gives_the_size_and_one_line_a_row() -> None:
    text = "# corners and edges\n3x3   # the size\n\n a1 b1 c1\nA3, B3, C3\na1-a2-a3 # a side\n"
    rules = read_game(text, name="@corners.txt")
    assert lines_of(rules) == {frozenset({0, 1, 2}), frozenset({6, 7, 8}), frozenset({0, 3, 6})}
    assert (rules.width, rules.height, rules.depth, rules.cells) == (3, 3, 1, 9)
    assert rules.is_listed
    assert rules.k is None
    assert rules.name == "@corners.txt"
    assert not rules.drop
    assert not rules.misere


def test_the_size_may_carry_misere_or_drop() -> None:
    assert read_game("3x3+misere\na1 b1\n").misere
    assert read_game("7x6+drop\na6 b6 c6\n").drop
    both = read_game("4x3+misere+drop\na3 b3 c3\n")
    assert both.drop
    assert both.misere


def test_lines_may_differ_in_length_and_a_line_given_twice_counts_once() -> None:
    rules = read_game("3x3\na1 b1\nb1 a1\na3 b3 c3\nb2\n")
    assert lines_of(rules) == {frozenset({0, 1}), frozenset({6, 7, 8}), frozenset({4})}
    assert len(rules.lines) == 3
    assert Position(rules).play(4).winner == "X"


def test_a_game_in_three_dimensions_may_be_ones_own() -> None:
    rules = read_game("3x3x3\n1a1 2b2 3c3\n")
    assert lines_of(rules) == {frozenset({0, 13, 26})}


def test_windows_line_ends_are_no_part_of_a_cell() -> None:
    assert lines_of(read_game("3x3\r\na1 b1 c1\r\n")) == {frozenset({0, 1, 2})}


def test_equal_files_are_one_game_and_it_survives_pickling_and_repr() -> None:
    one, two = read_game("3x3\na1 b1 c1"), read_game("# same\n3x3\nc1 b1 a1\n")
    assert one is two
    assert pickle.loads(pickle.dumps(one)) is one
    assert eval(repr(one), {"read_game": read_game}) is one
    read = position("XX. OO. ...", one)
    assert eval(repr(read), {"read_game": read_game, "position": position}) == read


def test_the_file_of_tic_tac_toe_plays_like_tic_tac_toe() -> None:
    rows = "\n".join(
        " ".join(game("3x3").shape.name(cell) for cell in sorted(line))
        for line in sorted(lines_of(game("3x3")), key=sorted)
    )
    own = read_game("3x3\n" + rows)
    for text in ("... ... ...", "X.. .O. ...", "X.O ... ...", ".O. .X. ..."):
        assert naive_value(position(text, own)) == naive_value(position(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["empty", "expected a size"]),
        ("# nothing\n\n", ["empty", "expected a size"]),
        ("3x3\n", ["no winning line", "a1 b1 c1"]),
        ("3x3\na1 d1\n", ["row 2", "'d1'", "a1 to c3"]),
        ("3x3\n# fine\na1 b1\na1 a1\n", ["row 4", "a1 stands twice"]),
        ("3x3\nhello\n", ["row 2", "'hello'"]),
        ("3x3:3\na1 b1\n", ["row 1", "3x3:3"]),
        ("3x3+torus\na1 b1\n", ["row 1", "3x3+torus"]),
        ("3x3+gravity\na1 b1\n", ["row 1", "+gravity"]),
        ("a1 b1 c1\n", ["row 1", "expected"]),
        ("0x3\na1\n", ["row 1", "1 or more"]),
        ("21x20\na1\n", ["row 1", "400"]),
        ("3x3x3+drop\n1a1\n", ["row 1", "flat"]),
        ("3x3\n,\n", ["row 2", "expected"]),
        ("3x3\n-\n", ["row 2", "expected"]),
    ],
)
def test_a_bad_file_says_which_row_and_what_was_expected(text: str, words: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        read_game(text, name="@mine")
    assert "@mine" in str(caught.value)
    assert "\n" not in str(caught.value)
    for word in words:
        assert word in str(caught.value)
