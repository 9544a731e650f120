"""What is written can be read back: positions, their repr, and texts after a move."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st
from naive import board_text, every_position, played_positions, small_specs

from noughts import position, read_game
from noughts.notation.diagram import draw
from noughts.notation.format import format_position
from noughts.notation.rewrite import rewrite
from noughts.rules.catalog import CATALOG, game
from noughts.rules.game import Game
from noughts.rules.position import Position

OWN = read_game("4x3+drop\na3 b3 c3\nd1 d2\n", name="@own")
NAMES = {"position": position, "read_game": read_game}

any_game: st.SearchStrategy[Game] = st.one_of(
    st.sampled_from([game(entry.spec) for entry in CATALOG]),
    small_specs(24).map(game),
    st.just(OWN),
    st.sampled_from([game("30x2:5"), game("3x3x2:3+misere"), game("9x2:4+drop+misere")]),
)


def same(one: Position, two: Position) -> bool:
    return one == two and one.first_mark == two.first_mark


@given(played_positions(any_game))
def test_a_written_position_reads_back_whichever_mark_began(one: Position) -> None:
    text = format_position(one)
    assert same(position(text, one.game), one)
    assert same(eval(repr(one), NAMES), one)
    assert text.endswith(f" {one.to_move}") is (one.first_mark == "O")
    if one.game.name == f"{one.game.width}x{one.game.width}":
        assert same(position(text), one), "a square needs no game"


@given(played_positions(any_game))
def test_rows_slashes_case_and_other_signs_for_empty_say_the_same(one: Position) -> None:
    text = format_position(one)
    for variant in (text.lower(), text.replace(".", "_"), text.replace(".", "-")):
        assert same(position(variant, one.game), one)
    rows = text.removesuffix(f" {one.to_move}") if one.first_mark == "O" else text
    for separator in ("/", "\n", " / ", "\r\n"):
        variant = rows.replace(" | ", separator).replace(" ", separator)
        assert same(position(variant, one.game, one.to_move), one)


@given(played_positions(any_game))
def test_json_lists_flat_and_nested_say_the_same(one: Position) -> None:
    marks = list(board_text(one))
    numbers = [{"X": 1, "O": -1, ".": 0}[mark] for mark in marks]
    nulls = [None if mark == "." else mark for mark in marks]
    width, height, depth = one.game.shape
    for flat in (marks, numbers, nulls):
        rows = [flat[at : at + width] for at in range(0, len(flat), width)]
        slices = [rows[at : at + height] for at in range(0, len(rows), height)]
        for cells in (flat, rows if depth == 1 else slices):
            assert same(position(json.dumps(cells), one.game, one.to_move), one)


def test_every_position_of_3x3_reads_back_from_its_drawing_and_from_its_numbers() -> None:
    for one in every_position(game("3x3")):
        rows = [draw(one).split("\n")[row][2:] for row in (1, 2, 3)]
        assert position("\n".join(rows), "3x3") == one
        bars = "\n-+-+-\n".join("|".join(row.split()) for row in rows)
        assert position(bars, "3x3") == one
        assert same(position(format_position(one)), one)
        blank = board_text(one, " ")
        if blank.strip() and one.stones < 9:
            assert position(blank, "3x3") == one


def test_every_position_of_3x3_where_o_began_reads_back() -> None:
    for one in every_position(game("3x3")):
        other = Position(one.game, one.first, one.second, "O")
        assert same(position(format_position(other)), other)
        assert same(eval(repr(other), NAMES), other)


@pytest.mark.parametrize(
    ("text", "spec", "cell", "expected"),
    [
        ("X.. .O. ...", "3x3", 2, "X.X .O. ..."),
        ("x../.o./...", "3x3", 2, "x.x/.o./..."),
        ("X___O____", "3x3", 2, "X_X_O____"),
        ("X--\n-O-\n---", "3x3", 2, "X-X\n-O-\n---"),
        ("X . .\n. O .\n. . .", "3x3", 8, "X . .\n. O .\n. . X"),
        ("X|.|.\n-+-+-\n.|O|.\n-+-+-\n.|.|.", "3x3", 3, "X|.|.\n-+-+-\nX|O|.\n-+-+-\n.|.|."),
        ("X|-|-\n-----\n-|O|-\n-----\n-|-|-", "3x3", 3, "X|-|-\n-----\nX|O|-\n-----\n-|-|-"),
        ("X| | \n |O| \n | | ", "3x3", 1, "X|X| \n |O| \n | | "),
        ("X.. .0. X..", "3x3", 3, "X.. 00. X.."),
        ("x.. .0. x..", "3x3", 3, "x.. 00. x.."),
        ("X.. .O. ... O", "3x3", 2, "X.O .O. ... X"),
        ("X.. .O. ... X", "3x3", 2, "X.X .O. ... O"),
        ("X   O    ", "3x3", 2, "X X O    "),
        ("X  \n O \n   ", "3x3", 8, "X  \n O \n  X"),
        ("[1, 0, 0, 0, -1, 0, 0, 0, 0]", "3x3", 2, "[1, 0, 1, 0, -1, 0, 0, 0, 0]"),
        ("[[1, 0, 0], [0, -1, 0], [0, 0, 0]]", "3x3", 8, "[[1, 0, 0], [0, -1, 0], [0, 0, 1]]"),
        ('["X", null, null, null, "O", null, null, null, null]', "3x3", 1,
         '["X", "X", null, null, "O", null, null, null, null]'),
        ('["x", "", "", "", "o", "", "", "", ""]', "3x3", 1,
         '["x", "x", "", "", "o", "", "", "", ""]'),
        ('["X..", ".O.", "..."]', "3x3", 5, '["X..", ".OX", "..."]'),
        ("a1 b2", "3x3", 2, "a1 b2 c1"),
        ("a1, b2", "3x3", 2, "a1, b2, c1"),
        ("4453", "connect4", 24, "44534"),
        ("4 4 5 3", "connect4", 24, "4 4 5 3 4"),
        ("... ... ... | .X. ... ... | ... ... ..O", "3x3x3", 0,
         "X.. ... ... | .X. ... ... | ... ... ..O"),
    ],
)  # fmt: skip
def test_a_position_after_a_move_is_written_in_the_form_it_came_in(
    text: str, spec: str, cell: int, expected: str
) -> None:
    before = position(text, spec)
    written = rewrite(text, before, cell)
    assert written == expected
    after = position(written, spec)
    assert same(after, before.play(cell))


@given(played_positions(any_game).filter(lambda one: not one.is_over), st.data())
def test_what_is_rewritten_reads_as_the_position_after_the_move(
    one: Position, data: st.DataObject
) -> None:
    move = data.draw(st.sampled_from(one.moves()))
    text = format_position(one)
    form = data.draw(st.sampled_from(["text", "lower", "slashes", "json", "signs"]))
    if form == "lower":
        text = text.lower()
    elif form == "slashes" and one.game.depth == 1:
        text = text.replace(" ", "/")
    elif form == "signs":
        text = text.replace(".", "_")
    elif form == "json":
        text = json.dumps([one.mark(cell) for cell in range(one.game.cells)])
        one = position(text, one.game, one.to_move)  # the marks alone may leave the turn open
    assert same(position(rewrite(text, one, move), one.game), one.play(move))


def test_every_position_of_3x3_is_rewritten_rightly_in_one_of_four_forms() -> None:
    for at, one in enumerate(every_position(game("3x3"))):
        if one.is_over or not one.stones:
            continue
        marks = board_text(one)
        text = (
            marks,
            marks.replace(".", " "),
            "\n".join(" ".join(marks[start : start + 3]) for start in (0, 3, 6)),
            json.dumps([{"X": 1, "O": -1, ".": 0}[mark] for mark in marks]),
        )[at % 4]
        move = one.moves()[-1]
        written = rewrite(text, one, move)
        assert same(position(written, "3x3"), one.play(move))
        assert len(written) - len(text) in (0, 1, -1)
