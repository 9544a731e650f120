"""Whatever the schema of the API allows, and much that it does not, gets an answer in its shape."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from webserver import Server, web_server

__all__ = ["web_server"]

if sys.version_info < (3, 11):
    pytest.skip("schemathesis needs Python 3.11", allow_module_level=True)
pytest.importorskip("fastapi", reason="the extra `web` is not installed")
schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

EXAMPLES = 8

UNHURRIED = ("games", "board", "lint", "census", "solve")  # they take no seconds

# A text may well be a string and still no position: the schema cannot say that, the answer does.
KNOWS_BETTER = ["422"]


CONFIG = {
    "seed": 1,
    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", *KNOWS_BETTER, "503"]}},
}


def api_schema() -> Any:
    from noughts.web.app import make_api
    from noughts.web.desk import Desk

    config = schemathesis.Config.from_dict(CONFIG)
    return schemathesis.openapi.from_dict(make_api(Desk()).openapi(), config=config)


schema = api_schema()


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_question_of_the_schema_gets_an_answer_of_the_schema(
    case: Any, web_server: Server
) -> None:
    hurry(case)
    case.call_and_validate(base_url=web_server.address)


def hurry(case: Any) -> None:
    """Ask for little and soon, unless how much is asked is what is wrong with the question."""
    kind = case.path.removeprefix("/api/")
    words = case.query if case.method == "GET" else case.body
    if not isinstance(words, dict):
        return
    if kind not in UNHURRIED:
        cut(words, "seconds", 0.02, 5 if kind in ("compare", "growth") else 30)
    if kind == "trace":
        cut(words, "limit", 20, 20_000)


def cut(words: dict[str, Any], name: str, enough: float, most: float) -> None:
    """Replace a number that would be allowed by a smaller one; a missing one, too."""
    number = words.setdefault(name, enough)
    try:
        is_allowed = not isinstance(number, bool) and enough < float(number) <= most
    except (TypeError, ValueError):
        return
    if is_allowed:
        words[name] = enough
