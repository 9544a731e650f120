"""The mark `slow`: left out, unless it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from naive import TESTS

FILE = """
import pytest

@pytest.mark.slow
def test_millions():
    pass

def test_one():
    pass
"""


@pytest.mark.parametrize(
    ("options", "said"), [((), "1 passed, 1 deselected"), (("--slow",), "2 p")]
)
def test_slow_tests_run_when_they_are_asked_for(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", encoding="utf-8")
    (tmp_path / "test_it.py").write_text(FILE, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", *options],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path[1:]])},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.splitlines()[-1].startswith(said)
