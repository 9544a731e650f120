"""The guard at the door: who may ask, how much, and what every answer carries.

A page on another site can make a browser ask this server, by a form, a picture, or a name that
suddenly points to 127.0.0.1. So the name in the Host header must be one of ours, and requests
that a browser marks as coming from another site are refused. Reading an answer from there is
impossible anyway: nothing here allows it.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any, TypeAlias

from noughts.web.answers import SVG, UNAVAILABLE, Answer, Complaint
from noughts.web.waiting import within

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BODY_BYTES = 64 << 10
BODY_SECONDS = 10.0
FORBIDDEN, REQUEST_TIMEOUT, CONTENT_TOO_LARGE = 403, 408, 413
MOST_AT_ONCE = 256  # requests

PAGE_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
COMMON = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
POLICY = b"content-security-policy"

OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
ANYWHERE = frozenset({"0.0.0.0", "::"})


class Names:
    """The names under which this server may be asked."""

    def __init__(self, host: str) -> None:
        self.names = OWN_NAMES | {host.strip("[]").lower()}
        self.any_address = host in ANYWHERE
        if self.any_address:
            self.names |= {socket.gethostname().lower()}

    def __contains__(self, host: object) -> bool:
        """Is the value of a Host header one of ours? Which port it names does not matter."""
        name = host_name(str(host))
        return name is not None and (name in self.names or (self.any_address and _is_address(name)))


def host_name(header: str) -> str | None:
    """The name in a Host header, without its port; None if it is no name at all.

    >>> host_name("localhost:8000"), host_name("[::1]:80"), host_name("a:b"), host_name("")
    ('localhost', '::1', None, None)
    """
    name, port = header, ""
    if header.startswith("["):
        name, bracket, port = header[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            return None
        port = port[1:]
    elif ":" in header:
        name, _, port = header.partition(":")
    if not name or (port and not (port.isascii() and port.isdigit())):
        return None
    return name.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before the application: refuses, bounds, and adds the headers of every answer."""

    def __init__(self, app: App, host: str) -> None:
        self._app = app
        self._names = Names(host)
        self._at_once = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await send_answer(_guarded(send), refusal)
            return
        self._at_once += 1
        try:
            await self._pass(scope, receive, send)
        finally:
            self._at_once -= 1

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on; one whose body never ends looks like one whose client has left."""
        body = _Body(receive)
        guarded = _guarded(send)
        refused = False

        async def reply(message: Message) -> None:
            nonlocal refused
            if body.fault is not None and message["type"] == "http.response.start":
                refused = True
                await send_answer(guarded, body.fault)
            elif not refused:
                await guarded(message)

        await self._app(scope, body.receive, reply)

    def _refusal(self, scope: Scope) -> Answer | None:
        """Why a request is not even looked at, if there is a reason."""
        headers = scope["headers"]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0].decode("latin-1") not in self._names:
            shown = hosts[0].decode("latin-1")[:80] if hosts else ""
            return Complaint(
                f"this server does not answer to the name {shown!r}: expected "
                f"{' or '.join(sorted(self._names.names))}"
            ).answer(FORBIDDEN)
        if is_from_elsewhere(scope, hosts[0]):
            return Complaint("requests from pages of other sites are refused").answer(FORBIDDEN)
        length = next((value for name, value in headers if name == b"content-length"), b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > MOST_BODY_BYTES:
            return TOO_LARGE
        if self._at_once >= MOST_AT_ONCE:
            return Complaint("too many requests at once: please ask again").answer(UNAVAILABLE)
        return None


class _Body:
    """The body of a request: so long, and in so much time."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._bytes, self._is_whole = 0, False
        self.fault: Answer | None = None

    async def receive(self) -> Message:
        try:
            if self._is_whole:
                return await self._receive()
            message = await within(BODY_SECONDS, self._receive())
        except asyncio.TimeoutError:
            self.fault = TOO_LATE
            return {"type": "http.disconnect"}
        self._bytes += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        if self._bytes > MOST_BODY_BYTES:
            self.fault = TOO_LARGE
            return {"type": "http.disconnect"}
        return message


TOO_LARGE = Complaint(f"the body is too large: expected at most {MOST_BODY_BYTES:,} bytes").answer(
    CONTENT_TOO_LARGE
)
TOO_LATE = Complaint(f"the body did not come within {BODY_SECONDS:g} s").answer(REQUEST_TIMEOUT)


def is_from_elsewhere(scope: Scope, host: bytes) -> bool:
    """Does a browser say that another site's page made this request?

    A link that somebody follows is fine, wherever it stands; so is whoever is no browser.
    """
    found = dict(scope["headers"])
    origin = found.get(b"origin")
    if origin is not None and origin.partition(b"://")[2] != host:
        return True
    if found.get(b"sec-fetch-site", b"none") in (b"same-origin", b"none"):
        return False
    follows_link = scope["method"] == "GET" and found.get(b"sec-fetch-dest") == b"document"
    return not follows_link


def _guarded(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *COMMON]
            if not any(name == POLICY for name, _ in headers):
                headers.append((POLICY, PAGE_POLICY))
            message = {**message, "headers": headers}
        await send(message)

    return guarded


async def send_answer(send: Send, answer: Answer, more: Sequence[tuple[bytes, bytes]] = ()) -> None:
    """Send a whole answer."""
    headers = [
        *more,
        (b"content-type", answer.type.encode("ascii")),
        (b"content-length", str(len(answer.body)).encode("ascii")),
        (b"cache-control", b"no-cache"),
    ]
    if answer.type == SVG:
        headers.append((POLICY, PICTURE_POLICY))
    if answer.status == UNAVAILABLE:
        headers.append((b"retry-after", b"5"))
    if answer.status in (REQUEST_TIMEOUT, CONTENT_TOO_LARGE):
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
