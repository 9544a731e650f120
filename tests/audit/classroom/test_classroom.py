"""A class: every submission gets its row, whatever it is, and the work can be stopped."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from auditing import Chooser, Fake, best_moves, good_moves, wrong_moves
from naive import Cli
from webpage import browser as browser

from noughts.audit.auditing import audit_candidate
from noughts.audit.classroom import classroom
from noughts.audit.classroom.alike import CAUTION, Group, digest, textbook
from noughts.audit.classroom.classroom import ClassResult, Progress, alike, audit_class
from noughts.audit.classroom.entry import Entry, broken_entry, entry_from_dict
from noughts.audit.classroom.grades import grades_csv
from noughts.audit.classroom.page import class_page, short_names
from noughts.audit.classroom.submissions import submissions
from noughts.audit.verdict.findings import Kind
from noughts.audit.verdict.verdict import Verdict
from noughts.errors import NotationError
from noughts.rules.catalog import game
from noughts.rules.game import Game
from noughts.rules.position import Position

G3 = game("3x3")


# Submissions that are read and run

MINIMAX = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
KNOWN = {}


def worth(board, mark):
    key = (tuple(board), mark)
    if key not in KNOWN:
        KNOWN[key] = search(board, mark)
    return KNOWN[key]


def search(board, mark):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    if " " not in board:
        return 0
    found = []
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = mark
            found.append(worth(board, "O" if mark == "X" else "X"))
            board[cell] = " "
    return max(found) if mark == "X" else min(found)


def find_best_move(board):
    mark = "X" if board.count("X") == board.count("O") else "O"
    found = {}
    for cell in ORDER:
        if board[cell] == " ":
            board[cell] = mark
            found[cell] = worth(board, "O" if mark == "X" else "X") * (1 if mark == "X" else -1)
            board[cell] = " "
    return max(found, key=found.get)
"""
RIGHT = MINIMAX.replace("ORDER", "range(9)")
WRONG = "def find_best_move(board):\n    return board.index(' ')\n"
BROKEN = {
    "syntax": b"def find_best_move(board:\n    return 0\n",
    "empty": b"",
    "latin": b"# caf\xe9\ndef find_best_move(board):\n    return 0\n",
    "zeros": bytes(100),
    "nothing": b"x = 1\n",
    "exits": b"import os\nos._exit(3)\n",
    "raises": b"def find_best_move(board):\n    return bord.index(' ')\n",
}


