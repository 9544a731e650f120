"""Tidy trees: where the nodes of a drawn tree stand.

Parents stand over the middle of their children, subtrees are as near to each other as the gap
allows at every level, equal subtrees look equal, and a mirrored tree gets a mirrored drawing.
That is Reingold and Tilford's list. The way here is Kennedy's: pack the subtrees from the left,
pack them from the right, and take the mean of the two; both keep every distance, so the mean does.

                  extent of a subtree: how far it reaches at each of its levels,
         o        measured from the middle of its root
        / \\           level 0   (-1, 1)
       o   o          level 1   (-3, 3)
"""

from dataclasses import dataclass, field
from typing import TypeAlias

Extent: TypeAlias = list[tuple[float, float]]


@dataclass(slots=True)
class Box:
    """A node to be placed: how wide it is, and its children; x is set to where its middle lies."""

    width: float
    children: "list[Box]" = field(default_factory=list)
    x: float = 0.0


def lay_out(root: Box, gap: float) -> float:
    """Place every box, the leftmost edge at 0; the width of the whole.

    >>> root = Box(2, [Box(2), Box(4)])
    >>> lay_out(root, gap=1)
    7.0
    >>> root.x, [child.x for child in root.children]
    (3.0, [1.0, 5.0])
    """
    extent = _place(root, gap)
    left = min(left for left, _ in extent)
    _move(root, -left)
    return max(right for _, right in extent) - left


def _place(box: Box, gap: float) -> Extent:
    """Place the children around a box; their x is relative to it for now."""
    own = (-box.width / 2, box.width / 2)
    if not box.children:
        return [own]
    extents = [_place(child, gap) for child in box.children]
    from_left = _packed(extents, gap)
    mirrored = [[(-right, -left) for left, right in extent] for extent in reversed(extents)]
    from_right = [-x for x in reversed(_packed(mirrored, gap))]
    places = [(a + b) / 2 for a, b in zip(from_left, from_right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    below: Extent = []
    for child, extent, place in zip(box.children, extents, places, strict=True):
        child.x = place - middle
        below = _beside(below, extent, child.x)
    return [own, *below]


def _packed(extents: list[Extent], gap: float) -> list[float]:
    """Where the roots stand when each subtree is as far left as it can be."""
    places: list[float] = []
    so_far: Extent = []
    for extent in extents:
        steps = [right - left + gap for (_, right), (left, _) in zip(so_far, extent, strict=False)]
        places.append(max(steps, default=0.0))
        so_far = _beside(so_far, extent, places[-1])
    return places


def _beside(left: Extent, right: Extent, shift: float) -> Extent:
    """The extent of both, the right one shifted."""
    moved = [(a + shift, b + shift) for a, b in right]
    both = [(a, b) for (a, _), (_, b) in zip(left, moved, strict=False)]
    return both + left[len(moved) :] + moved[len(left) :]


def _move(box: Box, x: float) -> None:
    """Turn places relative to the parent into places on the paper."""
    box.x += x
    for child in box.children:
        _move(child, box.x)
