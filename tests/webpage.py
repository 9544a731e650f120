"""A real browser for the tests of pages, and axe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, if it and playwright are there.

    Not for longer than a module: while it is open no other test can run an event loop.
    """
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium on PATH")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield opened
        opened.close()


def violations(page: Any) -> list[tuple[str, list[str]]]:
    """What axe finds on a page: each rule, and the elements that break it."""
    axe = pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]
