"""The programs of the five reports under audit: perfect as their authors meant them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from naive import REPOSITORY, TESTS

from noughts.audit import Verdict, audit
from noughts.audit.verdict.findings import Kind
from noughts.audit.verdict.verdict import NOT_PERFECT

PROGRAMS = TESTS / "programs"
ROOT = REPOSITORY
EXAMPLES = ROOT / "examples" / "audit"

# As a busy machine may take its time; on a free one each of them answers within 3 s.
MOVE_SECONDS, SECONDS = 120.0, 600.0


def verdict_on(path: Path, *, every: bool = False) -> Verdict:
    return audit(str(path), every=every, move_seconds=MOVE_SECONDS, seconds=SECONDS)


@pytest.mark.parametrize(
    ("name", "slips"),
    [("000", True), ("001", False), ("002", None), ("003", True), ("004", True)],
)
def test_the_program_of_a_report_is_perfect(name: str, slips: bool | None) -> None:
    verdict = verdict_on(PROGRAMS / f"report_{name}.py")
    assert verdict.perfect, str(verdict)
    assert verdict.complete
    assert verdict.never_loses
    assert {finding.kind for finding in verdict.findings} <= {Kind.SLIP, Kind.VALUE}
    if slips is not None:
        assert (verdict.slips > 0) == slips
    if verdict.slips:
        assert verdict.diagnosis is not None
        assert all(like.mistake.only_slips for like in verdict.diagnosis.named)
    else:
        assert verdict.diagnosis is None
    if name == "003":
        [remark] = [remark for remark in verdict.remarks if "finished boards" in remark]
        assert "On XOX OX. .OX, where X has won with a1-b2-c3, it says (" in remark


def test_000_with_the_undo_inside_the_if_and_the_return_inside_the_loop_is_refused() -> None:
    verdict = verdict_on(PROGRAMS / "report_000_wrong.py")
    assert verdict.exit_code == NOT_PERFECT
    assert verdict.losing_game is not None
    assert verdict.diagnosis is not None
    named = {like.mistake.name for like in verdict.diagnosis.named}
    assert named == {"undone only when it improved", "return inside the loop"}
    assert Kind.CHANGES in {finding.kind for finding in verdict.findings}
    assert "takes a move back only when" in str(verdict)


def test_the_form_of_a_course_promises_none_when_the_game_is_over() -> None:
    verdict = verdict_on(PROGRAMS / "course.py")
    assert verdict.perfect, str(verdict)
    assert verdict.examination.must_pass
    assert not verdict.remarks


def test_without_its_look_at_the_end_the_course_program_is_wrong_on_finished_boards(
    tmp_path: Path,
) -> None:
    source = (PROGRAMS / "course.py").read_text(encoding="utf-8")
    unguarded = source.replace("    if terminal(board):\n        return None\n", "")
    assert unguarded != source
    path = tmp_path / "course.py"
    path.write_text(unguarded, encoding="utf-8")
    verdict = verdict_on(path)
    assert verdict.exit_code == NOT_PERFECT
    assert [finding.kind for finding in verdict.findings if finding.kind.is_fault] == [
        Kind.FINISHED
    ]


@pytest.mark.parametrize("name", ["first", "second", "third"])
def test_the_page_shows_the_programs_as_they_are(name: str) -> None:
    program = (EXAMPLES / f"{name}_try.py").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    assert f'```text title="{name}_try.py"\n{program}```\n' in page


def test_the_three_tries_of_the_page_go_from_wrong_to_perfect() -> None:
    first, second, third = (
        verdict_on(EXAMPLES / f"{name}_try.py") for name in ("first", "second", "third")
    )
    assert not first.perfect
    assert first.diagnosis is not None
    assert [like.mistake.name for like in first.diagnosis.named] == ["a diagonal missing"]
    assert second.perfect
    assert second.slips
    assert third.perfect
    assert not third.slips


QUICK = '''
def find_best_move(board):
    """Win, or stop the other side, or the first cell: quick, and wrong."""
    lines = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
    for mark in "XO":
        for line in lines:
            marks = [board[cell] for cell in line]
            if marks.count(mark) == 2 and " " in marks:
                return line[marks.index(" ")]
    return board.index(" ")
'''


def test_the_audit_of_a_quick_function_is_quick(tmp_path: Path) -> None:
    path = tmp_path / "quick.py"
    path.write_text(QUICK, encoding="utf-8")
    for every, seconds in ((False, 2.0), (True, 10.0)):
        started = time.process_time()
        verdict = verdict_on(path, every=every)
        assert verdict.exit_code == NOT_PERFECT
        assert time.process_time() - started < 10 * seconds  # this process; the machine is busy
