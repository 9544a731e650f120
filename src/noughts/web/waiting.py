"""Waiting for something, but not for ever, and not for somebody who has left."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any, TypeVar

T = TypeVar("T")


class Left(Exception):
    """Whoever asked is no longer there."""


async def within(seconds: float, work: Awaitable[T]) -> T:
    """What work returns, or asyncio.TimeoutError.

    Before Python 3.12 `asyncio.wait_for` loses a cancellation that comes together with the
    result, and then who waits for its end may wait for ever; this does not.
    """
    working = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({working}, timeout=seconds)
        if not done:
            raise asyncio.TimeoutError
        return working.result()
    finally:
        await end(working)


async def while_there(
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]], work: Coroutine[Any, Any, T]
) -> T:
    """What work returns; it is cancelled, and Left is raised, when the client leaves."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Left
    finally:
        await end(leaving)
        await end(working)


async def end(task: asyncio.Future[Any]) -> None:
    """Cancel a task and wait until it has cleared up behind it."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})


async def _left(receive: Callable[[], Awaitable[MutableMapping[str, Any]]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
