"""The counts of a layer: how many positions can arise, by what they are worth."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = ("won", "drawn", "lost", "finished_won", "finished_drawn")


@dataclass(frozen=True, slots=True)
class LayerCount:
    """The positions with one number of stones, by what they are worth to the side to move."""

    ply: int
    won: int
    drawn: int
    lost: int
    finished_won: int
    """Ended by a line, in a misère game too."""
    finished_drawn: int
    """The full board without a line."""
    won_in: Counter[int] = field(default_factory=Counter, kw_only=True)
    """By distance, where distances are known."""
    lost_in: Counter[int] = field(default_factory=Counter, kw_only=True)

    @classmethod
    def of_scores(cls, cells: int, ply: int, scores: Mapping[int, int]) -> "LayerCount":
        """Those of a layer with so many positions of each score.

        >>> LayerCount.of_scores(9, 8, {0: 80, 1: 142, -2: 168}).to_dict(distances=True)["won_in"]
        {'1': 142}
        """
        won_in, lost_in, ended = Counter[int](), Counter[int](), 0
        for score, count in scores.items():
            distance = cells + 1 - abs(score) - ply
            if score and not distance:
                ended += count
            elif score:
                (won_in if score > 0 else lost_in)[distance] += count
        level, is_full = scores.get(0, 0), ply == cells
        return cls(
            ply, won_in.total(), 0 if is_full else level, lost_in.total(),
            ended, level if is_full else 0, won_in=won_in, lost_in=lost_in,
        )  # fmt: skip

    @property
    def by_kind(self) -> dict[str, int]:
        """The five counts by name."""
        return {kind: getattr(self, kind) for kind in KINDS}

    @property
    def positions(self) -> int:
        """How many there are in all."""
        return sum(self.by_kind.values())

    def to_dict(self, *, distances: bool = False) -> dict[str, Any]:
        """The counts as JSON has them."""
        counts: dict[str, Any] = {"ply": self.ply, "positions": self.positions, **self.by_kind}
        if distances:
            for name, counter in (("won_in", self.won_in), ("lost_in", self.lost_in)):
                counts[name] = {str(distance): counter[distance] for distance in sorted(counter)}
        return counts
