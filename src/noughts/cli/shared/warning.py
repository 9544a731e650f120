"""What is said before a long question starts."""

from noughts.cli.shared.printing import rounded, say
from noughts.rules import Position
from noughts.search import SEARCHES
from noughts.solver.forecast import positions_ahead
from noughts.solver.oracle import Oracle

# A first look says whether a question may take long; plain Python looks at some hundred
# thousand positions a second, and cuts most of them.
MANY_POSITIONS = 500_000_000
MANY_TREE_POSITIONS = 20_000


def warn_if_long(position: Position, seconds: float, oracle: Oracle | None = None) -> None:
    """Say before a long question starts how much lies ahead; the oracle is the one to answer it."""
    is_many = positions_ahead(position) > MANY_POSITIONS
    if is_many and not (oracle or Oracle(position.game)).is_at_hand(position):
        _warn(position, MANY_POSITIONS, seconds)


def warn_of_search(position: Position, search: str, seconds: float) -> None:
    """The same for one search; those that cut nothing take long sooner."""
    few = MANY_TREE_POSITIONS if SEARCHES[search].whole else MANY_POSITIONS
    _warn(position, few, seconds)


def _warn(position: Position, many: int, seconds: float) -> None:
    ahead = positions_ahead(position)
    if ahead > many and not position.is_over:
        say(
            f"Up to {rounded(ahead)} positions lie ahead of this one; trying for {seconds:g} s "
            "(--time).",
            err=True,
        )
