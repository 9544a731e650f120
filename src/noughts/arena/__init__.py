"""Who is better: players meet in games, and the results are weighed."""

from noughts.arena.arena import Played, openings, schedule
from noughts.arena.entrant import check_entrant
from noughts.arena.standing import Standing, standings
from noughts.arena.store import Games, kept_games, open_games

__all__ = [
    "Games", "Played", "Standing", "check_entrant", "kept_games", "open_games", "openings",
    "schedule", "standings",
]  # fmt: skip
