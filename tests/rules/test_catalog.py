"""rules/catalog.py: names and specs to games."""

from __future__ import annotations

import pickle
from itertools import permutations, product

import pytest
from hypothesis import given, strategies as st

from noughts import NotationError, NoughtsError, RulesError
from noughts.rules.catalog import CATALOG, NAMES, game
from noughts.rules.specs import Goal


@pytest.mark.parametrize(
    ("spec", "size", "k", "drop", "misere", "torus"),
    [
        ("3x3", (3, 3, 1), 3, False, False, False),
        ("4x4", (4, 4, 1), 4, False, False, False),
        ("5x5:4", (5, 5, 1), 4, False, False, False),
        ("8x2:4", (8, 2, 1), 4, False, False, False),
        ("7x6:4+drop", (7, 6, 1), 4, True, False, False),
        ("3x3+misere", (3, 3, 1), 3, False, True, False),
        ("3x3+torus", (3, 3, 1), 3, False, False, True),
        ("3x3x3", (3, 3, 3), 3, False, False, False),
        ("4x4x4", (4, 4, 4), 4, False, False, False),
        ("tictactoe", (3, 3, 1), 3, False, False, False),
        ("misere", (3, 3, 1), 3, False, True, False),
        ("connect4", (7, 6, 1), 4, True, False, False),
        ("qubic", (4, 4, 4), 4, False, False, False),
    ],
)
def test_every_spec_of_the_manual_is_the_game_it_says(
    spec: str, size: tuple[int, int, int], k: int, drop: bool, misere: bool, torus: bool
) -> None:
    rules = game(spec)
    assert (rules.width, rules.height, rules.depth) == size
    assert rules.cells == size[0] * size[1] * size[2]
    assert (rules.k, rules.drop, rules.misere, rules.torus) == (k, drop, misere, torus)
    assert rules.goal is (Goal.AVOID if misere else Goal.MAKE)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("4x4:4", "4x4"),
        ("3x3:3", "3x3"),
        ("3x3x3:3", "3x3x3"),
        ("7x6:4+drop", "7x6:4+drop"),
        ("connect4", "7x6:4+drop"),
        ("5x5:4", "5x5:4"),
        ("tictactoe", "3x3"),
        ("misere", "3x3+misere"),
        ("qubic", "4x4x4"),
        ("tictactoe+torus", "3x3+torus"),
        ("misere+torus", "3x3+misere+torus"),
        (" 3X3+MISERE ", "3x3+misere"),
        ("3×3", "3x3"),
        ("3x3+misère", "3x3+misere"),
        ("3x3:03", "3x3"),
    ],
)
def test_the_name_shown_is_the_shortest_spec(spec: str, name: str) -> None:
    assert game(spec).name == name
    assert game(name) is game(spec)


def test_suffixes_may_stand_in_any_order() -> None:
    one = game("4x3:3+drop+misere+torus")
    for words in permutations(("drop", "misere", "torus")):
        assert game("+".join(("4x3:3", *words))) is one
    assert game("3x3+torus+misere") is game("3x3+misere+torus")


def test_every_name_reads_back_over_hundreds_of_specs() -> None:
    seen = 0
    sizes = [*product(range(1, 7), repeat=2), *product(range(1, 4), range(1, 4), range(2, 4))]
    for size in sizes:
        for k in range(1, max(size) + 1):
            for words in ("", "+misere", "+torus", "+misere+torus", "+drop", "+drop+misere"):
                if "drop" in words and len(size) == 3:
                    continue
                rules = game("x".join(map(str, size)) + f":{k}" + words)
                assert game(rules.name) is rules
                square = len(set(size)) == 1 and k == size[0]
                assert (":" in rules.name) is not square, "k is left out exactly where it may be"
                seen += 1
    assert seen > 500


def test_equal_specs_are_one_object_and_different_ones_are_not() -> None:
    assert game("3x3") is game("3x3:3") is game("tictactoe") is game(game("3x3"))
    distinct = [game(spec) for spec in ("3x3", "3x3+misere", "3x3+torus", "3x3+drop", "3x3:2")]
    assert len({id(rules) for rules in distinct}) == len(set(distinct)) == 5


