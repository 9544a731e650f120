"""cli/: the commands, their answers and their exit codes."""

from __future__ import annotations

import json
import re
import shlex
import time
from pathlib import Path

import pytest
from naive import Cli

from noughts import __version__, position
from noughts.cli import main
from noughts.rules.catalog import CATALOG

COMMANDS = ["analyze", "census", "games", "move", "play", "solve"]


# Help


def examples_of(cli: Cli, *command: str) -> list[str]:
    ran = cli(*command, "--help")
    assert ran.code == 0
    block = ran.out.partition("Examples:")[2].partition("\n\n")[0]
    return [row.strip() for row in block.splitlines() if row.strip()]


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_the_help_of_every_command_has_two_examples_that_run(cli: Cli, command: list[str]) -> None:
    examples = examples_of(cli, *command)
    assert len(examples) == 2
    for example in examples:
        program, *arguments = shlex.split(example)
        assert program == "noughts"
        assert not set(example) & set("'$`|>&;"), "double quotes and no shell features"
        ran = cli(*arguments)
        assert ran.code == 0, (example, ran.err)
        assert ran.out


def test_every_command_has_json(cli: Cli) -> None:
    assert set(COMMANDS) <= set(main.COMMANDS)
    tables = [["table", name] for name in ("build", "list", "info", "verify", "probe")]
    for words in [*([name] for name in main.COMMANDS if name != "table"), *tables]:
        assert "--json" in cli(*words, "--help").out, words


def test_the_version_is_told(cli: Cli) -> None:
    assert __version__ in cli("--version").out


def test_help_is_found_under_both_names(cli: Cli) -> None:
    assert cli("-h").out == cli("--help").out
    assert cli("analyze", "-h").code == 0


# analyze


def test_analyze_tells_people_everything(cli: Cli) -> None:
    out = cli("analyze", "XX. .O. ..O").out
    assert "X to move wins in 1" in out
    assert "1 X  X  W1\n2 W3 O  D\n3 W3 L4 O" in out
    for row in (
        r"c1 +wins in 1 +best",
        r"a2 +wins in 3 +good",
        r"c2 +draws",
        r"a3 +wins in 3 +good",
        r"b3 +loses in 4",
    ):
        assert re.search(rf"^{row}", out, re.MULTILINE)
    assert re.search(r"^Best: c1$", out, re.MULTILINE)
    assert re.search(r"^Line of play: c1$", out, re.MULTILINE)
    assert re.search(r"[\d,]+ positions looked at in \d+\.\d{7} s", out)


def test_analyze_json_is_the_object_of_the_manual(cli: Cli) -> None:
    found = cli("analyze", "XX. .O. ..O", "--json").json()
    keys = "schema game position first to_move over winner lines value best good moves"
    expected = [*keys.split(), "principal_variation", "nodes", "seconds"]
    assert [key for key in found if key in expected] == expected
    assert found["value"] == {"outcome": "win", "distance": 1}
    assert found["best"] == ["c1"]
    assert found["good"] == ["c1", "a2", "a3"]
    assert [move["move"] for move in found["moves"]] == ["c1", "a2", "c2", "a3", "b3"]
    assert list(found["moves"][0]) == (
        ["move", "cell", "row", "column", "after", "value", "best", "good", "reasons"]
    )


def test_analyze_json_of_a_board_in_three_dimensions_has_slices(cli: Cli) -> None:
    found = cli("analyze", "X.. | ... | O..", "--game", "3x1x3:3", "--json").json()
    assert found["position"] == "X.. | ... | O.."
    for move in found["moves"]:
        assert list(move)[:5] == ["move", "cell", "slice", "row", "column"]
        assert move["cell"] == 3 * move["slice"] + move["column"]


def test_analyze_json_of_a_drop_game_names_columns(cli: Cli) -> None:
    found = cli("analyze", "1122", "--game", "4x4+drop", "--json").json()
    assert [move["move"] for move in found["moves"]] == ["1", "2", "3", "4"]
    assert [move["cell"] for move in found["moves"]] == [4, 5, 14, 15]
    assert set(found["best"]) <= {"1", "2", "3", "4"}


