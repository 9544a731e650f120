"""Data sets: every label is the definition's, every row reads back."""

from __future__ import annotations

import csv
import io
import json

import pytest
from naive import REPOSITORY, Cli, all_positions, naive_solver

from noughts.errors import LimitReached
from noughts.learn.yardstick.dataset import COLUMNS, as_csv, as_json_lines, card, rows
from noughts.notation.moves import parse_move
from noughts.notation.parse import position
from noughts.rules.catalog import game

GAME = game("3x3")
UCI = REPOSITORY.parent / "shared/ground-truth/uci_tictactoe/tic-tac-toe.data"


def test_every_position_of_3x3_with_its_labels() -> None:
    solver = naive_solver(GAME)
    found = list(csv.DictReader(io.StringIO("".join(as_csv(rows(GAME))))))
    assert len(found) == 5478
    assert {position(row["position"]) for row in found} == set(all_positions(GAME))
    names = {"win": 1, "draw": 0, "loss": -1}
    for row in found:
        here = position(row["position"])
        outcome, distance = solver.value(here)
        assert names[row["outcome"]] == outcome
        assert row["winner"] == (here.winner or "")
        assert row["to_move"] == ("" if here.is_over else here.to_move)
        assert int(row["ply"]) == here.stones
        if outcome:
            assert int(row["distance"]) == distance
        moves = {} if here.is_over else solver.move_values(here)
        good = [move for move, (after, _) in moves.items() if after == outcome]
        assert [parse_move(here, move) for move in row["good"].split()] == good
        best = [move for move in good if not outcome or moves[move][1] == distance]
        assert [parse_move(here, move) for move in row["best"].split()] == best


def test_json_lines_hold_the_same() -> None:
    lines = [json.loads(line) for line in as_json_lines(rows(GAME, 50, 1))]
    table = list(csv.DictReader(io.StringIO("".join(as_csv(rows(GAME, 50, 1))))))
    assert len(lines) == len(table) == 50
    for line, row in zip(lines, table, strict=True):
        assert list(line) == list(row) == list(COLUMNS)
        assert " ".join(line["good"]) == row["good"]
        assert (line["winner"] or "") == row["winner"]


def test_a_sample_repeats_by_seed_and_has_no_position_twice() -> None:
    four = game("4x4")
    one, again, other = list(rows(four, 40, 1)), list(rows(four, 40, 1)), list(rows(four, 40, 2))
    assert one == again != other
    assert len({row.position for row in one}) == 40


def test_a_large_board_needs_a_sample() -> None:
    with pytest.raises(LimitReached, match="--sample"):
        rows(game("4x4"))


def test_a_label_that_is_not_found_in_time_is_not_left_out(cli: Cli) -> None:
    ran = cli("dataset", "connect4", "--sample", "5", "--seed", "1", "--time", "0.1")
    assert ran.code == 3
    assert "was not found in 0.1 s" in ran.err


@pytest.mark.skipif(not UCI.exists(), reason="the data of UCI is not here")
def test_the_data_of_uci_is_among_ours() -> None:
    """Its 958 rows are the finished positions of ours, positive where X has won."""
    with UCI.open(encoding="utf-8") as file:
        theirs = {
            "".join(cells).translate(str.maketrans("xob", "XO.")): label == "positive"
            for *cells, label in csv.reader(file)
        }
    ours = {
        row.position.replace(" ", ""): row.winner == "X" for row in rows(GAME) if not row.to_move
    }
    assert len(theirs) == 958
    assert ours == theirs


def test_the_card_names_every_column_and_the_command() -> None:
    text = card(GAME, 5478, None, 0, "noughts dataset 3x3 -o p.csv")
    assert all(f"`{column}`" in text for column in COLUMNS)
    assert "5,478 rows" in text
    assert "`noughts dataset 3x3 -o p.csv`" in text


def test_the_command_writes_file_and_card(cli: Cli, tmp_path: object) -> None:
    target = f"{tmp_path}/p.jsonl"
    ran = cli("dataset", "3x3", "--sample", "7", "-o", target, "--json")
    assert json.loads(ran.out)["rows"] == 7
    with open(target, encoding="utf-8") as file:
        assert len(file.readlines()) == 7
    with open(f"{tmp_path}/p.card.md", encoding="utf-8") as file:
        assert "7 different positions" in file.read()


def test_another_ending_is_refused(cli: Cli, tmp_path: object) -> None:
    ran = cli("dataset", "3x3", "-o", f"{tmp_path}/p.xls")
    assert ran.code == 2
    assert ".csv, .jsonl" in ran.err
