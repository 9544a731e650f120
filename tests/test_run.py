"""run.py, without the network: most tests run a copy of it beside a stand-in for .venv."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SETTING_UP = "run.py: setting up .venv (once; this may take a minute) ...\n"
WAITING = "run.py: waiting for another set-up ...\n"

posix = pytest.mark.skipif(os.name == "nt", reason="the stand-in for .venv is a shell script")

# Stands in for the installed command: says what it was given, exits as it is told.
FAKE_COMMAND = """\
import json, os, sys
print(json.dumps([sys.argv[1:], os.getcwd(), sys.stdin.read()]))
sys.exit(int(sys.argv[1]) if sys.argv[1:] and sys.argv[1].isdigit() else 0)
"""

# Stands in for pip: noisy, greedy for input, and as slow or as unlucky as the test asks.
FAKE_PIP = """\
import pathlib, sys, time
tree = pathlib.Path(__file__).parent
with open(tree / "pip.log", "a") as log:
    log.write(sys.argv[-1] + "\\n")
print("pip talks", sys.stdin.read())
if (tree / "hold").exists():
    deadline = time.monotonic() + 30
    while (tree / "hold").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
if (tree / "fail").exists():
    sys.exit((tree / "fail").read_text())
"""

FAKE_PYTHON = """\
#!/bin/sh
if [ "$1 $2" = "-m pip" ]; then shift 2; exec {python} {pip} "$@"; fi
exec {python} "$@"
"""


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("run_under_test", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tree:
    """A clone, in a folder with a space in its name, whose .venv is set up with the extra `all`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bin = root / ".venv" / "bin"
        self.bin.mkdir(parents=True)
        shutil.copy(REPOSITORY / "run.py", root)
        self.pyproject = root / "pyproject.toml"
        self.pyproject.write_text("[project]\n")
        (root / "fake_pip.py").write_text(FAKE_PIP)
        for command in ("noughts", "pytest"):
            (self.bin / command).write_text(FAKE_COMMAND)
        python = self.bin / "python"
        python.write_text(
            FAKE_PYTHON.format(
                python=shlex.quote(sys.executable), pip=shlex.quote(str(root / "fake_pip.py"))
            )
        )
        python.chmod(0o755)
        self.module: Any = load(root / "run.py")
        self.stamp = root / ".venv" / "run-py.json"
        self.write_stamp()

    def write_stamp(self, **changes: str) -> None:
        stamp = {
            "root": str(self.root),
            "python": "{}.{}".format(*sys.version_info),
            "pyproject": self.module.pyproject_hash(),
            "extras": "all",
        }
        self.stamp.write_text(json.dumps({**stamp, **changes}))

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self.root / "run.py"), *arguments]

    def run(
        self, *arguments: str, cwd: Path | None = None, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=cwd or self.root,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        # In a group of its own, for Ctrl-C, and with Ctrl-C on, should these tests run without.
        reset = "import os, signal, sys; signal.signal(2, signal.SIG_DFL); os.execv(*eval({!r}))"
        command = self.command(*arguments)
        return subprocess.Popen(
            [sys.executable, "-c", reset.format(repr((command[0], command)))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def pip_log(self) -> list[str]:
        log = self.root / "pip.log"
        return log.read_text().splitlines() if log.exists() else []

    def wait_for_pip(self) -> None:
        deadline = time.monotonic() + 30
        while not self.pip_log:
            assert time.monotonic() < deadline, "set-up did not come to pip"
            time.sleep(0.01)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path.resolve() / "a clone")


# An old Python gets a sentence.


def test_old_python_gets_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = load(REPOSITORY / "run.py")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version_info", (3, 9, 18, "final", 0))
        status = run.main(["play"])
    assert status == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "run.py: noughts needs Python 3.10 or newer; this is Python 3.9.\n"


def test_real_old_pythons_get_one_line() -> None:
    tried = 0
    for version in ("2.7", "3.5", "3.6", "3.7", "3.8", "3.9"):
        python = shutil.which("python" + version)
        # A version manager may put names on the path that only say that nothing is behind them.
        if python is None or subprocess.run([python, "-c", ""], capture_output=True).returncode:
            continue
        tried += 1
        done = subprocess.run(
            [python, "-B", str(REPOSITORY / "run.py")], capture_output=True, text=True
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith("this is Python " + version + ".\n")
    if not tried:
        pytest.skip("no Python older than 3.10 on this machine")


def test_source_parses_on_old_pythons() -> None:
    source = (REPOSITORY / "run.py").read_bytes()
    tree = ast.parse(source.decode("ascii"), feature_version=(3, 4))
    for node in ast.walk(tree):
        assert not isinstance(node, (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Nonlocal))
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            assert node.returns is None
            assert not arguments.kwonlyargs
            assert not arguments.posonlyargs
            assert all(argument.annotation is None for argument in arguments.args)
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            assert not any(isinstance(item, ast.Starred) for item in node.elts)
        if isinstance(node, ast.Raise):
            assert node.cause is None


# Set up already: everything passes through.


@posix
def test_passes_everything_through(tree: Tree, tmp_path: Path) -> None:
    elsewhere = tmp_path.resolve() / "else where"
    (elsewhere / "noughts").mkdir(parents=True)
    (elsewhere / "noughts" / "__init__.py").write_text("raise SystemExit('shadowed')")
    arguments = ["7", "a b", "*", "", "--", "-x", "×"]
    done = tree.run(*arguments, cwd=elsewhere, stdin="X moves\n")
    assert json.loads(done.stdout) == [arguments, str(elsewhere), "X moves\n"]
    assert done.stderr == ""
    assert done.returncode == 7
    assert not tree.pip_log
    assert not (tree.root / ".venv.lock").exists()


@posix
def test_no_arguments(tree: Tree) -> None:
    assert json.loads(tree.run().stdout) == [[], str(tree.root), ""]


@posix
def test_started_through_a_link(tree: Tree, tmp_path: Path) -> None:
    link = tmp_path / "link.py"
    link.symlink_to(tree.root / "run.py")
    assert subprocess.run([sys.executable, str(link), "5"], capture_output=True).returncode == 5


@posix
def test_signals_reach_the_command(tree: Tree) -> None:
    (tree.bin / "noughts").write_text("import time; print('up', flush=True); time.sleep(30)")
    with tree.start() as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.terminate()
        assert process.wait(30) == -signal.SIGTERM


# The stamp says when to set up.


@posix
def test_a_changed_pyproject_is_installed(tree: Tree) -> None:
    tree.write_stamp(extras="all,test")
    tree.pyproject.write_text("[project]\nname = 'changed'\n")
    done = tree.run("play", stdin="input")
    assert json.loads(done.stdout) == [["play"], str(tree.root), "input"]  # and not a word of pip
    assert done.stderr == SETTING_UP
    assert tree.pip_log == [".[all,test]"]  # what was there stays
    assert tree.run("play").stderr == ""
    assert len(tree.pip_log) == 1


@posix
def test_tests_add_their_extra_and_run_in_the_clone(tree: Tree, tmp_path: Path) -> None:
    done = tree.run("test", "-k", "x", cwd=tmp_path)
    assert json.loads(done.stdout) == [["-k", "x"], str(tree.root), ""]
    assert tree.pip_log == [".[all,test]"]
    assert tree.run("test").stderr == ""
    assert tree.run("play").stderr == ""
    assert len(tree.pip_log) == 1


@posix
@pytest.mark.parametrize(
    "changes", [{"root": "/moved/from/here"}, {"python": "3.9"}], ids=["moved", "another Python"]
)
def test_an_unsound_venv_is_made_again(
    tree: Tree, changes: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    monkeypatch.setattr(tree.module, "make_venv", lambda: made.append(True))
    assert tree.module.read_stamp() != {}
    tree.write_stamp(**changes)
    tree.module.set_up(["all"])
    assert made == [True]
    assert tree.pip_log == [".[all]"]
    assert tree.module.ready(tree.module.read_stamp(), ["all"])
    assert not tree.module.ready(tree.module.read_stamp(), ["all", "test"])


@posix
def test_no_stamp_no_python_or_half_a_stamp_is_unsound(tree: Tree) -> None:
    whole = tree.stamp.read_text()
    assert tree.module.read_stamp() == json.loads(whole)
    for text in ("", whole[:-5], "[]", "{}", "null"):
        tree.stamp.write_text(text)
        assert tree.module.read_stamp() == {}
    tree.stamp.unlink()
    assert tree.module.read_stamp() == {}
    tree.stamp.write_text(whole)
    (tree.bin / "python").unlink()
    assert tree.module.read_stamp() == {}
    (tree.bin / "python").symlink_to(tree.root / "vanished")
    assert tree.module.read_stamp() == {}


# Set-up that fails.


@posix
def test_no_network_is_one_sentence_and_harms_nothing(tree: Tree) -> None:
    (tree.root / "fail").write_text("WARNING: Retrying after connection broken by 'Error'")
    done = tree.run("test")
    assert (done.returncode, done.stdout) == (3, "")
    sentence = "set-up needs the network once, and the package index cannot be reached."
    assert done.stderr == SETTING_UP + "run.py: " + sentence + "\n"
    assert tree.run("4").returncode == 4  # what was set up before still works


@posix
def test_another_failure_shows_what_pip_said(tree: Tree) -> None:
    tree.write_stamp(pyproject="older")
    (tree.root / "fail").write_text("ERROR: no space left")
    done = tree.run("play")
    assert (done.returncode, done.stdout) == (3, "")
    assert "ERROR: no space left" in done.stderr
    assert "Traceback" not in done.stderr


@posix
def test_ctrl_c_in_set_up(tree: Tree) -> None:
    (tree.root / "hold").touch()
    with tree.start("test") as process:
        tree.wait_for_pip()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err == SETTING_UP + "run.py: set-up interrupted; the next run starts it again.\n"
    assert tree.module.read_stamp() == {}


@posix
def test_two_at_once_wait_for_each_other(tree: Tree) -> None:
    (tree.root / "hold").touch()
    with tree.start("test") as first:
        tree.wait_for_pip()
        with tree.start("test", "3") as second:
            assert second.stderr is not None
            assert second.stderr.readline() == WAITING
            assert second.poll() is None
            (tree.root / "hold").unlink()
            assert first.communicate(timeout=30)[1] == SETTING_UP
            assert second.communicate(timeout=30)[1] == ""
    assert (first.returncode, second.returncode) == (0, 3)
    assert tree.pip_log == [".[all,test]"]


# The real thing.


@pytest.mark.parametrize("arguments", [["--version"], ["no-such-command"]], ids=" ".join)
def test_same_as_the_installed_command(arguments: list[str], tmp_path: Path) -> None:
    run = load(REPOSITORY / "run.py")
    if not run.ready(run.read_stamp(), ["all"]):
        pytest.skip("this clone is not set up; `python3 run.py --version` does that")
    commands = [[sys.executable, str(REPOSITORY / "run.py")], [str(Path(run.BIN) / "noughts")]]
    by_run_py, directly = (
        subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True)
        for command in commands
    )
    assert by_run_py.returncode == directly.returncode
    assert by_run_py.stdout == directly.stdout
    assert by_run_py.stderr == directly.stderr
