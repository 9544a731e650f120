"""notation/: every accepted form of a position, and the refusal of what is none."""

from __future__ import annotations

import pytest

from noughts import NotationError, NoughtsError, RulesError, lint, position, read_game
from noughts.notation.format import format_position

TWO = "X.. .O. ..."  # what most of the texts below say


@pytest.mark.parametrize(
    "text",
    [
        "X.. .O. ...",
        "X../.O./...",
        "X.. / .O. / ...",
        "X..\n.O.\n...",
        "X..\r\n.O.\r\n...\r\n",
        "X...O....",
        "x...o....",
        "x.. .O. ...",
        "X___O____",
        "X---O----",
        "X.._O_---",
        "X . .\n. O .\n. . .",
        "X . . . O . . . .",
        "\n  X . .\n  . O .\n  . . .\n",
        "X|.|.\n.|O|.\n.|.|.",
        "|X|.|.|\n|.|O|.|\n|.|.|.|",
        "X | . | .\n. | O | .\n. | . | .",
        "X.. | .O. | ...",
        "X|.|.\n-+-+-\n.|O|.\n-+-+-\n.|.|.",
        " X | . | . \n---+---+---\n . | O | . \n---+---+---\n . | . | . ",
        "X|.|.\n-----\n.|O|.\n-----\n.|.|.",
        "X | _ | _\n=========\n_ | O | _\n=========\n_ | _ | _",
        " X |   |   \n---+---+---\n   | O |   \n---+---+---\n   |   |   ",
        "| X |   |   |\n|   | O |   |\n|   |   |   |",
        "+---+---+---+\n| X |   |   |\n+---+---+---+\n|   | O |   |\n+---+---+---+\n|   |   |   |"
        "\n+---+---+---+",
        "X| | \n |O| \n | | ",
        "X.. .0. ...",
        "x__ _0_ ___",
        "X\t.\t.\n.\tO\t.\n.\t.\t.",
        "X   O    ",
        "X  \n O \n   ",
        "X  / O /   ",
        '["X", ".", ".", ".", "O", ".", ".", ".", "."]',
        '["X", "", "", "", "O", "", "", "", ""]',
        '["X", " ", " ", " ", "O", " ", " ", " ", " "]',
        '["x", null, null, null, "o", null, null, null, null]',
        '["X", "_", "-", ".", "O", "", " ", null, "."]',
        '[["X", null, null], [null, "O", null], [null, null, null]]',
        "[[1, 0, 0], [0, -1, 0], [0, 0, 0]]",
        "[1, 0, 0, 0, -1, 0, 0, 0, 0]",
        "[1,0,0,0,-1,0,0,0,0]",
        "[1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0]",
        "[[1, null, null], [null, -1, null], [null, null, null]]",
        ' [["X", 0, 0], [0, "O", 0], [0, 0, 0]] ',
        '["X..", ".O.", "..."]',
        "X.. .O. ... X",
        "X...O.... X",
        "X..\n.O.\n...\nX",
        "X.. .O. ... x",
    ],
)
@pytest.mark.parametrize("game", [None, "3x3"])
def test_every_form_of_a_board_reads_as_the_same_position(text: str, game: str | None) -> None:
    read = position(text, game)
    assert format_position(read) == TWO
    assert read.game.name == "3x3"
    assert read.first_mark == "X"


