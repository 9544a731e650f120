"""noughts audit: one program, or a class."""

from noughts.cli.audit.audit import command

__all__ = ["command"]
