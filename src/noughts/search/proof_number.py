"""Proof-number search: always work where a proof is nearest.

It answers yes-no questions, such as "can the side to move win?". Each node of its tree knows how
many open ends must still turn out well to prove it, and how many to disprove it. At an OR node,
where the asking side moves, one proved child is enough; at an AND node all must be:

    OR     proof = smallest of the children's     disproof = sum of the children's
    AND    proof = sum                            disproof = smallest

The search walks down the smallest numbers to the end that would help most, opens it, and
corrects the numbers on the way back. It knows outcomes and no distances.
"""

from noughts.rules import Cell, Position
from noughts.search.result import Result, Watch
from noughts.value import Outcome, Value, end_score, outcome_of, value_of

NEVER = 10**9


class Node:
    """A node of the proof tree."""

    __slots__ = ("children", "disproof", "is_or", "move", "number", "parent", "position", "proof")

    def __init__(
        self, position: Position, parent: "Node | None", move: Cell | None, watch: Watch
    ) -> None:
        self.number: int = watch.enter(position, parent=parent.number if parent else 0)
        self.position = position
        self.parent = parent
        self.move = move
        self.is_or: bool = parent is None or not parent.is_or
        self.children: list[Node] | None = None
        self.proof = self.disproof = 1

    def settle(self, proved: bool) -> None:
        """The question is answered here."""
        self.proof, self.disproof = (0, NEVER) if proved else (NEVER, 0)

    def update(self) -> None:
        """Take the numbers over from the children."""
        assert self.children is not None
        proofs = [child.proof for child in self.children]
        disproofs = [child.disproof for child in self.children]
        if self.is_or:
            self.proof, self.disproof = min(proofs), min(sum(disproofs), NEVER)
        else:
            self.proof, self.disproof = min(sum(proofs), NEVER), min(disproofs)


def proof(position: Position, *, watch: Watch | None = None) -> Result:
    """Ask whether the side to move wins and, if not, whether it at least draws.

    >>> from noughts.notation.parse import position
    >>> result = proof(position(".O. .X. ..."))
    >>> print(result.value, "by", result.move)
    win by 0
    """
    watch = watch or Watch()
    if position.is_over:
        watch.enter(position)
        score = end_score(position)
        return watch.result(value_of(score, position), None, score)
    for outcome in (Outcome.WIN, Outcome.DRAW):
        root = prove(position, outcome, watch)
        assert root.children is not None
        if root.proof == 0:
            move = next(child.move for child in root.children if child.proof == 0)
            free = position.game.cells - position.stones
            distance = free if outcome is Outcome.DRAW else None
            return watch.result(Value(outcome, distance), move, int(outcome))
    return watch.result(Value(Outcome.LOSS), position.moves()[0], int(Outcome.LOSS))


def prove(position: Position, at_least: Outcome, watch: Watch) -> Node:
    """The proof tree of "the side to move gets at least this", its root proved or disproved."""
    root = Node(position, None, None, watch)
    while root.proof and root.disproof:
        node = root
        while node.children is not None:
            number = node.proof if node.is_or else node.disproof
            node = next(
                child
                for child in node.children
                if (child.proof if node.is_or else child.disproof) == number
            )
        _open(node, at_least, watch)
        above: Node | None = node
        while above is not None:
            above.update()
            watch.update(above.number, proof=above.proof, disproof=above.disproof)
            above = above.parent
    return root


def _open(node: Node, at_least: Outcome, watch: Watch) -> None:
    """Give a node its children, and settle those that end the game."""
    node.children = []
    for move in node.position.moves():
        child = Node(node.position.child(move), node, move, watch)
        if child.position.is_over:
            outcome = outcome_of(end_score(child.position))
            # At an OR node it is the asking side that would be next.
            child.settle((outcome if child.is_or else Outcome(-outcome)) >= at_least)
            watch.update(child.number, proof=child.proof, disproof=child.disproof)
        node.children.append(child)
