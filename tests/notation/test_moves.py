"""notation/moves.py: cells and moves as people write them."""

from __future__ import annotations

import pytest

from noughts import NotationError, NoughtsError, RulesError, position
from noughts.notation.format import format_line, format_move, format_moves, format_position
from noughts.notation.moves import parse_cell, parse_move
from noughts.rules.catalog import CATALOG, game
from noughts.rules.position import Position


@pytest.mark.parametrize(
    ("spec", "text", "cell"),
    [
        ("3x3", "a1", 0),
        ("3x3", "c1", 2),
        ("3x3", "C1", 2),
        ("3x3", " b2 ", 4),
        ("3x3", "a3", 6),
        ("3x3", "c3", 8),
        ("3x3", "0 2", 2),
        ("3x3", "0,2", 2),
        ("3x3", "0, 2", 2),
        ("3x3", "(0, 2)", 2),
        ("3x3", "[0, 2]", 2),
        ("3x3", "2 0", 6),
        ("4x3:3", "d3", 11),
        ("4x3:3", "2 3", 11),
        ("3x3x3", "2b2", 13),
        ("3x3x3", "1a1", 0),
        ("3x3x3", "3c3", 26),
        ("3x3x3", "1 1 1", 13),
        ("3x3x3", "(2, 2, 2)", 26),
        ("30x2:5", "z1", 25),
        ("30x2:5", "aa1", 26),
        ("30x2:5", "ad2", 59),
        ("20x20:5", "t20", 399),
        ("2x12:3", "b12", 23),
        ("connect4", "d6", 38),
    ],
)
def test_every_form_of_a_cell_is_read(spec: str, text: str, cell: int) -> None:
    assert parse_cell(game(spec), text) == cell


def test_a_flat_index_is_read_where_it_is_asked_for_and_only_there() -> None:
    for cell in range(9):
        assert parse_cell(game("3x3"), str(cell), flat=True) == cell
        with pytest.raises(NotationError):
            parse_cell(game("3x3"), str(cell))
    assert parse_cell(game("3x3x3"), "26", flat=True) == 26


@pytest.mark.parametrize("spec", [*(entry.spec for entry in CATALOG), "30x2:5", "2x2x12:3"])
def test_every_cell_has_a_name_and_numbers_that_read_back(spec: str) -> None:
    rules = game(spec)
    names = [rules.shape.name(cell) for cell in range(rules.cells)]
    assert len(set(names)) == rules.cells
    for cell, name in enumerate(names):
        assert parse_cell(rules, name) == parse_cell(rules, name.upper()) == cell
        place = rules.shape.place(cell)
        numbers = place[1:] if rules.depth == 1 else place
        assert parse_cell(rules, " ".join(map(str, numbers))) == cell
        assert parse_cell(rules, ",".join(map(str, numbers))) == cell
        assert rules.shape.cell(place) == cell


@pytest.mark.parametrize(
    ("spec", "text", "words"),
    [
        ("3x3", "d1", ["'d1'", "a1 to c3"]),
        ("3x3", "a4", ["'a4'", "a1 to c3"]),
        ("3x3", "3 0", ["'3 0'", "rows 0 to 2", "columns 0 to 2"]),
        ("3x3", "-1 0", ["'-1 0'", "rows 0 to 2"]),
        ("3x3", "0 -1", ["'0 -1'"]),
        ("3x3", "a0", ["'a0'", "expected"]),
        ("3x3", "1", ["'1'", "expected a cell such as b2"]),
        ("3x3", "1 1 1", ["'1 1 1'", "expected"]),
        ("3x3", "zzz", ["'zzz'", "expected"]),
        ("3x3", "", ["expected", "''"]),
        ("3x3", "2b2", ["'2b2'", "expected"]),
        ("3x3x3", "b2", ["'b2'", "2b2"]),
        ("3x3x3", "4a1", ["'4a1'", "1a1 to 3c3"]),
        ("3x3x3", "0 0 3", ["slices 0 to 2"]),
        ("3x3", "99999999999999999999 0", ["expected"]),
        ("3x3", "a" * 3000 + "1", ["expected"]),
        ("3x3", "a" + "1" * 5000, ["expected"]),
    ],
)
def test_what_is_no_cell_is_refused_with_what_was_expected(
    spec: str, text: str, words: list[str]
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cell(game(spec), text)
    for word in words:
        assert word in str(caught.value)


def test_a_move_in_a_drop_game_is_the_column_from_one() -> None:
    start = Position(game("connect4"))
    assert [parse_move(start, str(column)) for column in range(1, 8)] == list(range(35, 42))
    assert parse_move(position("4453", "connect4"), "4") == 24
    assert parse_move(start, "d6") == 38
    for text, words in (("0", "no column 0"), ("8", "1 to 7"), ("d1", "d2 is free"), ("x", "1 to")):
        with pytest.raises(NoughtsError, match=words):
            parse_move(start, text)
    with pytest.raises(RulesError, match="column 4 is full"):
        parse_move(position("444444", "connect4"), "4")


def test_moves_are_written_as_names_and_in_drop_games_as_columns() -> None:
    assert [format_move(game("3x3"), cell) for cell in range(9)] == [
        f"{column}{row}" for row in "123" for column in "abc"
    ]
    assert format_move(game("3x3x3"), 13) == "2b2"
    assert [format_move(game("connect4"), cell) for cell in (0, 38, 41)] == ["1", "4", "7"]
    assert format_moves(game("3x3"), [4, 0]) == "b2 a1"
    assert format_line(game("3x3"), 0b001010100) == "c1-b2-a3"
    assert format_line(game("connect4"), 1 << 38 | 1 << 31) == "d5-d6"


@pytest.mark.parametrize(
    ("text", "spec", "written"),
    [
        ("b2 a1 c3", "3x3", "O.. .X. ..X"),
        ("B2, A1, C3", "3x3", "O.. .X. ..X"),
        ("b2,a1,c3", "3x3", "O.. .X. ..X"),
        ("b2\na1\nc3\n", "3x3", "O.. .X. ..X"),
        ("2b2 1a1", "3x3x3", "O.. ... ... | ... .X. ... | ... ... ..."),
        ("4453", "7x6:4+drop", "....... ....... ....... ....... ...O... ..OXX.."),
        ("4 4 5 3", "7x6:4+drop", "....... ....... ....... ....... ...O... ..OXX.."),
        ("44 53", "7x6:4+drop", "....... ....... ....... ....... ...O... ..OXX.."),
        ("4,4,5,3", "7x6:4+drop", "....... ....... ....... ....... ...O... ..OXX.."),
        ("10 1 2", "12x2:4+drop", "............ OX.......X.."),
        ("9", "9x2:4+drop", "......... ........X"),
    ],
)
def test_a_list_of_moves_is_a_position(text: str, spec: str, written: str) -> None:
    assert format_position(position(text, spec)) == written


def test_a_run_of_digits_is_read_up_to_nine_columns() -> None:
    with pytest.raises(NotationError, match="no column 1234"):
        position("1234", "10x2:4+drop")
    assert position("1234", "9x2:4+drop").stones == 4


def test_a_list_of_moves_needs_a_game() -> None:
    with pytest.raises(NotationError, match="name the game"):
        position("b2 a1 c3")
