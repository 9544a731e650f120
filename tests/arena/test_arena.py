"""The arena: every game once, whatever happens, and ratings that follow from the results."""

from __future__ import annotations

import json
import math
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from naive import Cli, naive_classes, unfinished

from noughts.arena.arena import Pairing, Played, after, openings, play, schedule
from noughts.arena.entrant import as_it_plays
from noughts.arena.ratings import Tally, ratings
from noughts.arena.store import open_games
from noughts.arena.tournament import run
from noughts.errors import NotationError
from noughts.rules.catalog import game
from noughts.rules.position import Position

GAME = game("3x3")
PLAYERS = ["perfect", "easy", "random"]
OPTIONS = {"plies": 1, "seed": 1, "seconds": 2.0}


@pytest.mark.parametrize("spec", ["3x3", "4x3:3", "3x3+torus", "misere", "connect4", "3x3x3"])
@pytest.mark.parametrize("plies", [0, 1, 2])
def test_openings_are_every_position_up_to_symmetry_once(spec: str, plies: int) -> None:
    rules = game(spec)
    found = [after(rules, moves) for moves in openings(rules, plies)]
    assert all(here.stones == plies and not here.is_over for here in found)
    if rules.cells <= 12 and not rules.torus:
        layer = [here for here in unfinished(rules) if here.stones == plies]
        assert len(found) == naive_classes(layer) == naive_classes(found)


def test_the_number_of_openings_is_the_published_one() -> None:
    """OEIS A008907, 3x3 up to symmetry."""
    assert [len(openings(GAME, plies)) for plies in range(5)] == [1, 3, 12, 38, 108]


def test_every_pair_plays_every_opening_on_both_sides() -> None:
    pairings = list(schedule(["a", "b", "c"], 4, 2))
    assert len(pairings) == len(set(pairings)) == 2 * 4 * 6
    assert {(p.first, p.second) for p in pairings if p.round == 1 and p.opening == 3} == {
        (x, y) for x in "abc" for y in "abc" if x != y
    }


def test_a_game_repeats_by_seed_and_its_moves_are_legal() -> None:
    pairing = Pairing(0, 2, "easy", "random")
    opening = openings(GAME, 2)[2]
    one, again = (play(GAME, pairing, opening, 7, 2.0) for _ in range(2))
    assert one.moves == again.moves
    position = Position(GAME)
    for move in one.moves:
        position = position.play(move)
    assert position.is_over
    assert one.result == (0 if position.winner is None else 1 if position.winner == "X" else -1)
    assert any(play(GAME, pairing, opening, seed, 2.0).moves != one.moves for seed in range(5))


def _played(jobs: int) -> list[tuple[Pairing, list[int], int]]:
    with open_games(None, GAME, {}) as games:
        run(games, schedule(PLAYERS, 3, 1), jobs=jobs, **OPTIONS)  # type: ignore[arg-type]
        return sorted((p.pairing, p.moves, p.result) for _, p in games.all())


def test_games_do_not_depend_on_how_many_are_played_at_a_time() -> None:
    one = _played(1)
    assert len(one) == 18
    assert _played(2) == one


def test_an_arena_that_stopped_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    pairings = list(schedule(PLAYERS, 3, 1))
    left = 0

    def stop(played: Played) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    for some in (1, 4, 7):
        left = some
        with open_games(file, GAME, {}) as games, pytest.raises(KeyboardInterrupt):
            run(games, pairings, on_game=stop, **OPTIONS)  # type: ignore[arg-type]
    with open_games(file, GAME, {}) as games:
        assert len(games.done()) == 12
        run(games, pairings, **OPTIONS)  # type: ignore[arg-type]
        found = sorted((p.pairing, p.moves, p.result) for _, p in games.all())
        again = Played(found[0][0], [], 1, "", (0, 0))
        games.add(again)
        assert len(list(games.all())) == len(pairings)
    assert found == _played(1)


