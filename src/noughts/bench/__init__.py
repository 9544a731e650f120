"""How fast: a fixed set of work, ours and other people's, timed in one run."""

from noughts.bench.nodes import POSITIONS, signature
from noughts.bench.peers import MODULES, is_installed
from noughts.bench.steps import LEARN_WORK
from noughts.bench.work import REPEAT, WORK, Bench, Contender, OnRow, Row, Work, bench

__all__ = [
    "LEARN_WORK", "MODULES", "POSITIONS", "REPEAT", "WORK", "Bench", "Contender", "OnRow", "Row",
    "Work", "bench", "is_installed", "signature",
]  # fmt: skip
