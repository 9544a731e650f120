"""What the server refuses, and what every answer carries; each thing is tried."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
from pathlib import Path

import pytest
from webserver import Reply, Server, web_server

__all__ = ["web_server"]

pytest.importorskip("fastapi", reason="the extra `web` is not installed")

from noughts.web.guard import MOST_BODY_BYTES, Names, host_name
from noughts.web.page import FOLDER, TYPES

PATHS = ("/", "/api/games", "/api/board", "/api/picture", "/api/trace", "/api/nothing", "/nothing")


def raw(server: Server, request: bytes) -> bytes:
    """What comes back for bytes that no client would send."""
    with socket.create_connection((server.host, server.port), timeout=20) as line:
        line.sendall(request)
        received = b""
        with contextlib.suppress(ConnectionResetError):
            while chunk := line.recv(65536):
                received += chunk
        return received


def with_host(server: Server, host: str, path: str = "/api/games") -> Reply:
    return server.request(path, headers={"Host": host})


# Names


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "localhost:1", "LOCALHOST:80"])
def test_own_names_are_answered_to_with_any_port(web_server: Server, host: str) -> None:
    assert with_host(web_server, host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example",
        "192.168.0.1", "0.0.0.0", "localhost@evil.example", "localhost:x", "[::1", "::1", "a b",
    ],
)  # fmt: skip
def test_other_names_are_refused_on_every_path(web_server: Server, host: str) -> None:
    for path in PATHS:
        reply = with_host(web_server, host, path)
        assert reply.status in (400, 403), path
        assert b"stones" not in reply.body


def test_no_name_and_two_names_are_refused(web_server: Server) -> None:
    for request in (
        b"GET /api/games HTTP/1.0\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n"
        b"Connection: close\r\n\r\n",
    ):
        status = raw(web_server, request).split(b" ")[1]
        assert status in (b"400", b"403"), request


def test_a_name_that_is_given_is_a_name_of_ours() -> None:
    assert "lab.example:8000" in Names("lab.example")
    assert "other.example" not in Names("lab.example")
    assert "192.168.0.7" not in Names("127.0.0.1")


def test_on_every_network_any_address_and_the_own_name_will_do() -> None:
    names = Names("0.0.0.0")
    for host in ("192.168.0.7:8000", "[fe80::1]:80", f"{socket.gethostname()}:8000", "localhost"):
        assert host in names
    for host in ("evil.example", "rebind.example:8000", "1.2.3.4.evil.example", ""):
        assert host not in names


@pytest.mark.parametrize("host", ["", ":", ":80", "a:b", "[", "[]", "[::1]80", "a:１"])
def test_what_is_no_host_has_no_name(host: str) -> None:
    assert host_name(host) is None


# Other sites

ELSEWHERE = re.compile(r"(?:src|href|url|import|fetch)[^\n]{0,12}(?:https?:)?//[a-z]")

FOREIGN: list[dict[str, str]] = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_pages_of_other_sites_may_not_ask(web_server: Server, headers: dict[str, str]) -> None:
    body = b'{"position": "XX. .O. ..O"}'
    posted = {**headers, "Content-Type": "application/json"}
    asked = [
        web_server.request("/api/board", headers=headers),
        web_server.request("/api/board", method="POST", body=body, headers=posted),
    ]
    for reply in asked:
        assert reply.status == 403
        assert set(reply.data) == {"error", "complaints"}


def test_the_own_page_may_ask_and_a_link_may_be_followed(web_server: Server) -> None:
    origin = web_server.address.rstrip("/")
    own = {"Origin": origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
    body = b'{"position": "XX. .O. ..O"}'
    assert web_server.request("/api/board", method="POST", body=body, headers=own).status == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    followed = {**link, "Sec-Fetch-Dest": "document"}
    assert web_server.request("/api/board", headers=followed).status == 200
    framed = {**link, "Sec-Fetch-Dest": "iframe"}
    assert web_server.request("/api/board", headers=framed).status == 403


def test_a_form_of_another_site_cannot_speak_json(web_server: Server) -> None:
    body = b'{"position": "XX. .O. ..O"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        reply = web_server.request(
            "/api/board", method="POST", body=body, headers={"Content-Type": kind}
        )
        assert reply.status in (400, 415, 422)


def test_no_answer_may_be_read_elsewhere(web_server: Server) -> None:
    asked = {"Origin": web_server.address.rstrip("/"), "Access-Control-Request-Method": "POST"}
    for method in ("GET", "OPTIONS"):
        reply = web_server.request("/api/board", method=method, headers=asked)
        assert not [name for name in reply.headers if name.startswith("access-control")]


# What every answer carries


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_guarded(web_server: Server, path: str) -> None:
    for reply in (web_server.request(path), with_host(web_server, "evil.example", path)):
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe-eval" not in policy
        assert "frame-ancestors 'none'" in policy
        scripts = [part for part in policy.split("; ") if part.startswith("script-src")]
        assert scripts in ([], ["script-src 'self'"])
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"
        assert "set-cookie" not in reply.headers
        assert "server" not in reply.headers


def test_the_policy_of_the_page_allows_nothing_from_elsewhere(web_server: Server) -> None:
    policy = web_server.request("/").headers["content-security-policy"]
    assert dict(part.split(" ", 1) for part in policy.split("; ")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data: blob:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }


def test_no_file_of_the_page_names_another_host() -> None:
    # An address may stand in the text of a licence and in the name of a kind of XML.
    for path in FOLDER.rglob("*"):
        if path.suffix in (".html", ".mjs", ".css", ".svg"):
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
            found = re.findall(
                r"""(?:src|href|url|import|fetch)[^\n]{0,12}(?:https?:)?//[a-z]""", text
            )
            assert not found, (path, found)