def test_analyze_json_of_a_finished_misere_game(cli: Cli) -> None:
    found = cli("analyze", "XXX OO. ...", "-g", "misere", "--json").json()
    assert (found["to_move"], found["over"], found["winner"]) == (None, True, "O")
    assert found["lines"] == [["a1", "b1", "c1"]]
    assert found["value"] == {"outcome": "win", "distance": 0}


@pytest.mark.parametrize("search", ["minimax", "negamax", "alphabeta", "ordered", "transposition"])
def test_analyze_may_use_one_search(cli: Cli, search: str) -> None:
    found = cli("analyze", ".O. .X. ...", "--search", search, "--json").json()
    assert found["search"] == search
    assert found["value"]["outcome"] == "win"
    assert found["move"] == "a1"
    assert found["best"] == ["a1", "c1", "a2", "c2", "a3", "c3"][: len(found["best"])]
    assert found["nodes"] > 100
    text = cli("analyze", ".O. .X. ...", "--search", search, "--depth", "2").out
    assert "not proven" in text
    assert re.search(r"[\d,]+ nodes", text)


def test_a_search_on_a_finished_position_says_how_it_ended(cli: Cli) -> None:
    out = cli("analyze", "XXX OO. ...", "--search", "negamax").out
    assert "X has won" in out
    found = cli("analyze", "XXX OO. ...", "--search", "negamax", "--json").json()
    assert found["move"] is None


def test_lines_go_on_after_a_bad_one(cli: Cli, tmp_path: Path) -> None:
    rows = ["X.. .O. ...", "", "X.. .Q. ...", "XXX OO. ...", "XX. ... ..."]
    for arguments, stdin in ((["-"], "\n".join(rows)), ([str(tmp_path / "rows.txt")], "")):
        (tmp_path / "rows.txt").write_text("\n".join(rows) + "\n")
        ran = cli("analyze", "--lines", *arguments, stdin=stdin)
        assert ran.code == 2
        found = [json.loads(row) for row in ran.out.splitlines()]
        assert len(found) == 4
        assert all(one["schema"] == 1 for one in found)
        assert found[0]["value"] == {"outcome": "draw", "distance": 7}
        assert found[1]["line"] == 3
        assert found[1]["text"] == "X.. .Q. ..."
        assert "'Q' at b2" in found[1]["error"]
        assert found[2]["winner"] == "X"
        assert "turns alternate" in found[3]["error"]


def test_lines_that_are_all_well_end_well(cli: Cli) -> None:
    ran = cli("analyze", "--lines", "-", "--game", "4x4+drop", stdin="1122\n2211\n")
    assert ran.code == 0
    assert [json.loads(row)["game"] for row in ran.out.splitlines()] == ["4x4+drop"] * 2


def test_a_line_that_is_not_found_in_time_is_a_limit_not_a_mistake(cli: Cli) -> None:
    stdin = "." * 225 + "\n" + "." * 225 + "\n"
    ran = cli("analyze", "--lines", "-", "--game", "15x15:5", "--time", "0.1", stdin=stdin)
    assert ran.code == 3
    assert len(ran.out.splitlines()) == 2
    assert all("error" in json.loads(row) for row in ran.out.splitlines())


# Where a position comes from


def test_a_minus_is_standard_input_and_at_is_a_file(cli: Cli, tmp_path: Path) -> None:
    board = "X . .\n. O .\n. . .\n"
    (tmp_path / "board.txt").write_text(board)
    plain = cli("analyze", "X.. .O. ...", "--json").json()
    for ran in (
        cli("analyze", "-", "--json", stdin=board),
        cli("analyze", f"@{tmp_path / 'board.txt'}", "--json"),
    ):
        found = ran.json()
        assert found["position"] == plain["position"]
        assert found["best"] == plain["best"]
    moved = cli("move", "-", stdin=board)
    assert moved.out.splitlines()[-3:] == ["X X .", ". O .", ". . ."]


