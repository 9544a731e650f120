"""Take the pictures of the laboratory that README and docs show: docs/pictures/web-*.png.

    python scripts/screenshots.py            all of them
    python scripts/screenshots.py web-tree   some of them

A server is started on a free port and ended again. Needs playwright and Chromium.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
MOST_BYTES = 120_000
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

WIDE = (1120, 700)
PHONE = (320, 640)


@dataclass(frozen=True)
class Shot:
    """One picture: an address, what must be seen before it is taken, and what to do first."""

    name: str
    address: dict[str, str]
    ready: str
    size: tuple[int, int] = WIDE
    scheme: str = "light"
    look: str = ""
    """A cell to point at, by the start of its label."""
    click: str = ""
    scroll: str = ""
    """What to bring to the top of the picture."""


MIDDLE = {"mode": "people", "moves": "b2,b1"}
SHOTS = [
    Shot("web-play", {"mode": "people", "moves": "b2,a1,c3,a3,a2"}, ".board"),
    Shot("web-truth", {**MIDDLE, "truth": "1"}, ".cell .badge", look="a1"),
    Shot("web-dark", {**MIDDLE, "truth": "1"}, ".cell .badge", scheme="dark", look="a1"),
    Shot("web-phone", {**MIDDLE, "truth": "1"}, ".cell .badge", size=PHONE),
    Shot("web-tree", {"view": "tree", "position": ".O. .X. ..."}, "[role=group]",
         click="text=Open the best line", scroll=".row-of"),
    Shot("web-stepper", {"view": "stepper", "step": "14"}, ".growing .is-now",
         size=(1120, 990), scroll=".where"),
    Shot("web-compare", {"view": "compare", "position": ".O. .X. ..."}, ".searches table"),
    Shot("web-census", {"view": "census"}, "figure:has-text('By value') table"),
]  # fmt: skip


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that ends with the block."""
    command = [sys.executable, "-m", "noughts", "web", "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def take(browser: Any, address: str, shot: Shot) -> bytes:
    """The picture as PNG."""
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.goto(f"{address}?{urlencode(shot.address)}")
        page.wait_for_selector(shot.ready, timeout=60_000)
        page.wait_for_load_state("networkidle")
        if shot.click:
            page.click(shot.click)
            page.mouse.move(0, 0)
        page.wait_for_timeout(500)
        if shot.look:
            page.hover(f".cell[aria-label^='{shot.look},']")
        page.wait_for_timeout(1_500)
        if shot.scroll:
            top = page.locator(shot.scroll).first.bounding_box()["y"] - 16
            page.evaluate(f"scrollBy(0, {top})")
            page.wait_for_timeout(200)
        picture: bytes = page.screenshot()
        return picture
    finally:
        context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    names = [shot.name for shot in SHOTS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    wanted = parser.parse_args().names or names
    unknown = sorted(set(wanted) - set(names))
    if unknown:
        parser.error(f"no picture {unknown[0]!r}: expected {', '.join(names)}")
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("no Chromium on PATH", file=sys.stderr)
        return 3
    PICTURES.mkdir(parents=True, exist_ok=True)
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for shot in SHOTS:
            if shot.name in wanted:
                picture = take(browser, address, shot)
                if len(picture) > MOST_BYTES:
                    print(f"{shot.name} has {len(picture):,} bytes", file=sys.stderr)
                    return 1
                (PICTURES / f"{shot.name}.png").write_bytes(picture)
                print(f"{shot.name}.png, {len(picture):,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
