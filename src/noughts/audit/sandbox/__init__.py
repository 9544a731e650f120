"""Other people's code in a process of its own, and what it may use there.

The child imports a few of these files and never this one: see `process.py`.
"""

from noughts.audit.sandbox.containers import FLAT, ROWS
from noughts.audit.sandbox.host import Host
from noughts.audit.sandbox.limits import LIMITS_ALL, Limits, limits_note
from noughts.audit.sandbox.process import STOP, Failure, Process, Stopped
from noughts.audit.sandbox.requests import Child, failure_in

__all__ = [
    "FLAT", "LIMITS_ALL", "ROWS", "STOP", "Child", "Failure", "Host", "Limits", "Process",
    "Stopped", "failure_in", "limits_note",
]  # fmt: skip