@pytest.mark.parametrize("text", ["         ", "   \n   \n   ", "   /   /   "])
@pytest.mark.parametrize("game", [None, "3x3"])
def test_a_board_of_nothing_but_blanks_is_the_empty_board(text: str, game: str | None) -> None:
    assert format_position(position(text, game)) == "... ... ..."


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("X O X\nO X O\nO X .", "XOX OXO OX."),
        ("XXO OOX XOX", "XXO OOX XOX"),
        ("X X O\nO O X\nX O X", "XXO OOX XOX"),
        ("X O X O X O O X O", "XOX OXO OXO X"),
        ("XXOOOXXOX", "XXO OOX XOX"),
        ("X|X|O\n-+-+-\nO|O|X\n-+-+-\nX|O|X", "XXO OOX XOX"),
        ("XXO / OOX / XOX", "XXO OOX XOX"),
        ("XX0 00X X0X", "XXO OOX XOX"),
    ],
)
def test_where_the_marks_alone_number_the_cells_blanks_only_separate(
    text: str, written: str
) -> None:
    assert format_position(position(text)) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("XO \n X \nO  ", "XO. .X. O.."),
        ("X O\n X \nO  ", "X.O .X. O.."),
        ("X O X  O ", "X.O .X. .O."),
        ("  X  O   ", "..X ..O ..."),
        ("        X", "... ... ..X"),
        (" XO\n   \n   ", ".XO ... ..."),
        ("XXOOOX   ", "XXO OOX ..."),
        ("X X\nOO \n   ", "X.X OO. ..."),
    ],
)
@pytest.mark.parametrize("game", [None, "3x3"])
def test_otherwise_a_blank_is_an_empty_cell_where_every_row_then_has_its_length(
    text: str, written: str, game: str | None
) -> None:
    assert format_position(position(text, game)) == written


@pytest.mark.parametrize(
    ("text", "game", "written"),
    [
        ("", "1x1", None),
        (".", None, "."),
        ("X", None, "X"),
        ("X. .O", None, "X. .O"),
        (".... .X.. ..O. ....", None, ".... .X.. ..O. ...."),
        ("[[0,0,0,0],[0,1,0,0],[0,0,-1,0],[0,0,0,0]]", None, ".... .X.. ..O. ...."),
        (".....X....O.....", "4x4", ".... .X.. ..O. ...."),
        ("X......./.......O", "8x2:4", "X....... .......O"),
        ("X.... ..... ..O.. ..... .....", None, "X.... ..... ..O.. ..... ....."),
        (
            "... ... ... | .X. ... ... | ... ... ..O",
            "3x3x3",
            "... ... ... | .X. ... ... | ... ... ..O",
        ),
        (
            ".../.../... | .X./.../... | .../.../..O",
            "3x3x3",
            "... ... ... | .X. ... ... | ... ... ..O",
        ),
        (".........|.X.......|........O", "3x3x3", "... ... ... | .X. ... ... | ... ... ..O"),
        (
            "...\n...\n...\n\n.X.\n...\n...\n\n...\n...\n..O",
            "3x3x3",
            "... ... ... | .X. ... ... | ... ... ..O",
        ),
        ("[[[1,0],[0,0]],[[0,0],[0,-1]]]", "2x2x2", "X. .. | .. .O"),
        ("[1,0,0,0,0,0,0,-1]", "2x2x2", "X. .. | .. .O"),
        ("X.../.... | .... .O..", "4x2x2:2", "X... .... | .... .O.."),
    ],
)
def test_other_boards_read_too(text: str, game: str | None, written: str | None) -> None:
    if written is None:
        with pytest.raises(NotationError, match="got nothing"):
            position(text, game)
    else:
        read = position(text, game)
        assert format_position(read) == written
        assert position(format_position(read), read.game) == read


@pytest.mark.parametrize(
    "text", ["XOXO", "X....", "..... .....", "[1, 0, 0, 0]", "[]", "XXXX....", "." * 16, "{}"]
)
def test_without_a_game_other_sizes_are_asked_for_their_game(text: str) -> None:
    with pytest.raises(NotationError, match="--game"):
        position(text)


@pytest.mark.parametrize(
    ("text", "to_move", "first", "turn"),
    [
        ("... ... ...", None, "X", "X"),
        ("... ... ... O", None, "O", "O"),
        ("... ... ...", "O", "O", "O"),
        ("... ... ...", "o", "O", "O"),
        ("X.. ... ...", None, "X", "O"),
        ("O.. ... ...", None, "O", "X"),
        ("O.. ... ... X", None, "O", "X"),
        ("X.. ... ... O", None, "X", "O"),
        ("X.. .O. ...", None, "X", "X"),
        ("X.. .O. ... O", None, "O", "O"),
        ("X.. .O. ...", "O", "O", "O"),
        ("X.. .O. ... o", "O", "O", "O"),
        ("XO. .O. ...", None, "O", "X"),
        ("XO. .O. ...", "X", "O", "X"),
        ("[[1,0,0],[0,-1,0],[0,0,0]]", "O", "O", "O"),
        ("[-1,0,0,0,0,0,0,0,0]", None, "O", "X"),
        ("a1 b2", None, "X", "X"),
        ("a1 b2", "O", "O", "O"),
        ("a1", "X", "O", "X"),
    ],
)
def test_the_mark_to_move_and_the_counts_say_who_began(
    text: str, to_move: str | None, first: str, turn: str
) -> None:
    read = position(text, "3x3", to_move)
    assert (read.first_mark, read.to_move) == (first, turn)