@pytest.mark.parametrize("entry", CATALOG, ids=lambda entry: entry.spec)
def test_a_game_of_the_catalogue_survives_pickling_as_itself(entry: object) -> None:
    rules = game(entry.spec)  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert rules.name == entry.spec, "listed under its shortest name"  # type: ignore[attr-defined]
    assert repr(rules) == f"game({rules.name!r})"
    assert eval(repr(rules), {"game": game}) is rules


def test_a_game_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        game("3x3").drop = True  # type: ignore[misc]


REFUSED = [
    ("3x3:4", RulesError, ["3x3", "1 to 3"]),
    ("5x2:6", RulesError, ["1 to 5"]),
    ("3x3:0", RulesError, ["1 to 3"]),
    ("0x3:3", RulesError, ["0x3", "1 or more"]),
    ("3x0", RulesError, ["1 or more"]),
    ("0x0", RulesError, ["1 or more"]),
    ("3x3x0:3", RulesError, ["1 or more"]),
    ("21x20:5", RulesError, ["420", "at most 400"]),
    ("8x8x8", RulesError, ["512", "at most 400"]),
    ("999999999x999999999:5", RulesError, ["at most 400"]),
    ("7x6", NotationError, ["7x6:K", "such as 7x6:6"]),
    ("4x3", NotationError, ["4x3:K"]),
    ("4x4x3", NotationError, ["4x4x3:K"]),
    ("3x3+gravity", NotationError, ["+gravity", "+drop, +misere or +torus"]),
    ("3x3+", NotationError, ["expected +drop, +misere or +torus"]),
    ("3x3+drop+drop", NotationError, ["+drop", "twice"]),
    ("misere+misere", NotationError, ["twice"]),
    ("tictactoo", NotationError, ["tictactoo", "tictactoe"]),
    ("conect4", NotationError, ["nearest known game is connect4"]),
    ("cubic", NotationError, ["nearest known game is qubic"]),
    ("3", NotationError, ["1 side", "WIDTHxHEIGHT"]),
    ("2x2x2x2", NotationError, ["4 sides", "WIDTHxHEIGHT"]),
    ("3x3:", NotationError, ["expected"]),
    ("3x3:three", NotationError, ["expected"]),
    ("x3", NotationError, ["expected"]),
    ("-3x3", NotationError, ["expected"]),
    ("", NotationError, ["expected"]),
    ("3x3x3+drop", RulesError, ["flat"]),
    ("3 x 3", NotationError, ["expected"]),
    ("99999999999999999999x3:3", NotationError, ["expected"]),
]


@pytest.mark.parametrize(("spec", "kind", "words"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_meaningless_gets_one_sentence_with_what_was_expected_and_the_nearest_name(
    spec: str, kind: type[NoughtsError], words: list[str]
) -> None:
    with pytest.raises(kind) as caught:
        game(spec)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "expected" in sentence
    for word in words:
        assert word in sentence
    nearest = sentence.rpartition("the nearest known game is ")[2]
    assert nearest in {*NAMES, *(entry.spec for entry in CATALOG)}


def test_the_largest_boards_allowed_are_allowed() -> None:
    assert game("20x20:5").cells == game("400x1:2").cells == 400
    assert game("7x7x7").cells == 343


@given(st.text(max_size=20))
def test_no_text_does_worse_than_a_noughts_error(text: str) -> None:
    complaint, rules = "expected", None
    try:
        rules = game(text)
    except NoughtsError as error:
        complaint = str(error)
    assert "expected" in complaint
    assert rules is None or game(rules.name) is rules


def test_every_game_of_the_catalogue_has_a_known_value_and_a_source() -> None:
    assert len({entry.spec for entry in CATALOG}) == len(CATALOG)
    for entry in CATALOG:
        assert entry.known in ("draw", "first player wins", "second player wins")
        assert entry.source
    listed = {entry.spec for entry in CATALOG}
    assert set(NAMES.values()) <= listed
    assert {name for entry in CATALOG for name in entry.names} == set(NAMES)
