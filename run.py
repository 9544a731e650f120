#!/usr/bin/env python3
"""Run noughts from a clone: ``python3 run.py COMMAND ...`` does what ``noughts COMMAND ...`` does.

The first use makes ``.venv`` beside this file and installs the package there with its optional
parts; ``run.py test ...`` adds the test tools and runs pytest, in this folder, on this tree.

Standard library only. The file parses on every Python since 2.7, so that an old one gets a
sentence and not a SyntaxError: plain ASCII, no f-strings, and types in comments.
"""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = os.path.dirname(os.path.realpath(__file__))
VENV = os.path.join(ROOT, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
STAMP = os.path.join(VENV, "run-py.json")  # what is installed; written last, so never half true
LOCK = os.path.join(ROOT, ".venv.lock")  # outside .venv, which may be made again under the lock


def say(text):
    # type: (str) -> None
    sys.stderr.write("run.py: " + text + "\n")
    sys.stderr.flush()


class SetupError(Exception):
    """Set-up cannot go on; the message is for the user."""


def call(*command):
    # type: (str) -> tuple[bool, str]
    """Run one step of set-up: did it work, and what did it say? The user's input is not its own."""
    env = dict(os.environ, PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0", PYTHONIOENCODING="utf-8")
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    return done.returncode == 0, done.stdout.strip()


def pip_install(pip, *what):
    # type: (list[str], str) -> None
    options = ["--quiet", "--no-input", "--disable-pip-version-check"]
    worked, output = call(PYTHON, *(pip + ["install"] + options + list(what)))
    if worked:
        return
    signs = ("connection", "retrying", "timed out", "name resolution")
    if any(sign in output.lower() for sign in signs):
        raise SetupError("set-up needs the network once, and the package index cannot be reached.")
    raise SetupError("pip could not install the package; it said:\n" + output)


def make_venv():
    # type: () -> None
    """Make .venv afresh, with pip in it, even where Python comes without ensurepip (Debian)."""
    # The Python under any active environment: that one may be the very .venv we are replacing.
    base = getattr(sys, "_base_executable", None) or sys.executable
    if call(base, "-m", "venv", "--clear", VENV)[0]:
        return
    worked, output = call(base, "-m", "venv", "--clear", "--without-pip", VENV)
    if not worked:
        raise SetupError("this Python cannot make a virtual environment: " + output)
    from importlib.util import find_spec  # not in Python 2

    spec = find_spec("pip")
    if spec is None or spec.origin is None:
        raise SetupError("this Python has neither pip nor ensurepip; please install one of them.")
    # What `pip --python .venv` does, for pips older than that option too.
    pip_install([os.path.dirname(spec.origin)], "--ignore-installed", "pip")


def pyproject_hash():
    # type: () -> str
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def read_stamp():
    # type: () -> dict[str, str]
    """What .venv holds, or {} where it must be made: absent, unfinished, moved, its Python gone."""
    try:
        with open(STAMP) as file:
            stamp = json.load(file)
        if stamp["root"] == ROOT and stamp["python"] == venv_version():
            return dict(stamp)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {}


def venv_version():
    # type: () -> str
    # An upgraded system leaves .venv/bin/python working but another Python, without our packages.
    worked, output = call(PYTHON, "-ISc", "import sys; print('%d.%d' % sys.version_info[:2])")
    return output if worked else ""


def ready(stamp, extras):
    # type: (dict[str, str], list[str]) -> bool
    have = stamp.get("extras", "").split(",")
    return stamp.get("pyproject") == pyproject_hash() and set(extras) <= set(have)


def take(lock):
    # type: (int) -> bool
    try:
        if sys.platform == "win32":
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def set_up(extras):
    # type: (list[str]) -> None
    if ready(read_stamp(), extras):
        return
    lock = os.open(LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not take(lock):
            say("waiting for another set-up ...")
            while not take(lock):
                time.sleep(0.1)
        stamp = read_stamp()
        if ready(stamp, extras):
            return
        say("setting up .venv (once; this may take a minute) ...")
        if stamp:  # sound, but for an older pyproject.toml or without these extras
            extras = sorted(set(stamp["extras"].split(",")).union(extras))
            os.remove(STAMP)
        else:
            make_venv()
        try:
            pip_install(["-m", "pip"], "--editable", ".[" + ",".join(extras) + "]")
        except SetupError:
            if stamp:  # pip changes nothing before it has everything: what worked still does
                write_stamp(stamp)
            raise
        write_stamp(
            {
                "root": ROOT,
                "python": venv_version(),
                "pyproject": pyproject_hash(),
                "extras": ",".join(extras),
            }
        )
    finally:
        os.close(lock)  # which also unlocks


def write_stamp(stamp):
    # type: (dict[str, str]) -> None
    with open(STAMP, "w") as file:
        json.dump(stamp, file)


def run(name, arguments):
    # type: (str, list[str]) -> int
    """Become the installed command: `python -m` would let the current folder shadow the package,
    and the switch against that (-P) is newer than 3.10. Where the script is a text file, the
    Python is named, since a `#!` line has limits (its length, spaces, noexec)."""
    if os.name != "nt":
        os.execv(PYTHON, [PYTHON, os.path.join(BIN, name)] + arguments)
    child = subprocess.Popen([os.path.join(BIN, name + ".exe")] + arguments)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the console sends Ctrl-C to the child as well: its decision
            pass


def main(arguments):
    # type: (list[str]) -> int
    if sys.version_info < (3, 10):
        say("noughts needs Python 3.10 or newer; this is Python %d.%d." % sys.version_info[:2])
        return 2
    testing = arguments[:1] == ["test"]
    try:
        # So that a killed set-up takes its pip along; exec puts the default back.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        set_up(["all", "test"] if testing else ["all"])
    except KeyboardInterrupt:
        say("set-up interrupted; the next run starts it again.")
        return 130
    except (SetupError, OSError) as error:
        say(str(error))
        return 3
    if testing:
        os.chdir(ROOT)
        return run("pytest", arguments[1:])
    return run("noughts", arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
