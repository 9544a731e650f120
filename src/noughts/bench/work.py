"""How fast: a fixed set of work, ours and other people's, timed in one run.

Seconds depend on the machine and on what else it does; ratios within one run hardly do. Whatever
can be done beforehand (imports, compiling, building a table) is done before the clock starts.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from noughts.bench import peers
from noughts.bench.peers import Found, Job
from noughts.errors import MissingExtra, NotationError
from noughts.notation import head, seconds_of
from noughts.rules import Game, Position
from noughts.rules.catalog import game
from noughts.search import SEARCHES
from noughts.solver.machine import this_machine
from noughts.solver.plain import PlainSolver
from noughts.solver.sweep import need_fast
from noughts.solver.whole import WholeGame
from noughts.value import Outcome, outcome_of

REPEAT = 5
ENOUGH_SECONDS = 5.0  # what has taken as long is not run again
PROBES = 100_000


# ---- our jobs: each function makes ready, and only the job it returns is timed ------------------


def search_job(spec: str, search: str) -> Job:
    start = Position(game(spec))

    def job() -> Found:
        result = SEARCHES[search](start)
        assert result.value is not None
        return Found(result.value.outcome, result.nodes)

    return job


def whole_job(spec: str) -> Job:
    def job() -> Found:
        whole = WholeGame(game(spec))
        return Found(outcome_of(whole.scores[0]), len(whole.scores))

    return job


def plain_job(spec: str) -> Job:
    def job() -> Found:
        solver = PlainSolver(game(spec))
        return Found(outcome_of(solver.score(Position(solver.game))), solver.nodes)

    return job


def sweep_job(spec: str) -> Job:
    need_fast("the sweep")
    from noughts.solver.sweep.outcomes import compile_sweep, sweep

    compile_sweep()

    def job() -> Found:
        solution = sweep(game(spec))
        return Found(solution.outcome, solution.positions)

    return job


def scored_sweep_job(spec: str) -> Job:
    need_fast("the sweep")
    from noughts.solver.sweep.scores import compile_scores, scored_layers

    compile_scores()
    positions = sweep_job(spec)().count

    def job() -> Found:
        for layer in scored_layers(game(spec)):
            score = layer.score(0, 0)
        return Found(outcome_of(score or 0), positions)

    return job


@contextmanager
def probe_job(spec: str) -> Iterator[Job]:
    need_fast("building a table")
    from tempfile import TemporaryDirectory

    from noughts.solver.table import Table, build

    rules, chance = game(spec), random.Random(0)
    some = [random_position(rules, chance) for _ in range(1000)]
    with TemporaryDirectory(prefix="noughts-bench-") as folder:
        path = Path(folder, "bench.table")
        build(rules, path)
        with Table.open(path) as table:

            def job() -> Found:
                probe = table.probe
                for _ in range(PROBES // len(some)):
                    for position in some:
                        probe(position)
                outcome = probe(Position(rules))
                assert outcome is not None
                return Found(outcome, PROBES)

            yield job


def random_position(rules: Game, chance: random.Random) -> Position:
    """A position after some random moves."""
    position = Position(rules)
    for _ in range(chance.randrange(rules.cells)):
        if position.is_over:
            break
        position = position.child(chance.choice(position.moves()))
    return position


# ---- the set of work ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to do a piece of work."""

    program: str
    method: str
    make: Callable[[], Job | AbstractContextManager[Job]]
    unit: str = "nodes"
    slow: bool = False  # minutes, and gigabytes

    @property
    def is_ours(self) -> bool:
        return self.program == "noughts"


@dataclass(frozen=True, slots=True)
class Work:
    """One question, and who answers it."""

    name: str
    contenders: tuple[Contender, ...]
    by_rate: bool = False  # the contenders do different amounts of it


def _minimax(spec: str) -> Work:
    return Work(
        f"minimax of {spec}",
        (
            Contender("noughts", "minimax", partial(search_job, spec, "minimax")),
            Contender("OpenSpiel", "expectiminimax", partial(peers.openspiel_minimax, spec)),
        ),
    )


def _alphabeta(spec: str) -> Work:
    return Work(
        f"alpha-beta of {spec}",
        (
            Contender("noughts", "alphabeta", partial(search_job, spec, "alphabeta")),
            Contender("easyAI", "Negamax", partial(peers.easyai_negamax, spec, table=False)),
            Contender("OpenSpiel", "alpha-beta", partial(peers.openspiel_alphabeta, spec)),
        ),
    )


def _value(spec: str, *others: Contender) -> Work:
    return Work(
        f"value of {spec}",
        (
            Contender("noughts", "plain Python", partial(plain_job, spec)),
            Contender("noughts", "sweep, all positions", partial(sweep_job, spec), "positions"),
            Contender("easyAI", "Negamax, table", partial(peers.easyai_negamax, spec, table=True)),
            *others,
        ),
    )


def _all(spec: str, *ours: Contender, slow: bool) -> Work:
    return Work(
        f"all of {spec}",
        (
            *ours,
            Contender(
                "easyAI",
                "depth first, table",
                partial(peers.easyai_depth_first, spec),
                "positions",
                slow,
            ),
            Contender(
                "OpenSpiel",
                "MinimaxSolver",
                partial(peers.openspiel_solver, spec),
                "positions",
                slow,
            ),
        ),
    )


