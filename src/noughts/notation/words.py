"""Values and results in words."""

from noughts.notation.format import format_line
from noughts.rules import Position
from noughts.value import Outcome, Value

VERBS = {Outcome.WIN: "wins", Outcome.DRAW: "draws", Outcome.LOSS: "loses"}


def value_words(value: Value | None) -> str:
    """A value as a verb.

    >>> value_words(Value(Outcome.WIN, 3)), value_words(Value(Outcome.DRAW, 4)), value_words(None)
    ('wins in 3', 'draws', 'not proven')
    """
    if value is None:
        return "not proven"
    verb = VERBS[value.outcome]
    if value.distance is None and value.at_least is not None:
        return f"{verb} in {value.at_least} or more"
    if value.outcome is Outcome.DRAW or value.distance is None:
        return verb
    return f"{verb} in {value.distance}"


def value_sentence(position: Position, value: Value) -> str:
    """Who is to move, and what that is worth.

    >>> from noughts.notation.parse import position
    >>> value_sentence(position("XX. .O. ..O"), Value(Outcome.WIN, 1))
    'X to move wins in 1'
    """
    if position.is_over:
        sentence = result_sentence(position)
        return sentence[0].upper() + sentence[1:]
    return f"{position.to_move} to move {value_words(value)}"


def result_sentence(position: Position) -> str:
    """How a finished game ended.

    >>> from noughts.notation.parse import position
    >>> result_sentence(position("XXX OO. ...")), result_sentence(position("XOX OXO OXO"))
    ('X has won with a1-b1-c1', 'the game is drawn')
    """
    if position.winner is None:
        return "the game is drawn"
    lines = ", ".join(format_line(position.game, line) for line in position.completed_lines())
    if position.game.misere:
        return f"{position.winner} has won: {position.moved_last} completed {lines}"
    return f"{position.winner} has won with {lines}"


def signed(score: int) -> str:
    """A score with its sign.

    >>> signed(10), signed(0), signed(-10)
    ('+10', '0', '-10')
    """
    return f"{score:+d}" if score else "0"


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(0.0123), duration(7), duration(300), duration(3e12)
    ('0.0123 s', '7 s', '5 minutes', '95,100 years')
    """
    for size, name in ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            number = seconds / size
            return (
                f"{float(f'{number:.3g}'):,.0f} {name}" if number >= 100 else f"{number:.3g} {name}"
            )
    return f"{seconds:.3g} s"


def value_badge(value: Value | None) -> str:
    """A value in a few characters, for a cell of a diagram.

    >>> value_badge(Value(Outcome.WIN, 3)), value_badge(Value(Outcome.DRAW, 4)), value_badge(None)
    ('W3', 'D', '?')
    """
    if value is None:
        return "?"
    letter = value.outcome.name[0]
    if value.outcome is Outcome.DRAW or value.distance is None:
        return letter
    return f"{letter}{value.distance}"
