"""Why: reports, reasons and traces that rest on the truth; trees and counts have rooms inside."""

from typing import TYPE_CHECKING, Any

from noughts.explain.report import Report, analyze
from noughts.explain.tracing import Event, trace

if TYPE_CHECKING:
    from noughts.explain.documents import document

__all__ = ["Event", "Report", "analyze", "document", "trace"]


def __getattr__(name: str) -> Any:
    if name == "document":  # it shows all that there is, and loads it
        from noughts.explain.documents import document

        return document
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