def _ours(method: str, job: Callable[[str], Job], spec: str) -> Contender:
    return Contender("noughts", method, partial(job, spec), "positions")


WORK = (
    _minimax("3x3"),
    _alphabeta("3x3"),
    _all("3x3", _ours("plain Python", whole_job, "3x3"), slow=False),
    _value(
        "4x4:3", Contender("OpenSpiel", "alpha-beta", partial(peers.openspiel_alphabeta, "4x4:3"))
    ),
    _value("4x4"),
    _all(
        "4x4",
        _ours("sweep", sweep_job, "4x4"),
        _ours("sweep with distances", scored_sweep_job, "4x4"),
        slow=True,
    ),
    Work("all of 5x4:4", (_ours("sweep", sweep_job, "5x4:4"),)),
    Work(
        "probe a table of 4x4",
        (Contender("noughts", "memory-mapped file", partial(probe_job, "4x4"), "probes"),),
    ),
)


# ---- running it ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """What a contender came to; seconds are the best of its runs, None if it did not run."""

    work: Work
    contender: Contender
    seconds: float | None = None
    runs: int = 0
    found: Found | None = None
    why_not: str | None = None

    @property
    def rate(self) -> float | None:
        """Nodes, positions or probes a second."""
        if self.seconds is None or self.found is None or self.found.count is None:
            return None
        return self.found.count / self.seconds

    @property
    def compared_time(self) -> float | None:
        """Seconds for the work, or for one unit of it where amounts differ."""
        if not self.work.by_rate:
            return self.seconds
        return None if self.rate is None else 1 / self.rate


@dataclass(frozen=True, slots=True)
class Bench:
    """All rows of one run."""

    rows: list[Row]

    def ratio(self, row: Row) -> float | None:
        """A row's time relative to the quickest of ours for the same work."""
        ours = [
            took
            for other in self.rows
            if other.work is row.work and other.contender.is_ours
            if (took := other.compared_time) is not None
        ]
        took = row.compared_time
        return took / min(ours) if took is not None and ours else None

    def disagreements(self) -> list[str]:
        """Work whose contenders do not all give the same answer."""
        answers: dict[str, set[Outcome]] = {}
        for row in self.rows:
            if row.found is not None and row.found.outcome is not None:
                answers.setdefault(row.work.name, set()).add(row.found.outcome)
        return [name for name, outcomes in answers.items() if len(outcomes) > 1]

    def to_dict(self) -> dict[str, Any]:
        """The run as JSON has it."""
        return {
            **head(),
            "machine": this_machine(),
            "agree": not self.disagreements(),
            "rows": [
                {
                    "work": row.work.name,
                    "program": row.contender.program,
                    "method": row.contender.method,
                    "outcome": _outcome_text(row.found),
                    "seconds": seconds_of(row.seconds),
                    "runs": row.runs,
                    "count": None if row.found is None else row.found.count,
                    "unit": row.contender.unit,
                    "rate": row.rate,
                    "ratio": self.ratio(row),
                    "why_not": row.why_not,
                }
                for row in self.rows
            ],
        }


def _outcome_text(found: Found | None) -> str | None:
    return None if found is None or found.outcome is None else str(found.outcome)


OnRow: TypeAlias = Callable[[Work, Contender], None]


def chosen(names: Iterable[str] | None, work: Sequence[Work]) -> list[Work]:
    """The pieces of work of those names; without names, all."""
    if names is None:
        return list(work)
    known = {piece.name: piece for piece in work}
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in known:
            raise NotationError(f"no work {name!r}: expected {', '.join(known)}")
    return [known[name] for name in wanted]


def bench(
    names: Iterable[str] | None = None,
    *,
    repeat: int = REPEAT,
    slow: bool = False,
    on_row: OnRow | None = None,
    work: Sequence[Work] | None = None,
) -> Bench:
    """Run the work of those names, or all of it; what takes minutes only if slow is asked for."""
    rows = []
    for piece in chosen(names, WORK if work is None else work):
        for contender in piece.contenders:
            if on_row is not None:
                on_row(piece, contender)
            rows.append(_run(piece, contender, repeat, slow))
    return Bench(rows)


def _run(work: Work, contender: Contender, repeat: int, slow: bool) -> Row:
    if contender.slow and not slow:
        return Row(work, contender, why_not="not run (--slow)")
    try:
        made = contender.make()
        with made if isinstance(made, AbstractContextManager) else nullcontext(made) as job:
            best, runs, found = _time(job, 1 if contender.slow else repeat)
    except MissingExtra as missing_extra:
        return Row(work, contender, why_not=str(missing_extra))
    return Row(work, contender, best, runs, found)


def _time(job: Job, repeat: int) -> tuple[float, int, Found]:
    """The best seconds of some runs, how many there were, and what the last one found."""
    seconds: list[float] = []
    while len(seconds) < repeat and sum(seconds) < ENOUGH_SECONDS:
        begin = time.perf_counter()
        found = job()
        seconds.append(time.perf_counter() - begin)
    return min(seconds), len(seconds), found
