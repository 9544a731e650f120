"""The page of a verdict in a browser: wide and narrow, light and dark, open to everyone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from auditing import Fake, lowest, lowest_best
from webpage import browser as browser

from noughts.audit.auditing import audit_candidate
from noughts.rules.catalog import game


@pytest.fixture(scope="module", params=["3x3", "3x3+drop", "2x2x2"])
def page_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a player who loses, or of a perfect one where nobody can."""
    spec = request.param
    player = lowest_best if spec == "2x2x2" else lowest
    file: Path = tmp_path_factory.mktemp("audit") / "verdict.html"
    file.write_text(audit_candidate(Fake(player), game(spec)).to_html(), encoding="utf-8")
    return file


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1000])
def test_the_page_fits_and_can_be_read_by_everyone(
    browser: Any, page_file: Path, width: int, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    context = browser.new_context(
        viewport={"width": width, "height": 700}, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.run(page).response["violations"]
    assert not found, [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]
    assert requests == [page_file.as_uri()]
    context.close()
