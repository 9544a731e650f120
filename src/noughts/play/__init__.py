"""Anything with choose(position) -> move, and what happens when two of them meet."""

from noughts.play.chances import losing_chance
from noughts.play.human import play_here
from noughts.play.match import play_match
from noughts.play.players import Choice, PerfectPlayer, Player, SearchPlayer
from noughts.play.record import Record

__all__ = [
    "Choice", "PerfectPlayer", "Player", "Record", "SearchPlayer", "losing_chance", "play_here",
    "play_match",
]  # fmt: skip