def test_the_written_form_carries_the_mark_to_move_exactly_when_o_moved_first() -> None:
    assert format_position(position("X.. .O. ...", to_move="X")) == "X.. .O. ..."
    assert format_position(position("X.. .O. ...", to_move="O")) == "X.. .O. ... O"
    assert format_position(position("O.. ... ...")) == "O.. ... ... X"
    assert format_position(position("XXX OO. ...")) == "XXX OO. ..."
    assert format_position(position("OOO XX. ...")) == "OOO XX. ... X"


REFUSED = [
    # text, game, to_move, kind, what each complaint holds, in any order
    ("X.. .Q. ...", "3x3", None, NotationError, ["'Q' at b2"]),
    ("Q.. .Q. ..*", "3x3", None, NotationError, ["'Q' at a1", "'Q' at b2", "'*' at c3"]),
    ("QQQ QQQ QQQ", "3x3", None, NotationError, [*["'Q' at"] * 5, "4 more unknown marks"]),
    ("X.. .O.", "3x3", None, NotationError, ["expected 9 cells for 3x3, got 6"]),
    ("X...O....O", "3x3", None, NotationError, ["expected 9 cells for 3x3, got 10"]),
    ("X.. .O. ... ...", "3x3", None, NotationError, ["expected 9 cells for 3x3, got 12"]),
    ("X.. .O. ...", "4x4", None, NotationError, ["expected 16 cells for 4x4, got 9"]),
    ("X.. .Q.", "3x3", None, NotationError, ["got 6", "'Q'"]),
    ("X... O... .", "3x3", None, NotationError, ["rows of 3"]),
    ("XO. .2. 0..", "3x3", None, NotationError, ["'2' at b2", "'0' at a3"]),
    ("XX. ... ...", "3x3", None, RulesError, ["X has 2 stones and O has 0"]),
    ("OOO O.. XX.", "3x3", None, RulesError, ["X has 2 stones and O has 4"]),
    ("XXX OOO ...", "3x3", None, RulesError, ["both X (a1-b1-c1) and O (a2-b2-c2)"]),
    ("XXX OO. O..", "3x3", None, RulesError, ["X already has a1-b1-c1"]),
    ("OOO XX. ..X", "3x3", "O", RulesError, ["O already has a1-b1-c1"]),
    ("XXX OO. ...", "3x3", "X", RulesError, ["it is O's turn", "X already has a1-b1-c1"]),
    ("XXX OO. ... X", "3x3", None, RulesError, ["it is O's turn", "X already has a1-b1-c1"]),
    ("X.. ... ...", "3x3", "X", RulesError, ["it is O's turn"]),
    ("XO. .O. ...", "3x3", "O", RulesError, ["it is X's turn"]),
    ("X.. .O. ... O", "3x3", "X", NotationError, ["O is to move, not X"]),
    ("XOX OX. .OX", "3x3", "X", RulesError, ["it is O's turn", "X already has a1-b2-c3"]),
    ("XXXX OOO. OOO. XXXX", "4x4", None, RulesError, ["X has 8", "common"]),
    (
        "XXXX OOO. OOO. XXXX",
        "4x4",
        "X",
        RulesError,
        ["X has 8 stones and O has 6", "X already has a1-b1-c1-d1", "common"],
    ),
    ("XXX ... ..Q", "3x3", None, NotationError, ["'Q' at c3", "X has 3"]),
    ("XXXX OO.O OO.O XXXX", "4x4", "O", RulesError, ["X has 8 stones", "common to all"]),
    ("..X ... ...", "3x3+drop", None, RulesError, ["c1 floats: c2"]),
    ("X.X ... OO.", "3x3+drop", None, RulesError, ["a1 floats: a2", "c1 floats: c2"]),
    ("XXX ... ...", "3x3+drop", None, RulesError, ["X has 3", *["floats"] * 3]),
    ("... ..X ..O", "3x3+drop", None, RulesError, ["no order of moves leads to this board"]),
    ("[1, 3, 0, 0, 0, 0, 0, 0, 0]", "3x3", None, NotationError, ["'3' at b1"]),
    ("[1, true, 0, 0, 0, 0, 0, 0, 0]", "3x3", None, NotationError, ["true"]),
    ("[1, 0", "3x3", None, NotationError, ["JSON"]),
    ("[1, 0]", "3x3", None, NotationError, ["expected 9 cells"]),
    ("[[1, 0, 0, 0], [0, 0], [0, 0, 0]]", "3x3", None, NotationError, ["rows of 3"]),
    ("[[1,0],[0,0],[0,0],[0,0],[0,0],[0,0]]", "4x3:3", None, NotationError, ["rows of 4"]),
    ("X.. .O. ...", "3x3", "Z", NotationError, ["expected X or O to move, got 'Z'"]),
    ("", "3x3", None, NotationError, ["got nothing"]),
    ("  \n ", "3x3", None, NotationError, ["got nothing"]),
    ("b2 b2", "3x3", None, RulesError, ["move 2, b2: b2 is taken by X"]),
    ("b2 d1", "3x3", None, NotationError, ["move 2, d1", "a1 to c3"]),
    ("a1 a2 b1 b2 c1 c2", "3x3", None, RulesError, ["move 6, c2", "X has won"]),
]