def test_a_board_of_blanks_survives_standard_input(cli: Cli) -> None:
    assert (
        cli("analyze", "-", "--json", stdin="X  \n O \n   \n").json()["position"] == "X.. .O. ..."
    )


@pytest.mark.parametrize(
    "text", ["---X-O---", "--- X-O ---", "-X-/---/--O", "-" * 9, "-X- --- O--"]
)
@pytest.mark.parametrize("command", ["analyze", "move"])
def test_a_text_that_begins_with_a_minus_is_a_position(cli: Cli, command: str, text: str) -> None:
    ran = cli(command, text, "--json")
    assert ran.code == 0
    assert ran.json()["position"] == str(text).translate(str.maketrans("-/", ". ")) or (
        position(ran.json()["position"]) == position(text)
    )


def test_two_minus_signs_before_a_board_change_nothing(cli: Cli) -> None:
    assert cli("analyze", "--", "---X-O---").code == 0


def test_no_other_argument_is_ever_opened(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text("X.. .O. ...")
    (tmp_path / "game.txt").write_text("3x3\na1 b1 c1\n")
    assert cli("analyze", "board.txt").code == 2
    assert cli("analyze", "X.. .O. ...", "--game", "game.txt").code == 2
    assert cli("solve", "game.txt").code == 2
    assert cli("analyze", "@board.txt").code == 0
    assert cli("analyze", "X.. .O. ...", "--game", "@game.txt").code == 0


def test_a_file_that_cannot_be_read_is_a_sentence(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x81")
    for argument in ("@missing.txt", f"@{tmp_path}", f"@{tmp_path / 'binary'}", "@"):
        ran = cli("analyze", argument)
        assert ran.code == 2
        assert ran.err.startswith("noughts: cannot read")
        assert ran.err.count("\n") == 1
    ran = cli("analyze", "--lines", "missing.txt")
    assert ran.code == 2


def test_a_file_from_windows_is_read_too(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_bytes("\ufeffX..\r\n.O.\r\n...\r\n".encode())
    found = cli("analyze", f"@{tmp_path / 'board.txt'}", "--json").json()
    assert found["position"] == "X.. .O. ..."
    (tmp_path / "game.txt").write_bytes("\ufeff3x3\r\na1 b1 c1\r\n".encode())
    found = cli("solve", f"@{tmp_path / 'game.txt'}", "--json").json()
    assert len(found["moves"]) == 9


def test_ones_own_game_may_be_named_with_a_file(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "corners.txt"
    path.write_text("# corners\n3x3\na1 c1\na1 a3\n")
    found = cli("solve", f"@{path}", "--json").json()
    assert found["winner"] == "first"
    assert found["value"] == {"outcome": "win", "distance": 3}
    assert cli("census", f"@{path}", "--json").json()["positions"] > 9
    assert cli("play", f"@{path}", stdin="a1\n").code == 0
    path.write_text("3x3\na1 q9\n")
    ran = cli("solve", f"@{path}")
    assert ran.code == 2
    assert "row 2" in ran.err


# move


def test_move_tells_the_move_three_ways_and_the_position_after_it(cli: Cli) -> None:
    assert cli("move", "XX. .O. ..O").out == (
        "X plays c1, (0, 2), index 2: wins in 1\nXXX .O. ..O\n"
    )
    found = cli("move", "XX. .O. ..O", "--json").json()
    assert (found["move"], found["cell"], found["row"], found["column"]) == ("c1", 2, 0, 2)
    assert (found["after"], found["text"]) == ("XXX .O. ..O", "XXX .O. ..O")
    assert (found["over"], found["winner"]) == (True, "X")
    assert found["value"] == {"outcome": "win", "distance": 1}


@pytest.mark.parametrize("reply", ["b2", "1 1", "1,1", "(1, 1)", "4"])
def test_move_takes_a_reply_as_name_row_and_column_or_index(cli: Cli, reply: str) -> None:
    ran = cli("move", "X.. ... ...", reply)
    assert ran.code == 0
    assert position(ran.out.splitlines()[-1]).mark(4) == "O"


def test_move_with_a_wrong_reply_says_why(cli: Cli) -> None:
    ran = cli("move", "X.. ... ...", "a1")
    assert ran.code == 2
    assert "a1 is taken by X" in ran.err
    assert cli("move", "X.. ... ...", "z9").code == 2


def test_move_on_a_finished_position_says_how_it_ended(cli: Cli) -> None:
    ran = cli("move", "XXX OO. ...")
    assert ran.code == 0
    assert "X has won with a1-b1-c1" in ran.out
    found = cli("move", "XXX OO. ...", "--json").json()
    assert (found["move"], found["over"], found["winner"]) == (None, True, "X")


def test_move_plays_connect_four_by_digits(cli: Cli) -> None:
    ran = cli("move", "1212", "--game", "4x4+drop")
    assert ran.code == 0
    assert re.fullmatch(r"1212[1-4]", ran.out.splitlines()[-1])


def test_move_knows_who_is_to_move(cli: Cli) -> None:
    ran = cli("move", "X.. .O. ...", "--to-move", "O")
    assert ran.out.startswith("O plays")
    assert position(ran.out.splitlines()[-1]).first_mark == "O"
    again = cli("move", ran.out.splitlines()[-1])
    assert again.out.startswith("X plays")


def test_a_guess_is_called_a_guess_and_ends_with_three(cli: Cli) -> None:
    ran = cli("move", "h8", "--game", "15x15:5", "--time", "0.2")
    assert ran.code == 3
    assert "not proven" in ran.out
    assert "--time" in ran.err
    assert ran.out.splitlines()[-1].startswith("h8 ")


# solve


@pytest.mark.parametrize(
    ("spec", "winner", "outcome", "distance"),
    [
        ("3x3", None, "draw", 9),
        ("4x3:3", "first", "win", 7),
        ("4x3:3+misere", "second", "loss", 11),
        ("3x3+misere", None, "draw", 9),
    ],
)
def test_solve_tells_the_value_of_the_empty_board(
    cli: Cli, spec: str, winner: str | None, outcome: str, distance: int
) -> None:
    found = cli("solve", spec, "--json").json()
    assert found["game"] == spec
    assert found["winner"] == winner
    assert found["value"] == {"outcome": outcome, "distance": distance}
    assert {"moves", "positions", "seconds"} <= set(found)
    assert len(found["moves"]) == position("." * (12 if "4" in spec else 9), spec).game.cells
    assert found["positions"] > 1
    text = cli("solve", spec).out
    assert (f"the {winner} player wins" if winner else "draw") in text
    assert re.search(r"^b2 ", text, re.MULTILINE)


def test_solve_of_4x4_takes_seconds(cli: Cli) -> None:
    started = time.perf_counter()
    found = cli("solve", "4x4", "--json").json()
    assert found["value"]["outcome"] == "draw"
    assert time.perf_counter() - started < 45


# census and games


def test_census_json_has_the_keys_of_the_manual(cli: Cli) -> None:
    found = cli("census", "3x3", "--json").json()
    keys = "nodes games won_by_first won_by_second drawn games_by_length positions unfinished"
    assert set(keys.split()) | {"finished", "classes", "layers"} <= set(found)
    assert found["games_by_length"] == [
        {"ply": ply, "games": games}
        for ply, games in zip(range(5, 10), (1440, 5328, 47952, 72576, 127872), strict=True)
    ]
    assert {"ply", "positions", "classes"} <= set(found["layers"][0])
    assert [layer["classes"] for layer in found["layers"]] == (
        [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    )


def test_census_of_4x4_takes_a_few_seconds(cli: Cli) -> None:
    started = time.perf_counter()
    found = cli("census", "4x4", "--json").json()
    assert time.perf_counter() - started < 30
    assert found["games"] == 15_038_733_958_272
    assert found["positions"] == 9_722_011


def test_a_census_that_is_too_big_says_so_before_it_starts(cli: Cli) -> None:
    started = time.perf_counter()
    ran = cli("census", "connect4")
    assert ran.code == 3
    assert "--plies" in ran.err
    assert time.perf_counter() - started < 5
    assert cli("census", "connect4", "--plies", "3").code == 0


def test_games_lists_the_catalogue(cli: Cli) -> None:
    found = cli("games", "--json").json()["games"]
    assert [row["game"] for row in found] == [entry.spec for entry in CATALOG]
    by_name = {row["game"]: row for row in found}
    for spec, lines, symmetries in (
        ("3x3", 8, 8),
        ("8x2:4", 10, 4),
        ("7x6:4+drop", 69, 2),
        ("3x3x3", 49, 48),
        ("4x4x4", 76, 48),
    ):
        assert (by_name[spec]["lines"], by_name[spec]["symmetries"]) == (lines, symmetries)
        assert by_name[spec]["known"]
        assert by_name[spec]["source"]
    text = cli("games").out
    for entry in CATALOG:
        row = next(row for row in text.splitlines() if row.split(",")[0].split()[0] == entry.spec)
        assert entry.known in row
        assert entry.source in row
        for name in entry.names:
            assert name in row


# Exit codes and complaints


@pytest.mark.parametrize(
    "arguments",
    [
        ["bogus"],
        ["analyze"],
        ["analyze", "X.. .Q. ..."],
        ["analyze", "XX. ... ..."],
        ["analyze", "X....."],
        ["analyze", "b2 a1"],
        ["analyze", "X.. .O. ...", "--game", "4x4"],
        ["analyze", "X.. .O. ...", "--game", "7x6"],
        ["analyze", "X.. .O. ...", "--to-move", "Z"],
        ["analyze", "X.. .O. ...", "--search", "magic"],
        ["analyze", "X.. .O. ...", "--time", "-1"],
        ["analyze", "X.. .O. ...", "--depth", "0"],
        ["analyze", "X.. .O. ...", "extra"],
        ["analyze", "X.. .O. ...", "--lines", "-"],
        ["analyze", "X.. .O. ...", "--nonsense"],
        ["analyze", "X.. .O. ...", "--search", "proof", "--scale", "ten"],
        ["move"],
        ["move", ""],
        ["solve"],
        ["solve", "3x3:4"],
        ["solve", "tictactoo"],
        ["solve", "0x0"],
        ["census", "21x21:5"],
        ["census", "3x3", "--plies", "-1"],
        ["games", "extra"],
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_two_and_a_sentence_on_standard_error(
    cli: Cli, arguments: list[str]
) -> None:
    ran = cli(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.strip()
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("text", ["\x00", "[" * 3000, "{}", "🙂", "X" * 10000, "@\x00", "[1e999]"])
def test_strange_arguments_are_refused_and_nothing_breaks(cli: Cli, text: str) -> None:
    ran = cli("analyze", text)
    assert ran.code == 2
    assert "Traceback" not in ran.err


def test_a_limit_reached_without_an_answer_ends_with_three_within_a_few_seconds(cli: Cli) -> None:
    started = time.perf_counter()
    ran = cli("analyze", "." * 225, "--game", "15x15:5", "--time", "0.5")
    assert ran.code == 3
    assert time.perf_counter() - started < 6
    assert ran.out == ""
    assert "positions" in ran.err, "an estimate before it starts"
    assert "time" in ran.err
    assert "Traceback" not in ran.err
    assert cli("solve", "15x15:5", "--time", "0.3").code == 3


@pytest.mark.parametrize("search", ["minimax", "negamax"])
def test_a_search_too_big_says_so_before_it_starts_and_does_not_hang(
    cli: Cli, search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted after some thousand nodes, as by a person who has read the estimate."""
    from noughts.rules.position import Position

    real, left = Position.child, [20_000]

    def child(self: Position, cell: int) -> Position:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(self, cell)

    monkeypatch.setattr(Position, "child", child)
    ran = cli("analyze", "." * 25, "--game", "5x5", "--search", search)
    assert ran.code in (3, 130)
    assert re.search(r"(?i)positions|nodes", ran.err), "an estimate before it starts"


def test_ctrl_c_in_a_command_ends_with_130(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.cli.analyze.report_by", interrupted)
    ran = cli("analyze", "X.. .O. ...")
    assert ran.code == 130
    assert "Traceback" not in ran.err