def test_sixty_submissions_side_by_side_and_none_is_lost(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "submissions"
    folder.mkdir()
    # The costly ones are few: a wrong program is also diagnosed, and one that hangs is waited for.
    kinds = ["wrong", "wrong", "hangs", *["right"] * 15, *list(BROKEN) * 6]
    contents = {
        **BROKEN, "right": RIGHT.encode(), "wrong": WRONG.encode(), "hangs": b"while True: pass",
    }  # fmt: skip
    assert len(kinds) == 60
    for number, kind in enumerate(kinds):
        (folder / f"{number:02}_{kind}.py").write_bytes(contents[kind])
    grades, page = tmp_path / "grades.csv", tmp_path / "class.html"
    ran = cli(
        "audit", str(folder / "*.py"), "--csv", str(grades), "--html", str(page), "--time", "3"
    )
    assert ran.code == 1, ran
    rows = list(csv.DictReader(io.StringIO(grades.read_text(encoding="utf-8-sig"))))
    names = sorted(file.name for file in folder.iterdir())
    assert [Path(row["file"]).name for row in rows] == names
    assert len(rows) == 60
    for row in rows:
        kind = Path(row["file"]).stem[3:]
        expected = {"right": "perfect", "wrong": "not perfect"}.get(kind, "cannot be run")
        assert row["verdict"] == expected, row
        assert row["sentence"].endswith("."), row
        assert "Traceback" not in row["sentence"]
    groups = {row["group"] for row in rows if row["verdict"] == "perfect"}
    assert len(groups) == 1
    assert all(name in page.read_text(encoding="utf-8") for name in names)
    before = grades.read_bytes()
    again = cli("audit", str(folder), "--csv", str(grades), "--json", "--time", "3").json()
    assert again["kept"] == 60
    assert grades.read_bytes() == before


# In this process


def _odd(position: Position) -> int:
    """Right, but here and there, as no known mistake has it."""
    wrong = wrong_moves(position) if position.key % 5 < 2 else []
    return [*wrong, *best_moves(position)[::-1]][0]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> dict[str, Chooser]:
    """By the first line of a file: a function that plays instead of it."""
    found: dict[str, Chooser] = {
        "first best": lambda position: best_moves(position)[0],
        "last best": lambda position: best_moves(position)[-1],
        "first good": lambda position: good_moves(position)[0],
        "first free": lambda position: position.moves()[0],
        "wrong": lambda position: (wrong_moves(position) or position.moves())[0],
        "odd": _odd,
        "illegal": lambda position: 99,
    }

    def fake(target: str, rules: Game, *, progress: Any = None, **options: Any) -> Verdict:
        lines = Path(target).read_text(encoding="utf-8").splitlines()
        if lines[0] not in found:
            raise NotationError(f"cannot load {lines[0]}")
        return audit_candidate(Fake(found[lines[0]]), rules, progress=progress)

    monkeypatch.setattr(classroom, "audit", fake)
    return found


def write(folder: Path, **contents: str) -> list[str]:
    folder.mkdir(exist_ok=True)
    files = []
    for name, content in contents.items():
        (folder / f"{name}.py").write_text(content + "\n", encoding="utf-8")
        files.append(str(folder / f"{name}.py"))
    return files


def test_a_class_has_an_entry_for_every_file_in_order(
    programs: dict[str, Chooser], tmp_path: Path
) -> None:
    files = write(tmp_path, a="first best", b="wrong", c="no program", d="first good")
    told: list[Progress] = []
    missing = str(tmp_path / "missing.py")
    result = audit_class([*files, missing], progress=told.append, jobs=3)
    assert [entry.file for entry in result.entries] == [*files, missing]
    verdicts = [entry.verdict for entry in result.entries]
    assert verdicts == ["perfect", "not perfect", "cannot be run", "perfect", "cannot be run"]
    assert [progress.done for progress in told] == [1, 2, 3, 4, 5]
    assert told[-1].seconds_left == 0
    assert told[0].seconds_left > 0
    assert result.exit_code == 1
    assert result.entries[1].moves
    assert result.entries[1].wrong > 0
    assert result.entries[2].sentence == "It cannot be run: cannot load no program."
    assert (
        "cannot read" in result.entries[4].sentence or "FileNotFound" in result.entries[4].sentence
    )


def test_whatever_an_audit_raises_stays_with_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    raised = iter([RuntimeError("boom"), RecursionError(), MemoryError(), OSError(24, "too many")])

    def fake(*_: Any, **__: Any) -> Verdict:
        raise next(raised)

    monkeypatch.setattr(classroom, "audit", fake)
    result = audit_class(write(tmp_path, a="1", b="2", c="3", d="4"), jobs=1)
    assert result.exit_code == 2
    assert result.entries[0].sentence == "It cannot be run: RuntimeError: boom."
    assert all(entry.verdict == "cannot be run" for entry in result.entries)


@pytest.mark.parametrize(
    ("codes", "expected"),
    [([0, 0], 0), ([0, 1], 1), ([2, 2], 2), ([2, 0], 1), ([3, 0], 3), ([3], 3), ([3, 1], 1)],
)
def test_the_exit_code_of_a_class(codes: list[int], expected: int) -> None:
    entries = [Entry(str(at), code, "") for at, code in enumerate(codes)]
    assert ClassResult(G3, entries, []).exit_code == expected


# Going on


def counting(programs: dict[str, Chooser], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    asked: list[str] = []
    plain: Callable[..., Verdict] = vars(classroom)["audit"]

    def fake(target: str, rules: Game, **options: Any) -> Verdict:
        asked.append(Path(target).name)
        return plain(target, rules, **options)

    monkeypatch.setattr(classroom, "audit", fake)
    return asked


def test_only_what_is_new_or_changed_is_asked_again(
    programs: dict[str, Chooser], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = counting(programs, monkeypatch)
    files = write(tmp_path, a="first best", b="wrong", c="no program")
    keep = tmp_path / "grades.csv.jsonl"
    first = audit_class(files, keep=keep, jobs=1)
    assert sorted(asked) == ["a.py", "b.py", "c.py"]
    asked.clear()
    second = audit_class(files, keep=keep, jobs=1)
    assert not asked
    assert second.kept == 3
    assert second.entries == first.entries
    write(tmp_path, b="last best")
    (tmp_path / "moved").mkdir()
    (tmp_path / "a.py").rename(tmp_path / "moved" / "a.py")
    moved = str(tmp_path / "moved" / "a.py")
    third = audit_class([moved, *files[1:]], keep=keep, jobs=1)
    assert asked == ["b.py"]
    assert [entry.file for entry in third.entries] == [moved, *files[1:]]
    asked.clear()
    audit_class([moved], keep=keep, jobs=1, every=True)
    audit_class([moved], "3x3+misere", keep=keep, jobs=1)
    audit_class([moved], keep=keep, jobs=1, version="2")
    assert asked == ["a.py"] * 3, "other options, another game, another version"


@pytest.mark.parametrize("cut", [1, 40, 500])
def test_a_file_of_results_that_was_cut_off_is_gone_on_with(
    cut: int, programs: dict[str, Chooser], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = counting(programs, monkeypatch)
    files = write(tmp_path, a="first best", b="last best")
    keep = tmp_path / "grades.csv.jsonl"
    before = audit_class(files, keep=keep, jobs=1)
    keep.write_bytes(keep.read_bytes()[:-cut] + b'\xff{"key": 1}\n[]\nnull\n')
    asked.clear()
    for _ in range(2):
        again = audit_class(files, keep=keep, jobs=1)
    assert asked in (["b.py"], [])
    assert again.kept == 2
    assert [entry.verdict for entry in again.entries] == ["perfect", "perfect"]
    assert again.groups == before.groups


def test_a_class_that_is_stopped_keeps_what_was_found(
    programs: dict[str, Chooser], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = counting(programs, monkeypatch)
    files = write(tmp_path, **{f"p{number}": "first best" for number in range(6)})
    for number, file in enumerate(files):
        Path(file).write_text(f"first best\n# {number}\n", encoding="utf-8")
    keep = tmp_path / "it.jsonl"

    def stop(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit_class(files, keep=keep, jobs=1, progress=stop)
    assert len(asked) < 6
    assert not [thread for thread in threading.enumerate() if "noughts-audit" in thread.name]
    result = audit_class(files, keep=keep, jobs=1)
    assert result.kept >= 2
    assert Counter(entry.verdict for entry in result.entries) == {"perfect": 6}


def test_an_undecided_program_is_asked_again(tmp_path: Path) -> None:
    (file,) = write(tmp_path, a="first best")
    room = classroom._Room(G3, {}, "", tmp_path / "it.jsonl")
    for code, known in ((3, 0), (1, 1)):
        room._write(room.key(file), Entry(file, code, "so"))
        assert len(room.known([file])) == known


def test_an_entry_survives_being_kept() -> None:
    entry = Entry("ä.py", 1, "so", counts={"loses": 2}, moves=[0, 1], told=["=x"], seconds=1.5)
    assert entry_from_dict(json.loads(json.dumps(entry.to_dict()))) == entry


# Which files are meant


def test_folders_and_patterns_are_looked_into_and_a_file_comes_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "ann", main="1", other="2")
    write(tmp_path / "bob", main="3")
    write(tmp_path / "ann" / "__pycache__", cached="4")
    (tmp_path / "none").mkdir()
    ann = [str(Path("ann") / "main.py"), str(Path("ann") / "other.py")]
    bob = str(Path("bob") / "main.py")
    assert submissions(["ann", "bob"]) == [*ann, bob]
    assert submissions(["*/main.py"]) == [ann[0], bob]
    assert submissions(["ann/main.py", "./ann/main.py", str(tmp_path / ann[0])]) == ["ann/main.py"]
    assert submissions(["none", "x*.py", "gone.py"]) == ["none", "x*.py", "gone.py"]
    result = audit_class(["none", "x*.py", "gone.py"])
    assert [entry.sentence for entry in result.entries][:2] == [
        "It cannot be run: it is a folder, and there is no Python file in it.",
        "It cannot be run: no file has such a name.",
    ]
    assert result.exit_code == 2
    write(tmp_path / "[x]", main="1")
    assert submissions(["[x]/main.py"]) == ["[x]/main.py"]


# Who answers alike


def test_programs_that_answer_alike_are_grouped_and_common_ways_are_named(
    programs: dict[str, Chooser], tmp_path: Path
) -> None:
    kinds = ["first best", "odd", "first free", "first good", "last best", "illegal"]
    contents = {f"{kind.replace(' ', '_')}{copy}": kind for kind in kinds for copy in range(2)}
    result = audit_class(write(tmp_path, **contents, single="no program"))
    groups = {Path(group.files[0]).stem[:-1]: group for group in result.groups}
    assert all(len(group.files) == 2 for group in result.groups)
    assert set(groups) == {"first_best", "odd", "first_free", "first_good", "last_best"}
    assert groups["first_best"].reason == (
        "So answers every minimax that counts depth, tries the cells in reading order and keeps "
        "the first of its best moves."
    )
    assert "does not count depth" in groups["first_good"].reason
    assert "the last of its best moves" in groups["last_best"].reason
    assert groups["first_free"].reason == "So answers everybody who takes the first free cell."
    assert result.groups[0] is groups["odd"], "wrong alike, and nobody knows why, comes first"
    assert "Wrong alike in" in groups["odd"].sentence()
    assert groups["first_best"].sentence().startswith("All right. So answers every minimax")
    assert result.group_of(result.entries[-1]) is None
    assert result.to_dict()["caution"] == CAUTION
    assert "correct programs answer alike too" in CAUTION


def test_groups_that_are_wrong_alike_weigh_more() -> None:
    entries = [
        Entry(f"{name}{copy}", code, "", answers=name, wrong=wrong, mistake=mistake)
        for name, code, wrong, mistake in (
            ("right", 0, 0, ""),
            ("known", 1, 50, "sign of the score"),
            ("odd", 1, 3, ""),
        )
        for copy in range(3)
    ]
    entries += [Entry("e1", 2, ""), Entry("e2", 2, "")]
    assert [group.files[0] for group in alike(entries, {})] == ["odd0", "known0", "right0"]
    assert alike(entries, {})[1].sentence() == (
        "All wrong. They behave like programs with a mistake that is common: sign of the score."
    )
    assert Group(["a", "b"], 1).sentence().startswith("Wrong alike in 1 position,")


def test_a_digest_is_the_same_exactly_where_the_answers_are() -> None:
    positions = [
        Position(G3).child(cell).child(other) for cell in range(3) for other in range(3, 9)
    ]
    answers = {position: [position.moves()[0]] for position in positions}
    assert digest(answers) == digest(dict(reversed(answers.items())))
    found = {digest(answers)}
    for position in positions:
        changed = digest({**answers, position: [position.moves()[-1]]})
        assert changed not in found
        found.add(changed)
    assert digest({position: answers[position] for position in positions[:5]}) == ""
    assert digest({position: ["raises"] for position in positions}) == ""


@pytest.mark.parametrize("every", [False, True])
def test_the_known_ways_are_six_different_ones(every: bool) -> None:
    assert len(textbook(G3, every)) == 6
    assert textbook(game("4x4"), every) == {}


# What is written


def shown(result: ClassResult) -> list[dict[str, str]]:
    text = grades_csv(result)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_no_cell_of_the_grades_is_a_formula() -> None:
    names = ["=cmd|' /C calc'!A0", "+1.py", "-1.py", "@x.py", "\tx.py", 'a"b,c\n.py', "plain.py"]
    entries = [broken_entry(name, "=1+1") for name in names]
    rows = shown(ClassResult(G3, entries, []))
    assert [row["file"] for row in rows] == [
        *(f"'{name}" for name in names[:5]),
        'a"b,c\n.py',
        "plain.py",
    ]
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


def test_the_grades_have_a_column_for_every_kind_of_finding(
    programs: dict[str, Chooser], tmp_path: Path
) -> None:
    result = audit_class(write(tmp_path, a="wrong", b="first good"))
    rows = shown(result)
    assert {kind.value for kind in Kind} <= set(rows[0])
    for row, entry in zip(rows, result.entries, strict=True):
        assert {kind.value: int(row[kind.value]) for kind in Kind if row[kind.value] != "0"} == (
            entry.counts
        )
        assert int(row["asked"]) == entry.asked


class Reader(HTMLParser):
    """Which ids and links a page has, and whether what is opened is closed."""

    VOID = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.ids += [found.get("id") or ""] * ("id" in found)
        self.links += [found.get("href") or ""] * ("href" in found)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_links_every_row_to_its_part_and_shows_the_lost_game(
    programs: dict[str, Chooser], tmp_path: Path
) -> None:
    files = write(tmp_path / "x", same="first best") + write(tmp_path / "y", same="wrong")
    files += write(tmp_path, z="first best")
    result = audit_class(files)
    page = class_page(result)
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    assert len(set(reader.ids)) == len(reader.ids)
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert {"#s1", "#s2", "#s3", "#g1"} <= set(reader.links)
    assert {"x/same.py", "y/same.py", "z.py"} <= set(reader.words)
    lost = result.entries[1].moves
    assert page.count("<svg") == len(lost)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert CAUTION in page


def test_names_on_the_page_do_no_harm() -> None:
    name = "<script>alert(1)</script>&.py"
    entry = Entry(name, 1, "<b>", told=["<i>"], diagnosis=["<u>"], mistake="<s>", taken_for="<p>")
    page = class_page(ClassResult(G3, [entry, broken_entry("b.py", "<x>")], [Group([name], 1)]))
    for bad in ("<script>alert", "<b>", "<i>", "<u>", "<s>", "<x>"):
        assert bad not in page
    assert page.count("<script>") == 1


def test_files_without_a_folder_in_common_keep_their_names() -> None:
    assert short_names(["a.py", "b/a.py"]) == ("", {"a.py": "a.py", "b/a.py": "b/a.py"})
    assert short_names(["/x/a.py", "b/a.py"])[0] == ""
    assert short_names([]) == ("", {})


# In a browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_sorts_fits_a_telephone_and_is_accessible(
    browser: Any, tmp_path: Path, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python")
    source = (Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    lost = {"moves": [0, 1, 4, 2, 8], "mistakes": [2], "asked": 90}
    entries = [
        Entry("x/a.py", 1, "Not perfect.", wrong=12, answers="1", **lost),  # type: ignore[arg-type]
        Entry("x/b.py", 1, "Not perfect.", wrong=9, answers="1", **lost),  # type: ignore[arg-type]
        Entry("x/c" + "c" * 80 + ".py", 0, "Perfect.", asked=100),
        broken_entry("x/d.py", "cannot load d.py: " + "SyntaxError " * 20),
    ]
    file = tmp_path / "class.html"
    file.write_text(class_page(ClassResult(G3, entries, alike(entries, {}))), encoding="utf-8")
    context = browser.new_context(
        bypass_csp=False, color_scheme=scheme, viewport={"width": 320, "height": 640}
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

    def column() -> list[str]:
        found: list[str] = page.locator(".class tbody tr td:nth-child(3)").all_inner_texts()
        return found

    assert column() == ["12", "9", "", "0"]
    page.get_by_role("button", name="wrong").click()
    assert column() == ["", "0", "9", "12"]
    assert page.locator("th[aria-sort=ascending]").count() == 1
    page.get_by_role("button", name="wrong").click()
    assert column() == ["12", "9", "0", ""]
    assert not complaints
    page.evaluate(source)
    found = page.evaluate("axe.run()")
    context.close()
    assert not found["violations"], [item["help"] for item in found["violations"]]


# On the command line


def test_a_class_on_the_command_line(
    programs: dict[str, Chooser], cli: Cli, tmp_path: Path
) -> None:
    files = write(tmp_path, a="first best", b="first best", c="no program")
    ran = cli("audit", *files)
    assert ran.code == 1
    assert "2 perfect, 0 not perfect, 1 cannot be run, 0 budget ended" in ran.out
    assert "Group 1:" in ran.out
    assert "So answers every minimax" in ran.out
    assert not list(tmp_path.glob("*.jsonl")), "nothing is kept unless something is written"
    assert cli("audit", *files[:2]).code == 0
    nowhere = cli("audit", *files, "--csv", str(tmp_path / "no" / "grades.csv"))
    assert nowhere.code == 2
    assert "cannot write" in nowhere.err
    assert cli("audit", "--csv", str(tmp_path / "g.csv")).code == 2
