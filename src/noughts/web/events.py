"""Streams of events, which end when nobody listens any more."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from noughts.web.answers import Answer, Piece, event_text
from noughts.web.guard import Receive, Send, send_answer
from noughts.web.waiting import Left, end, while_there, within

HEARTBEAT = 5.0  # seconds of silence before a comment is sent
MOST_SILENCE = 30.0  # seconds in which a client takes nothing
MOST_SECONDS = 150.0  # of any stream
COMMENT = b": still here\n\n"


async def send_stream(
    pieces: AsyncGenerator[Piece | Answer, None], receive: Receive, send: Send
) -> None:
    """Send the pieces of an answer as server-sent events; a refusal that comes first, as such."""
    async with contextlib.aclosing(pieces):
        with contextlib.suppress(Left, asyncio.TimeoutError):
            await while_there(receive, within(MOST_SECONDS, _send_all(pieces, send)))


async def _send_all(pieces: AsyncGenerator[Piece | Answer, None], send: Send) -> None:
    begun = False
    following = asyncio.ensure_future(pieces.__anext__())
    try:
        while True:
            await asyncio.wait({following}, timeout=HEARTBEAT)
            piece = following.result() if following.done() else Piece(COMMENT)
            if not begun and isinstance(piece, Answer) and piece.status != 200:
                await send_answer(send, piece)
                return
            if not begun:
                begun = True
                await _begin(send)
            await _send_piece(piece, send)
            if isinstance(piece, Answer):
                return
            if following.done():
                following = asyncio.ensure_future(pieces.__anext__())
    finally:
        await end(following)


async def _begin(send: Send) -> None:
    headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def _send_piece(piece: Piece | Answer, send: Send) -> None:
    body, more = piece.body, True
    if isinstance(piece, Answer):
        body, more = event_text("done" if piece.status == 200 else "error", piece.body), False
    message = {"type": "http.response.body", "body": body, "more_body": more}
    await within(MOST_SILENCE, send(message))
