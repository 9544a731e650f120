"""noughts table: build, list, verify and probe tables."""

from noughts.cli.table.table import command

__all__ = ["command"]
