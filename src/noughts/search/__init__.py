"""How to find out: one textbook algorithm a file, all `search(position) -> Result`.

`SEARCHES` is the shelf: a new search is a file, and an entry here that says what it can do.
Whoever offers searches asks the shelf when it is asked itself, and keeps no list of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from noughts.notation.parse import Given, position as read_position
from noughts.search.alphabeta import alphabeta
from noughts.search.deepening import deepening
from noughts.search.evaluation import open_lines
from noughts.search.minimax import minimax
from noughts.search.monte_carlo import mcts
from noughts.search.negamax import negamax
from noughts.search.ordering import ordered
from noughts.search.proof_number import proof
from noughts.search.result import INFINITY, Budget, Result, Watch
from noughts.search.retrograde import retrograde
from noughts.search.scales import SCALES, USUAL_SCALE, Scale, plain_scale, scale_named
from noughts.search.transposition import transposition


@dataclass(frozen=True, slots=True)
class Search:
    """A search, and what it can do.

    >>> SEARCHES["mcts"].limit, SEARCHES["mcts"].scales
    ('playouts', [])
    """

    name: str
    run: Callable[..., Result]
    description: str
    limit: str | None = "depth"  # the option that says how far it goes, as in mcts:1000
    scaled: bool = True  # can a finished game score by a scale?
    traced: bool = True  # does it tell its watch what each visit came to?
    # Is a score that of the side to move, so that a child's changes its sign on the way up? If
    # not, all are of one view: always by a scale, which may be one with tolls.
    negates: bool = True
    whole: bool = False  # does it visit every node of the tree?
    timed: bool = False  # does it take seconds, having an answer whenever it is stopped?
    seeded: bool = False  # does it play at random, from a seed?

    def __call__(self, given: Given, **options: Any) -> Result:
        return self.run(read_position(given), **options)

    @property
    def takes_depth(self) -> bool:
        return self.limit == "depth"

    @property
    def needs_scale(self) -> bool:
        return self.scaled and not self.negates

    @property
    def scales(self) -> list[str]:
        """The names of the scales that it takes."""
        taken = [scale for scale in SCALES.values() if not (self.negates and scale.tolls)]
        return [scale.name for scale in taken if self.scaled]

    def scale_named(self, name: str) -> Scale:
        """The scale of that name, if there is one and this search takes it."""
        return (plain_scale if self.negates else scale_named)(name)

    def within(self, seconds: float) -> dict[str, Any]:
        """The options that make it end in time, where it takes any."""
        return {"seconds": seconds} if self.timed else {}


null_windows = partial(deepening, null_windows=True)
_SHELF = (
    Search("minimax", minimax, "visits every node of the tree", negates=False, whole=True),
    Search("negamax", negamax, "the same, written with one rule for both sides", whole=True),
    Search("alphabeta", alphabeta, "leaves out moves that cannot matter"),
    Search("ordered", ordered, "alpha-beta that looks at likely moves first"),
    Search("transposition", transposition, "alpha-beta that remembers positions it has scored"),
    Search("deepening", deepening, "one ply deeper in each round, with what the last one learned"),
    Search("null-windows", null_windows, "deepening that only asks: more than this, or less?"),
    Search(
        "proof",
        proof,
        "proof numbers: first where the fewest positions are left to prove",
        limit=None,
        scaled=False,
    ),
    Search(
        "mcts",
        mcts,
        "Monte-Carlo tree search: plays at random, and more often where it won",
        limit="playouts",
        scaled=False,
        timed=True,
        seeded=True,
    ),
    Search(
        "retrograde",
        retrograde,
        "from the end of the game backwards",
        limit=None,
        scaled=False,
        traced=False,
    ),
)
SEARCHES = {search.name: search for search in _SHELF}
USUAL_SEARCH = "minimax"  # where a search is asked for and none is named


def search_names() -> list[str]:
    return list(SEARCHES)


def traced_names() -> list[str]:
    return [search.name for search in SEARCHES.values() if search.traced]


def scaled_names() -> list[str]:
    """Those of which there is a tree with scores: traced, and on a scale."""
    return [search.name for search in SEARCHES.values() if search.traced and search.scaled]


__all__ = [
    "INFINITY", "SCALES", "SEARCHES", "USUAL_SCALE", "USUAL_SEARCH", "Budget", "Result", "Scale",
    "Search", "Watch", "alphabeta", "deepening", "mcts", "minimax", "negamax", "open_lines",
    "ordered", "plain_scale", "proof", "retrograde", "scale_named", "scaled_names", "search_names",
    "traced_names", "transposition",
]  # fmt: skip
