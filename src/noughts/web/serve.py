"""Running the server: a socket, an address, and an end at the first signal."""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from noughts.errors import NotationError
from noughts.web.app import make_app
from noughts.web.desk import Desk

MOST_CONNECTIONS = 512
BACKLOG = 256


def open_socket(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port, on a free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port or 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise NotationError(
            f"there is no host {host!r}: expected a name such as 127.0.0.1"
        ) from None
    listener = socket.socket(family, kind, protocol)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows would share the port with anyone
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise NotationError(
            f"cannot listen on {host} port {port or 'any'}: {reason}; expected a free one (--port)"
        ) from None
    listener.setblocking(False)
    return listener


def address_of(listener: socket.socket, host: str) -> str:
    """The address to type into a browser."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host).strip("[]")
    return f"http://{f'[{name}]' if ':' in name else name}:{listener.getsockname()[1]}/"


class _Server(uvicorn.Server):
    """A server that says when it listens, and ends at once when it is told to."""

    def __init__(self, config: uvicorn.Config, desk: Desk, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._desk = desk
        self._on_ready = on_ready
        self.signal: int | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._warming = asyncio.ensure_future(self._desk.warm_up())
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Wait for nobody: what is open now is a stream or a search, and both may take long."""
        self._desk.close()
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.signal = sig
        self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but what was caught is not raised again afterwards."""
        signals = (signal.SIGINT, signal.SIGTERM)
        before = {sig: signal.signal(sig, self.handle_exit) for sig in signals}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)


def serve(listener: socket.socket, host: str, on_ready: Callable[[], None]) -> int | None:
    """Serve until a signal comes; which one that was."""
    desk = Desk()
    config = uvicorn.Config(
        make_app(desk, host),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, desk, on_ready)
    try:
        asyncio.run(server.serve(sockets=[listener]))
    finally:
        desk.close()
    return server.signal
