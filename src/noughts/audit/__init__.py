"""Is this program perfect? A proof, or the game it loses.

>>> from noughts.audit import audit
>>> audit("perfect").perfect
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.audit.auditing import audit
    from noughts.audit.verdict import Verdict

__all__ = ["Verdict", "audit"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: a program under audit shares its process with parts of this room."""
    if name == "audit":
        from noughts.audit.auditing import audit

        return audit
    if name == "Verdict":
        from noughts.audit.verdict import Verdict

        return Verdict
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
