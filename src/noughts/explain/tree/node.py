"""The nodes of a drawn tree: visits of a search, the moves it left out, and what is folded.

Scores and windows are those of the player to move at the root, at every level.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from noughts.notation import format_position, move_name, move_names, without_nulls
from noughts.rules import Cell, Game, Position
from noughts.value import Outcome, outcome_of

SEARCHED = "searched"
FINISHED = "finished"
REMEMBERED = "remembered"
GUESS = "guess"
LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Cut:
    """Why a position's other moves were left out.

    At a maximum the score is beta or more; at a minimum it is alpha or less.
    """

    score: int
    window: str
    """The end of the window that was reached: alpha or beta."""
    limit: int


@dataclass(frozen=True, slots=True)
class More:
    """The moves of a position that are not shown."""

    moves: tuple[Cell, ...] = ()
    nodes: int | None = 0
    """The nodes at and below them; None: not counted."""
    left_out: tuple[Cell, ...] = ()
    """Those that the search left out too."""


@dataclass(slots=True, eq=False)
class Node:
    """One visit of a search to a position, or a move that it left out."""

    position: Position
    move: Cell | None
    """The move that led here; None at the root."""
    level: int
    is_maximum: bool
    """Does the player to move at the root move here?"""
    kind: str = SEARCHED
    score: int | None = None
    bound: str = "="
    """How the true score lies to the score: =, <= or >=."""
    outcome: Outcome | None = None
    """For the player at the root; None where the score does not tell."""
    is_guessed: bool = False
    """Does the score rest on a guess at the horizon?"""
    alpha: int | None = None
    beta: int | None = None
    cut: Cut | None = None
    best: Cell | None = None
    """The first move whose score was taken over."""
    nodes: int | None = 1
    """This node and those below; None: not counted."""
    children: "list[Node]" = field(default_factory=list, repr=False)
    alike: tuple[Cell, ...] = ()
    """Other moves of the parent that lead to the same position up to symmetry; not shown."""
    alike_nodes: int | None = 0
    more: More | None = None
    below: int | None = 0
    """Nodes below that are not shown, because of their depth; None: some, not counted."""
    number: int = 0
    """Level by level from 1; 0 for a move that was left out."""
    on_best_line: bool = False

    @property
    def mover(self) -> str:
        """The mark whose move led here."""
        return self.position.moved_last

    @property
    def is_left_out(self) -> bool:
        return self.kind == LEFT_OUT

    @property
    def layer(self) -> str:
        """max, min, or over where no one moves."""
        return "over" if self.position.is_over else "max" if self.is_maximum else "min"

    def walk(self) -> "Iterator[Node]":
        """This node and all shown below, each before its children."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += reversed(node.children)

    def levels(self) -> "Iterator[list[Node]]":
        """The shown nodes level by level."""
        level = [self]
        while level:
            yield level
            level = [child for node in level for child in node.children]

    def folded(self) -> int | None:
        """The nodes that this one hides: alike, more and below; None: not counted."""
        more = 0 if self.more is None else self.more.nodes
        return added(self.alike_nodes, more, self.below)

    def to_dict(self) -> dict[str, Any]:
        """The node as JSON has it; what it has not is left out."""
        game = self.position.game
        pairs = {
            "number": self.number or None,
            "move": move_name(game, self.move),
            "position": format_position(self.position),
            "layer": self.layer,
            "kind": self.kind,
            "outcome": None if self.outcome is None else str(self.outcome),
            "score": self.score,
            "bound": None if self.score is None else self.bound,
            "guess": self.is_guessed or None,
            "alpha": self.alpha,
            "beta": self.beta,
            "cut": self.cut and {
                "score": self.cut.score, self.cut.window: self.cut.limit
            },
            "best": move_name(game, self.best),
            "best_line": self.on_best_line or None,
            "nodes": None if self.is_left_out else self.nodes,
            "alike": move_names(game, self.alike) or None,
            "alike_nodes": self.alike_nodes or None,
            "more": self.more and _more_dict(game, self.more),
            "below": self.below or None,
            "children": [child.to_dict() for child in self.children] or None,
        }  # fmt: skip
        return without_nulls(pairs)


def _more_dict(game: Game, more: More) -> dict[str, Any]:
    return without_nulls({
        "moves": move_names(game, more.moves) or None,
        "nodes": more.nodes or None,
        "left_out": move_names(game, more.left_out) or None,
    })  # fmt: skip


def added(*counts: int | None) -> int | None:
    """A sum of counts; None if one of them is not known.

    >>> added(1, 2), added(1, None)
    (3, None)
    """
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


def outcome_shown(score: int, bound: str) -> Outcome | None:
    """The outcome that a score and its bound prove, if they prove one.

    >>> outcome_shown(-10, "<="), outcome_shown(0, "<="), outcome_shown(0, "=")
    (<Outcome.LOSS: -1>, None, <Outcome.DRAW: 0>)
    """
    proves = bound == "=" or (score < 0 if bound == "<=" else score > 0)
    return outcome_of(score) if proves else None
