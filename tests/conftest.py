"""Settings and fixtures that all tests share."""

from __future__ import annotations

import compileall
import contextlib
import io
import os
import signal
import sys
import tempfile

import pytest
from hypothesis import HealthCheck, settings
from naive import Cli, Ran

import noughts
from noughts.cli.main import run

# Where the tests are started in the background, Ctrl-C is ignored, and so it would be by every
# program that they start and interrupt.
with contextlib.suppress(ValueError):  # not in the main thread: then it cannot be set
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of processes, and many may not write what they compile: it is done for them.
if "PYTEST_XDIST_WORKER" not in os.environ:
    compileall.compile_dir(noughts.__path__[0], quiet=2)

# These are asked, never imported: many begin to play when they are.
collect_ignore_glob = ["programs/*"]

# Tables that lie in the user's folder must not answer for the code under test.
os.environ["NOUGHTS_TABLES"] = tempfile.mkdtemp(prefix="noughts-tables-")

settings.register_profile(
    "noughts", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("noughts")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    left_out = [item for item in items if item.get_closest_marker("slow")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command in this process: what it wrote, and its exit code."""

    def call(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        try:
            code: object = run(list(arguments))
        except SystemExit as stopped:
            code = stopped.code
        written = capsys.readouterr()
        assert isinstance(code, int)
        return Ran(code, written.out, written.err)

    return call
