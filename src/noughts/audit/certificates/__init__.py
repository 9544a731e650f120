"""Certificates: what a player can force, written down so that anyone can check it."""

from noughts.audit.certificates.certificate import (
    SIDES,
    follow,
    part_of,
    player_certificate,
    solved_certificate,
)

__all__ = ["SIDES", "follow", "part_of", "player_certificate", "solved_certificate"]