@pytest.mark.skipif(os.name != "posix", reason="killing is a signal here")
def test_a_killed_arena_loses_nothing_that_it_counted(tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    words = ["arena", "hard", "easy", "random", "--rounds", "3", "--jobs", "1", "--db", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _count(file) < 5 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = _rows(file)
    assert len(before) >= 5
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *words, "--json"], capture_output=True, check=True
    )
    after_all = _rows(file)
    assert after_all[: len(before)] == before
    assert len(after_all) == len({row[:4] for row in after_all}) == 3 * 12 * 6
    assert sum(row["games"] for row in json.loads(done.stdout)["players"]) == 2 * 3 * 12 * 6


@pytest.mark.skipif(os.name != "posix", reason="killing is a signal here")
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_no_process_outlives_its_arena(sign: int, tmp_path: Path) -> None:
    """Whoever is left would hold the pipe open, and `communicate` would not come back."""
    file = tmp_path / "arena.db"
    words = ["arena", "easy", "random", "--rounds", "200", "--jobs", "2", "--db", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and _count(file) < 5 and process.poll() is None:
        time.sleep(0.02)
    if sign == signal.SIGINT:  # Ctrl-C reaches every process at the terminal
        os.killpg(process.pid, sign)
    else:
        process.send_signal(sign)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == (130 if sign == signal.SIGINT else -sign)
    assert b"Traceback" not in errors
    if sign == signal.SIGINT:
        assert errors == b"\nInterrupted.\n"
    assert len(_rows(file)) >= 5


def test_a_table_for_another_game_is_refused_before_the_first_game(
    cli: Cli, tmp_path: Path
) -> None:
    table = str(tmp_path / "q.json")
    assert cli("train", "q", "--episodes", "10", "-o", table).code == 0
    ran = cli("arena", "perfect", table, "-g", "4x4")
    assert ran.code == 2
    assert "was learned for 3x3, not for 4x4" in ran.err


def _count(file: Path) -> int:
    try:
        return len(_rows(file))
    except sqlite3.Error:
        return 0


def _rows(file: Path) -> list[tuple[object, ...]]:
    if not file.exists():
        return []
    connection = sqlite3.connect(file, timeout=30)
    try:
        return connection.execute(
            "select round, opening, first, second, moves, result from games order by rowid"
        ).fetchall()
    finally:
        connection.close()


def test_a_program_that_answers_with_a_taken_cell_loses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the dice of a game depend on the names of the players
    Path("bad.py").write_text(
        "def best_move(board):\n"
        "    free = [i for i, c in enumerate(board) if c == ' ']\n"
        "    return free[0] if len(free) > 2 else board.index('X')\n",
        encoding="utf-8",
    )
    with open_games(None, GAME, {}) as games:
        run(games, schedule(["bad.py", "random"], 1, 4), plies=0, seed=1, seconds=10.0)
        played = [p for _, p in games.all()]
    faults = [p for p in played if p.reason]
    assert faults
    for one in faults:
        assert "illegal" in one.reason
        assert one.result == (-1 if one.pairing.first == "bad.py" else 1)


def test_a_program_of_one_mark_is_shown_its_own_mark() -> None:
    here = Position(GAME).play(4)
    assert as_it_plays(here, "O") is here
    shown = as_it_plays(here, "X")
    assert (shown.to_move, shown.first_mark) == ("X", "O")
    assert shown == here


def test_a_file_of_another_arena_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with open_games(file, GAME, {"plies": "2"}):
        pass
    with (
        pytest.raises(NotationError, match="begun with plies '2', not '1'"),
        open_games(file, GAME, {"plies": "1"}),
    ):
        pass
    with (
        pytest.raises(NotationError, match="begun with game '3x3', not '4x4'"),
        open_games(file, game("4x4"), {"plies": "2"}),
    ):
        pass
    (tmp_path / "b.db").write_text("no database, but long enough to be taken for one" * 99)
    with pytest.raises(NotationError, match="cannot use"), open_games(tmp_path / "b.db", GAME, {}):
        pass


# Ratings


def test_ratings_are_where_the_likelihood_is_greatest() -> None:
    results = {("a", "b"): Tally(7, 2, 1), ("a", "c"): Tally(3, 3, 4), ("b", "c"): Tally(1, 1, 8)}
    found = ratings(results)

    def likelihood(elo: dict[str, float]) -> float:
        total = 0.0
        for (one, other), tally in results.items():
            chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
            total += tally.points * math.log(chance)
            total += (tally.games - tally.points) * math.log(1 - chance)
        # The one draw of each with an average player; the average is where the fit has it.
        for name in elo:
            chance = 1 / (1 + 10 ** (-(elo[name] - middle) / 400))
            total += 0.5 * math.log(chance) + 0.5 * math.log(1 - chance)
        return total

    best = {name: rating.elo for name, rating in found.items()}
    assert sum(best.values()) == pytest.approx(0, abs=1e-6)
    middle = max(
        (value / 10 for value in range(-2000, 2001)),
        key=lambda shift: sum(
            0.5 * math.log(p) + 0.5 * math.log(1 - p)
            for p in (1 / (1 + 10 ** (-(elo - shift) / 400)) for elo in best.values())
        ),
    )
    for name in best:
        for step in (-3, 3):
            assert likelihood({**best, name: best[name] + step}) < likelihood(best)


def test_more_games_make_ratings_surer() -> None:
    few = ratings({("a", "b"): Tally(5, 0, 5)})["a"]
    many = ratings({("a", "b"): Tally(500, 0, 500)})["a"]
    assert few.elo == pytest.approx(0, abs=1e-6)
    # The one draw that each is given counts as one more game.
    assert many.margin == pytest.approx(few.margin * math.sqrt(11 / 1001))


def test_the_interval_holds_the_score() -> None:
    for tally in (Tally(1), Tally(0, 1), Tally(0, 0, 5), Tally(3, 4, 5)):
        low, high = tally.interval()
        assert 0 <= low <= tally.score <= high <= 1
    assert Tally().interval() == (0, 1)


# The command


def test_the_command_ranks_and_measures(cli: Cli, tmp_path: Path) -> None:
    file, games = tmp_path / "a.db", tmp_path / "games.jsonl"
    words = ["arena", "perfect", "random", "--plies", "1", "--jobs", "1", "--db", str(file)]
    found = cli(*words, "--export", str(games), "--json").json()
    best, other = found["players"]
    assert (best["player"], other["player"]) == ("perfect", "random")
    assert best["games"] == other["games"] == found["games"] == 6
    assert (best["won"], best["lost"]) == (other["lost"], other["won"])
    assert best["blunder_rate"] == 0
    assert other["blunder_rate"] == pytest.approx(1899.98095 / 3191)
    assert best["worst"] == {"first": 0, "second": 0}
    lines = [json.loads(line) for line in games.read_text(encoding="utf-8").splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5, 6]
    replayed = cli("arena", "--db", str(file), "--replay", "3")  # the file knows the rest
    assert replayed.code == 0
    assert f"X: {lines[2]['moves'].split()[0]}" in replayed.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["perfect"], "two or more players"),
        (["perfect", "perfect"], "named twice"),
        (["perfect", "nosuch.py"], "nosuch.py"),
        (["perfect", "missing.json"], "cannot read 'missing.json'"),
        (["perfect", "perfekt"], "no player 'perfekt': expected perfect, hard"),
        (["perfect", "./no-such-program --fast"], "a command that can be run"),
        (["perfect", "easy", "--replay", "1"], "--db FILE"),
        (["--replay", "1", "--db", "missing.db"], "cannot read 'missing.db'"),
        (["perfect", "easy", "--plies", "8", "-g", "2x2:2"], "over after 8 plies"),
    ],
)
def test_complaints(cli: Cli, words: list[str], complaint: str) -> None:
    ran = cli("arena", *words)
    assert ran.code == 2
    assert complaint in ran.err
