"""noughts web: the laboratory in a browser."""

import os
import signal
import sys
import threading
import webbrowser
from importlib.util import find_spec

import click

from noughts.cli.shared.options import Command, json_option
from noughts.cli.shared.printing import print_json, say
from noughts.errors import MissingExtra
from noughts.notation import head

ANYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@click.command("web", cls=Command)
@click.option(
    "--host",
    metavar="HOST",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen; 0.0.0.0 is every network this machine is on.",
)
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Without it, any free port."
)
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@json_option
def command(host: str, port: int | None, no_open: bool, as_json: bool) -> int:
    """Open the laboratory in a browser: play, see the truth, watch the algorithms think.

    It prints its address, and runs until Ctrl-C. The same address answers questions of programs:
    see docs/api.md.

    \b
    Examples:
      noughts web
      noughts web --port 8000 --no-open
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise MissingExtra('the laboratory needs FastAPI and uvicorn: pip install ".[web]"')
    from noughts.web.serve import address_of, open_socket, serve

    listener = open_socket(host, port)
    address = address_of(listener, host)
    if host not in LOOPBACK:
        say(_warning(host), err=True)

    def ready() -> None:
        if as_json:
            print_json({**head(), "address": address})
        else:
            say(f"noughts is at {address}")
            sys.stdout.flush()
        if not no_open and _has_display():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    ended_by = serve(listener, host, ready)
    say("Stopped.", err=True)
    return 130 if ended_by == signal.SIGINT else 0


def _warning(host: str) -> str:
    where = "every network this machine is on" if host in ANYWHERE else f"the network of {host}"
    return (
        f"Listening on {where}: whoever can reach this machine can ask questions, without a "
        "password and without encryption, and make it work for the answers."
    )


def _has_display() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