@pytest.mark.parametrize(
    ("text", "game", "to_move", "kind", "words"), REFUSED, ids=[row[0] for row in REFUSED]
)
def test_a_text_that_is_no_position_is_refused_and_every_fault_is_named(
    text: str, game: str, to_move: str | None, kind: type[NoughtsError], words: list[str]
) -> None:
    with pytest.raises(kind) as caught:
        position(text, game, to_move)
    complaints = caught.value.complaints
    assert lint(text, game, to_move) == complaints
    for word in words:
        assert any(word in complaint for complaint in complaints), (word, complaints)
    for complaint in complaints:
        assert complaint in str(caught.value), "the sentence holds them all"
    if len(words) > 1 and not text.replace(" ", "").isalnum():
        assert len(complaints) >= len(set(words))


def test_the_sample_of_report_003_is_refused_for_both_reasons_and_finished_without_the_turn() -> (
    None
):
    complaints = lint("XOX OX. .OX", to_move="X")
    assert len(complaints) == 2
    assert "with 4 X and 3 O it is O's turn" in complaints[0]
    assert "X already has a1-b2-c3" in complaints[1]
    read = position("XOX OX. .OX")
    assert read.is_over
    assert read.winner == "X"


def test_two_lines_of_the_winner_need_a_cell_in_common() -> None:
    """XXX        the last stone can only have been b2;        XXX X..X would need two last ones
    .X.
    OXO  and so on: 3x3 has no room for two disjoint lines of a winner, 4x4 has."""
    assert lint("XXX OXO OXO", "3x3") == []
    shared = "XXXX X.OO X.OO X.O.", "XXXX OOX. OXO. X..O"
    for text in shared:
        assert not [one for one in lint(text, "4x4") if "common" in one]
    disjoint = "XXXX OOO. OOO. XXXX O"
    assert [one for one in lint(disjoint, "4x4") if "no cell common to all" in one]


def test_a_position_of_ones_own_game_reads_too() -> None:
    rules = read_game("3x3\na1 b1 c1\n")
    read = position("XXX OO. ...", rules)
    assert read.winner == "X"
    assert position("XO. XO. X..", rules).winner is None


def test_a_text_that_only_begins_like_json_is_named_as_it_stands() -> None:
    deep = "[" * 5000
    with pytest.raises(NotationError, match="JSON"):
        position(deep)