# Files


@pytest.mark.parametrize(
    "name",
    [
        "../app.py", "..%2fapp.py", "%2e%2e/app.py", "....//app.py", "..\\app.py", "..%5capp.py",
        "/etc/passwd", "%2fetc%2fpasswd", "vendor/../../app.py", "", ".", "vendor", "app.py%00.mjs",
        "index.html/", "C:\\windows\\win.ini", "%c0%ae%c0%ae/app.py",
    ],
)  # fmt: skip
def test_no_name_leads_out_of_the_folder(web_server: Server, name: str) -> None:
    for path in (f"/static/{name}", f"/{name}"):
        request = f"GET {path.replace(' ', '%20')} HTTP/1.1\r\nHost: localhost\r\n"
        answer = raw(web_server, request.encode() + b"Connection: close\r\n\r\n")
        if path == "/":
            continue
        assert answer.split(b" ")[1] in (b"404", b"307", b"400"), path
        assert b"import" not in answer.split(b"\r\n\r\n", 1)[1]


def test_every_file_of_the_page_is_served_with_its_type_and_a_tag(web_server: Server) -> None:
    served = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix in TYPES]
    assert served
    for path in served:
        address = f"/static/{path.relative_to(FOLDER).as_posix()}"
        reply = web_server.request(address)
        assert reply.status == 200
        assert reply.body == path.read_bytes()
        assert reply.headers["content-type"] == TYPES[path.suffix]
        assert reply.headers["cache-control"] == "no-cache"
        tag = reply.headers["etag"]
        again = web_server.request(address, headers={"If-None-Match": tag})
        assert (again.status, again.body) == (304, b"")
    assert TYPES[".mjs"].startswith("text/javascript")


def test_the_page_is_small() -> None:
    """All that a browser may load, without compression; licences are for people."""
    files = [path for path in FOLDER.rglob("*") if path.is_file() and path.suffix != ".md"]
    assert sum(path.stat().st_size for path in files) < 150_000


# Bodies


def test_a_body_is_bounded_whatever_it_says_of_its_length(web_server: Server) -> None:
    large = json.dumps({"position": "." * MOST_BODY_BYTES}).encode()
    kind = {"Content-Type": "application/json"}
    said = web_server.request("/api/board", method="POST", body=large, headers=kind)
    assert (said.status, set(said.data)) == (413, {"error", "complaints"})
    line = web_server.connection()
    try:
        chunks = [large[at : at + 4096] for at in range(0, len(large), 4096)]
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            line.request("POST", "/api/board", body=iter(chunks), headers=kind, encode_chunked=True)
        assert line.getresponse().status == 413
    finally:
        line.close()


def test_a_body_without_end_is_cut_off(web_server: Server) -> None:
    head = b"POST /api/board HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    with socket.create_connection((web_server.host, web_server.port), timeout=20) as line:
        line.sendall(head)
        received = b""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError, ConnectionAbortedError):
            for _ in range(2_000):
                line.sendall(chunk)
            received = line.recv(4096)
    assert received == b"" or b" 413 " in received
    assert web_server.request("/api/games").status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"XX."', b"\xff\xfe", b"[" * 60_000, b'{"seconds": 1e999}',
        b'{"seed": ' + b"9" * 5_000 + b"}", b'{"position": "\\ud800"}', b'{"position": 5}',
        b'{"position": "XX. .O. ..O", "position": 1}', b'{"position": ["X"]}', b"{}" * 2,
        b'{"seconds": NaN}', b'{"seconds": "5"}', b'{"game": "\\u0000"}',
    ],
)  # fmt: skip
def test_bodies_that_are_no_question_get_a_sentence(web_server: Server, body: bytes) -> None:
    for kind in ("move", "lint", "review", "trace", "solve"):
        reply = web_server.request(
            f"/api/{kind}", method="POST", body=body, headers={"Content-Type": "application/json"}
        )
        if reply.status != 200:
            assert reply.status in (400, 422)
            assert set(reply.data) == {"error", "complaints"}
            assert all(reply.data["complaints"])


def test_questions_that_are_no_text_get_a_sentence(web_server: Server) -> None:
    for query in ("position=%ff%fe", "position=%00", "game=%ED%A0%80", "&&&", "position", "=", "%"):
        reply = web_server.request(f"/api/analyze?{query}")
        assert reply.status in (200, 422), query
    assert b" 4" in raw(web_server, b"NONSENSE\r\n\r\n")[:16]
    assert b" 4" in raw(web_server, b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 200_000)[:16]


# Nothing is kept


def test_nothing_is_written_and_a_file_is_never_read(web_server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret.game"
    secret.write_text("3x3\na1 b1 c1\n", encoding="utf-8")
    for name in (f"@{secret}", f"@{secret.name}", f"file://{secret}"):
        reply = web_server.post("/api/board", {"game": name[:40]})
        assert reply.status == 422
        reply = web_server.post("/api/board", {"position": name})
        assert reply.status == 422


def test_a_web_socket_is_not_offered(web_server: Server) -> None:
    line = http.client.HTTPConnection(web_server.host, web_server.port, timeout=20)
    try:
        line.request(
            "GET",
            "/api/games",
            headers={
                "Connection": "Upgrade",
                "Upgrade": "websocket",
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            },
        )
        assert line.getresponse().status != 101
    finally:
        line.close()
