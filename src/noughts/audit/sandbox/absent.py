"""What stands in for a module, a window or a value that is not there.

Programs with a window are asked for their moves without one: whatever they fetch from a missing
toolkit, call, or derive a class from is there, and does nothing.
"""

from typing import Any

# Never loaded: a program under audit opens no window, plays no sound and serves no page.
TOOLKITS = frozenset(
    (
        *("tkinter", "Tkinter", "customtkinter", "pygame", "turtle", "kivy", "wx", "arcade"),
        *("pyglet", "PyQt5", "PyQt6", "PySide2", "PySide6", "curses", "msvcrt", "termios", "tty"),
        *("getch", "keyboard", "pyautogui", "playsound", "winsound", "flask", "streamlit"),
        *("matplotlib", "PIL", "IPython"),
    )
)


class AbsentBase:
    """The base of a class whose own base is not there."""

    def __init__(self, *args: object, **options: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent()


class Absent(AbsentBase):
    """Something that is not there: it may be called and asked for anything, and does nothing."""

    def __call__(self, *args: object, **options: object) -> "Absent":
        return Absent()

    def __getitem__(self, key: object) -> "Absent":
        return Absent()

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __iter__(self) -> Any:
        return iter(())

    def __enter__(self) -> "Absent":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def __mro_entries__(self, bases: tuple[object, ...]) -> tuple[type, ...]:
        return (AbsentBase,)

    def __bool__(self) -> bool:
        return False
