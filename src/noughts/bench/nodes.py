"""The node signature: what the searches do, as one number each.

The searches are deterministic, so the nodes they need for a fixed set of positions are a
fingerprint: a change that was not meant to change a search leaves them as they are.
"""

from noughts.notation import position
from noughts.search import SEARCHES

POSITIONS = (
    ("3x3", "... ... ..."),
    ("3x3", ".O. .X. ..."),
    ("3x3", "XO. .X. ..O"),
    ("3x3", "XXO O.. O.X"),
    ("3x3+misere", "X.. .O. ..."),
    ("3x3+drop", "... ... X.."),
    ("4x3:3", "XO.. .X.. ..O."),
    ("4x4", "XOX. OXO. .XO. ...."),
    ("2x2x2", ".. .. | .. .."),
)


def signature() -> dict[str, int]:
    """The nodes of every deterministic search, summed over a fixed set of positions."""
    positions = [position(text, game) for game, text in POSITIONS]
    fixed = [search for search in SEARCHES.values() if not search.seeded]
    return {search.name: sum(search(p).nodes for p in positions) for search in fixed}
