"""What a first user tried: each of these once went wrong."""

from __future__ import annotations

import io
import re

import pytest
from naive import Cli

from noughts import game, position
from noughts.errors import NotationError
from noughts.play.screen import fitted


def test_every_search_can_be_the_opponent(cli: Cli) -> None:
    searches = ("minimax", "alphabeta", "deepening", "null-windows", "proof", "mcts", "retrograde")
    for search in searches:
        ran = cli("play", "--search", search, "--time", "5", "--no-hints", stdin="b2\nquit\n")
        assert ran.code == 0
        assert "O plays" in ran.out


def test_a_board_of_400_cells_is_not_too_deep(cli: Cli) -> None:
    ran = cli("compare", "--game", "400x1:5", "--searches", "minimax,ordered", "--budget", "0.3")
    assert ran.code == 0
    assert "minimax did not finish in 0.3 s" in ran.out


@pytest.mark.parametrize("words", [("20x20:5", "3"), ("7x7x7:4", "2"), ("connect4", "30")])
def test_a_census_that_would_take_long_is_refused_with_how_far_it_may_go(
    words: tuple[str, str], cli: Cli
) -> None:
    spec, plies = words
    ran = cli("census", spec, "--plies", plies)
    assert ran.code == 3
    offered = re.search(r"--plies (\d+)", ran.err)
    assert offered is not None
    assert int(offered[1]) < int(plies)


def test_analyze_with_a_search_shows_every_move(cli: Cli) -> None:
    found = cli("analyze", "XX. .O. ..O", "--search", "alphabeta", "--json").json()
    whole = cli("analyze", "XX. .O. ..O", "--json").json()
    for key in ("value", "best", "good", "principal_variation", "to_move", "over", "lines"):
        assert found[key] == whole[key]
    for mine, other in zip(found["moves"], whole["moves"], strict=True):
        assert mine == {key: other[key] for key in mine}
    out = cli("analyze", "XX. .O. ..O", "--search", "minimax", "--scale", "ten").out
    assert re.search(r"^c1 +wins in 1 +best$", out, re.M)
    assert "Score: +10 on the scale ten" in out


@pytest.mark.parametrize("text", ["(1,1) (0,0)", "1,1 0,0", "(1, 1), (0, 0)", "b2 a1"])
def test_a_list_of_moves_may_be_rows_and_columns(text: str) -> None:
    assert position(text, game="3x3") == position("O.. .X. ...")


def test_a_list_of_moves_may_end_in_the_mark_to_move() -> None:
    assert position("b2 a1 O", game="3x3") == position("X.. .O. ... O")
    with pytest.raises(NotationError, match="the text says that O is to move, not X"):
        position("b2 a1 O", game="3x3", to_move="X")


def test_a_drawn_board_comes_back_as_it_was_drawn(cli: Cli) -> None:
    drawn = " X | O |   \n---+---+---\n   | X |   \n---+---+---\n   |   | O "
    first, *rows = cli("move", "-", stdin=drawn + "\n").out.splitlines()
    assert first.startswith("X plays a2")
    assert "\n".join(rows) == drawn.replace("\n   | X |", "\n X | X |")
    assert cli("move", ".........").out.splitlines()[1] == "X........"


def test_what_is_no_cell_and_no_game_is_refused_in_python_too() -> None:
    with pytest.raises(NotationError, match="expected a cell such as b2"):
        position("X.. .O. ...").play(2.5)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="expected a game such as '3x3', got 3"):
        game(3)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="does not say how many in a row"):
        game("3x3x1")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_narrow_terminal_lines_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = "A move is a cell such as b2. Commands: hint, why, moves, undo, new, help, quit."
    lines = fitted(text, Terminal()).split("\n")
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines) == text
    assert fitted(text, io.StringIO()) == text


def test_a_new_game_shows_its_board_and_a_hint_again(cli: Cli) -> None:
    out = cli("play", stdin="new\nquit\n").out
    assert out.count("Recommended:") == 2
