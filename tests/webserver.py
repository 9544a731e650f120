"""A real server for the tests, as a user starts it: `noughts web` in a process of its own."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

PATIENCE = 60.0  # seconds: a busy machine may take long to start a process


@dataclass(frozen=True)
class Reply:
    """What came back: status, headers with small names, and the bytes."""

    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def events(self) -> list[tuple[str, Any]]:
        """The server-sent events of a stream: name and data."""
        found = []
        for block in self.body.decode("utf-8").split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if line[0] != ":")
            if fields:
                found.append((fields["event"], json.loads(fields["data"])))
        return found


class Server:
    """A running server, and ways to ask it."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "noughts", "web", "--no-open", *options]
        environment = {**os.environ, "PYTHONWARNINGS": "default"}
        # Not a pipe: a full one would stop the server.
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._log, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        if not self.said:
            raise RuntimeError(f"the server did not start: {self.stop()}")
        self.address = self.said.split()[-1]
        parts = urlsplit(self.address)
        assert parts.hostname is not None
        assert parts.port is not None
        self.host, self.port = parts.hostname, parts.port

    def connection(self, timeout: float = PATIENCE) -> http.client.HTTPConnection:
        """A connection; close it."""
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def request(
        self,
        path: str,
        *,
        method: str = "GET",
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """Ask, whatever the answer is."""
        line = self.connection()
        try:
            line.request(method, path, body=body, headers=headers or {})
            got = line.getresponse()
            names = {name.lower(): value for name, value in got.getheaders()}
            return Reply(got.status, names, got.read())
        finally:
            line.close()

    def post(self, path: str, question: object) -> Reply:
        """Ask by POST, with JSON."""
        body = json.dumps(question).encode()
        headers = {"Content-Type": "application/json"}
        return self.request(path, method="POST", body=body, headers=headers)

    def ask(self, path: str, **parameters: object) -> Any:
        """The data of an answer that must be one."""
        reply = self.request(f"{path}?{urlencode(parameters)}")
        assert reply.status == 200, (reply.status, reply.body[:500])
        return reply.data

    def stop(self) -> str:
        """End the server; what it had to say on standard error."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        with self._log:
            self._log.seek(0)
            return self._log.read()


@pytest.fixture(scope="session")
def web_server() -> Iterator[Server]:
    """One server for all tests of a process; what went wrong in it makes the last of them fail."""
    pytest.importorskip("fastapi", reason="the extra `web` is not installed")
    pytest.importorskip("uvicorn", reason="the extra `web` is not installed")
    server = Server()
    yield server
    said = server.stop()
    assert "Traceback" not in said, said


def wait_until(condition: Any, seconds: float) -> bool:
    """Does a condition hold within so many seconds?"""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())
