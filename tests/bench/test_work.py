"""noughts bench: the work, the ratios, and what it says where something is missing."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from naive import REPOSITORY, Cli

from noughts.bench import peers, work as module
from noughts.bench.peers import Found, Job
from noughts.bench.work import WORK, Contender, Work, bench
from noughts.rules.catalog import game
from noughts.solver.machine import this_machine
from noughts.value import Outcome

ROW = {
    "work": str,
    "program": str,
    "method": str,
    "outcome": str,
    "seconds": float,
    "runs": int,
    "count": int,
    "unit": str,
    "rate": float,
    "ratio": float,
    "why_not": type(None),
}


@pytest.fixture
def no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in peers.MODULES.values():
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)


def fixed_job(outcome: Outcome, count: int = 7) -> Callable[[], Job]:
    return lambda: lambda: Found(outcome, count)


def test_the_table_names_the_machine_and_the_work(cli: Cli, no_peers: None) -> None:
    ran = cli("bench", "--only", "all of 3x3")
    assert ran.code == 0
    assert ran.err == ""
    first, second, _, headings, row, *rest = ran.out.splitlines()
    about = this_machine()
    assert first == f"{about['cpu']}, {about['cores']} cores, {about['system']}"
    assert f"python {about['python']}" in second
    assert headings.split()[:4] == ["work", "program", "method", "time"]
    assert row.startswith("all of 3x3  noughts  plain Python")
    assert "5,478 positions" in row
    assert row.endswith("1.00")
    assert rest == ["", 'Not installed: easyAI and OpenSpiel (pip install ".[peers]").']


def test_the_json_has_every_row(cli: Cli, no_peers: None) -> None:
    found = cli(
        "bench", "--only", "all of 3x3, alpha-beta of 3x3", "--repeat", "2", "--json"
    ).json()
    assert list(found) == ["schema", "machine", "agree", "rows"]
    assert found["agree"] is True
    assert {"cpu", "cores", "system", "python", "numba"} <= set(found["machine"])
    assert [row["work"] for row in found["rows"]] == ["all of 3x3"] * 3 + ["alpha-beta of 3x3"] * 3
    for row in found["rows"]:
        assert list(row) == list(ROW)
        if row["program"] == "noughts":
            assert {name: type(value) for name, value in row.items()} == ROW
            assert row["outcome"] == "draw"
            assert row["runs"] == 2
            assert row["ratio"] == 1.0
            assert row["rate"] == pytest.approx(row["count"] / row["seconds"], rel=0.01)
        else:
            assert row["seconds"] is row["count"] is row["ratio"] is None
            assert 'pip install ".[peers]"' in row["why_not"]
    assert [row["count"] for row in found["rows"] if row["count"]] == [5478, 20866]


def test_work_that_is_not_known_is_refused(cli: Cli) -> None:
    ran = cli("bench", "--only", "all of 9x9")
    assert ran.code == 2
    assert "no work 'all of 9x9'" in ran.err
    for work in WORK:
        assert work.name in ran.err
    assert cli("bench", "--repeat", "0").code == 2


def test_the_sweep_answers_what_plain_python_answers(cli: Cli, no_peers: None) -> None:
    pytest.importorskip("numba")
    found = cli("bench", "--only", "value of 4x4:3,all of 4x4", "--repeat", "1", "--json").json()
    rows = [row for row in found["rows"] if row["program"] == "noughts"]
    assert [row["outcome"] for row in rows] == ["win", "win", "draw", "draw"]
    assert [row["count"] for row in rows][1:] == [6036001, 9722011, 9722011]
    assert found["agree"] is True
    assert min(row["ratio"] for row in rows[:2]) == 1.0


def test_a_table_is_built_probed_and_cleared_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = bench(["probe a table of 4x4"], repeat=1)
    assert [row.found for row in result.rows] == [Found(Outcome.DRAW, module.PROBES)]
    assert list(tmp_path.iterdir()) == []


def test_without_numba_the_rest_runs_and_the_sweep_says_what_to_install(
    cli: Cli, no_numba: None, no_peers: None
) -> None:
    ran = cli("bench", "--only", "all of 3x3,all of 4x4")
    assert ran.code == 0
    assert "5,478 positions" in ran.out
    assert ran.out.count("needs fast") == 2
    assert ran.out.count('The sweep needs numba: pip install ".[fast]".') == 1
    alone = cli("bench", "--only", "all of 4x4")
    assert alone.code == 3
    assert alone.out == ""
    assert alone.err == 'noughts: the sweep needs numba: pip install ".[fast]"\n'


def test_ratios_are_to_the_quickest_of_ours_and_slow_work_waits_to_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    work = Work(
        "toy",
        (
            Contender("noughts", "one", fixed_job(Outcome.WIN)),
            Contender("noughts", "two", fixed_job(Outcome.WIN)),
            Contender("easyAI", "three", fixed_job(Outcome.WIN), slow=True),
        ),
    )
    monkeypatch.setattr(module, "WORK", (work,))
    monkeypatch.setattr("noughts.cli.bench.is_installed", lambda peer: True)
    assert "not run (--slow)" in cli("bench").out
    assert "not run" not in cli("bench", "--slow").out
    result = bench(slow=True)
    ours = [row.seconds or 0.0 for row in result.rows[:2]]
    for row in result.rows:
        assert result.ratio(row) == (row.seconds or 0.0) / min(ours)
    assert [row.runs for row in result.rows] == [5, 5, 1]
    assert [result.ratio(row) for row in bench().rows if row.why_not] == [None]


def test_answers_that_differ_are_told(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    contenders = [Contender("noughts", o.name, fixed_job(o)) for o in (Outcome.WIN, Outcome.DRAW)]
    monkeypatch.setattr(module, "WORK", (Work("toy", tuple(contenders)),))
    ran = cli("bench", "--json")
    assert ran.code == 1
    assert ran.json()["agree"] is False
    assert "the answers for 'toy' differ" in ran.err


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = cli("bench", "--only", "all of 3x3", "--repeat", "1", "--json")
    assert ran.err.startswith("\rall of 3x3: noughts, plain Python ...")
    assert ran.err.endswith(" \r")
    assert ran.json()["agree"] is True


def test_the_examples_of_the_help_run(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.cli.bench.signature", lambda: {"minimax": 1})  # has its own test
    block = cli("bench", "--help").out.partition("Examples:")[2].partition("\n\n")[0]
    examples = [shlex.split(row) for row in block.splitlines() if row.strip()]
    assert len(examples) == 2
    for program, *arguments in examples:
        assert program == "noughts"
        assert cli(*arguments).code == 0


# The peers, where they are installed


@pytest.mark.parametrize("spec", ["3x3", "4x3:3"])
def test_easyai_gives_the_known_outcome(spec: str) -> None:
    pytest.importorskip("easyAI")
    known = Outcome.DRAW if spec == "3x3" else Outcome.WIN
    for table in (False, True):
        assert peers.easyai_negamax(spec, table=table)().outcome is known
    assert peers.easyai_depth_first(spec)().outcome is known


def test_openspiel_gives_the_known_outcome() -> None:
    pytest.importorskip("pyspiel")
    assert peers.openspiel_minimax("3x3")() == Found(Outcome.DRAW, 549946)
    assert peers.openspiel_solver("3x3")() == Found(Outcome.DRAW, 4520)
    assert peers.openspiel_alphabeta("4x3:3")().outcome is Outcome.WIN


def test_a_peer_that_does_not_load_is_told(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, no_peers: None
) -> None:
    (tmp_path / "easyAI.py").write_text("import no_such_module_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "easyAI")
    ran = cli("bench", "--only", "all of 3x3")
    assert ran.code == 0
    assert "easyAI does not load: No module named 'no_such_module_at_all'" in ran.out


def test_openspiel_counts_columns_first() -> None:
    assert peers.openspiel_name("4x3:3") == f"mnk(m={game('4x3:3').width},n=3,k=3)"


# The page of results


def test_the_census_of_5x5_adds_up() -> None:
    page = (REPOSITORY / "docs" / "census-5x5.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip().replace(",", "") for cell in line.strip("| ").split("|")]
        for line in page.splitlines()
        if line.startswith("| ") and line.count("|") == 8
    ]
    tables = [at for at, row in enumerate(rows) if row[0] == "all"]
    assert len(tables) == 2
    for end, total in zip(tables, (135554807014, 158977021146), strict=True):
        numbers = [[int(cell) for cell in row] for row in rows[end - 26 : end]]
        assert [row[0] for row in numbers] == list(range(26))
        assert all(row[1] == sum(row[2:]) for row in numbers)
        sums = [sum(row[column] for row in numbers) for column in range(1, 7)]
        assert sums == [int(cell) for cell in rows[end][1:]]
        assert sums[0] == total
