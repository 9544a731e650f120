"""Every question the server answers, by name; what an answer is, whoever works it out.

Nothing here knows of HTTP: a worker answers with the same words as the server itself.
"""

import json
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from noughts.errors import MissingExtra, NoughtsError
from noughts.web import cost, rules, streams, truth

Question: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[["Piece"], None]

ANSWERS: dict[str, Callable[..., Any]] = {
    "games": rules.games,
    "board": rules.board,
    "lint": rules.lint,
    "picture": rules.picture,
    "analyze": truth.analyze,
    "move": truth.move,
    "tree": truth.tree,
    "review": truth.review,
    "compare": cost.compare,
    "growth": cost.growth,
    "census": cost.census,
}
STREAMS: dict[str, Callable[..., dict[str, Any]]] = {
    "trace": streams.trace,
    "solve": streams.solve,
}

# Where asking again would give the same, to the last count.
LASTING = frozenset({"games", "board", "lint", "picture", "analyze", "tree", "review", "census"})

PIECE_BYTES, PIECE_SECONDS = 16_384, 0.1
JSON, SVG = "application/json", "image/svg+xml"
UNPROCESSABLE, UNAVAILABLE, BROKEN = 422, 503, 500


@dataclass(frozen=True, slots=True)
class Piece:
    """Some events of a stream, as they are sent."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """The last word on a question, ready to be sent."""

    body: bytes
    status: int = 200
    lasts: bool = False
    """Would asking again give the same?"""
    type: str = JSON


@dataclass(frozen=True, slots=True)
class Complaint:
    """A sentence for whoever asked, and the same in its parts."""

    sentence: str
    complaints: list[str] = field(default_factory=list)

    def answer(self, status: int) -> Answer:
        complaints = self.complaints or [self.sentence]
        return Answer(as_json({"error": self.sentence, "complaints": complaints}), status)


def as_json(value: Any) -> bytes:
    """One JSON object in ASCII: half a surrogate in a question must not break the answer."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def answer(kind: str, question: Question, send: Send) -> Answer:
    """Answer a question; pieces of a stream are sent on the way. What is wrong is an answer too."""
    try:
        if kind in STREAMS:
            pieces = _Pieces(send)
            found = STREAMS[kind](pieces.add, **question)
            pieces.flush()
        else:
            found = ANSWERS[kind](**question)
    except NoughtsError as error:
        return complain(error)
    except (MemoryError, RecursionError):
        return Complaint("this is too big for the memory of this machine").answer(UNAVAILABLE)
    except OSError:  # nobody listens any more
        raise
    except Exception:
        traceback.print_exc()
        return Complaint("the server made a mistake; its log says which").answer(BROKEN)
    if isinstance(found, str):
        return Answer(found.encode("utf-8"), lasts=True, type=SVG)
    complete = found.get("complete", True) is True
    return Answer(as_json(found), lasts=kind in LASTING and complete)


def complain(error: NoughtsError) -> Answer:
    """An error as an answer: the question was wrong or too big, or this server lacks something."""
    status = UNAVAILABLE if isinstance(error, MissingExtra) else UNPROCESSABLE
    return Complaint(str(error), error.complaints).answer(status)


def event_text(name: str, data: bytes) -> bytes:
    """A server-sent event."""
    return b"event: %b\ndata: %b\n\n" % (name.encode("ascii"), data)


class _Pieces:
    """Gathers events, and sends them now and then: many small messages take long."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._events: list[bytes] = []
        self._bytes, self._next = 0, 0.0

    def add(self, name: str, data: dict[str, Any]) -> None:
        event = event_text(name, as_json(data))
        self._events.append(event)
        self._bytes += len(event)
        if self._bytes >= PIECE_BYTES or time.perf_counter() >= self._next:
            self.flush()

    def flush(self) -> None:
        if self._events:
            self._send(Piece(b"".join(self._events)))
        self._events.clear()
        self._bytes, self._next = 0, time.perf_counter() + PIECE_SECONDS
