"""A trace told in words, state by state, as a lab report tells it.

States are numbered level by level: 1 is the position asked about, then come the positions after
one move, then those after two. Scores are seen by the side to move in state 1, which takes the
largest; the other side takes the smallest.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from noughts.explain.tracing import Event
from noughts.notation import VERBS, format_move, format_position, result_sentence, signed
from noughts.rules import Position
from noughts.search import SCALES
from noughts.value import Outcome

LIMIT = 100


@dataclass(slots=True)
class _State:
    """A visit that is told: its place in its level, and what its children were worth."""

    level: int
    place: int
    scores: list[str] = field(default_factory=list)


class Narrator:
    """Listens to a trace and tells it; states beyond the limit are counted and not told."""

    def __init__(
        self, root: Position, *, scale: str | None, negates: bool, limit: int | None = LIMIT
    ) -> None:
        self._root = root
        self._tolls = scale is not None and SCALES[scale].tolls
        self._negates = negates
        self._limit = limit
        self._states: dict[int, _State] = {}
        self._story: list[tuple[_State, str]] = []
        self._in_level: list[int] = []
        self._visits = 0
        self._tellers: dict[str, Callable[[Event, _State], str | None]] = {
            "enter": self._enter,
            "finished": self._finished,
            "guess": self._guess,
            "remembered": self._remembered,
            "result": self._result,
            "cut": self._cut,
            "leave": self._leave,
        }

    @property
    def folded(self) -> int:
        """How many states were visited and not told."""
        return 0 if self._limit is None else max(self._visits - self._limit, 0)

    def hear(self, event: Event) -> None:
        """Take an event of the trace."""
        text = self.tell(event)
        if text is not None:
            self._story.append((self._states[event.number], text))

    def tell(self, event: Event) -> str | None:
        """What is to be said of an event, after the number of its state; None for nothing."""
        if event.kind == "enter":
            self._count(event)
        state = self._states.get(event.number)
        teller = self._tellers.get(event.kind)
        return None if state is None or teller is None else teller(event, state)

    def _count(self, event: Event) -> None:
        self._visits += 1
        while len(self._in_level) <= event.level:
            self._in_level.append(0)
        self._in_level[event.level] += 1
        if self._limit is None or self._visits <= self._limit:
            self._states[event.number] = _State(event.level, self._in_level[event.level])

    def lines(self) -> Iterator[str]:
        """The story, once the search has ended: only then is every state's number known."""
        before = [sum(self._in_level[:level]) for level in range(len(self._in_level))]
        for state, text in self._story:
            yield f"{'  ' * state.level}State {before[state.level] + state.place}{text}"

    # What is said of each kind of event

    def _enter(self, event: Event, state: _State) -> str | None:
        position = event.position
        if position.is_over:
            return None  # told with its score, which comes next
        takes = f"{position.to_move} takes the {self._takes(position)}{self._window(event)}"
        return f": {self._where(event)}; {takes}."

    def _finished(self, event: Event, state: _State) -> str:
        score = self._facts(event) or self._score(event)
        return f": {self._where(event)}, and {result_sentence(event.position)}: {score}."

    def _where(self, event: Event) -> str:
        position = event.position
        if event.move is None:
            return format_position(position)
        return f"{position.moved_last} plays {format_move(position.game, event.move)}"

    def _guess(self, event: Event, state: _State) -> str:
        return f" is as far as the search looks: a guess, {self._score(event)}."

    def _remembered(self, event: Event, state: _State) -> str:
        return f" was seen before: {self._score(event)}."

    def _result(self, event: Event, state: _State) -> str | None:
        if event.facts:
            return f" has {self._facts(event)}."
        if event.move is not None:
            move = format_move(event.position.game, event.move)
            state.scores.append(f"{self._score(event)} ({move})")
        return None

    def _cut(self, event: Event, state: _State) -> str:
        is_maximum = self._is_maximum(event.position)
        bound = event.beta if is_maximum or event.beta is None else -event.beta
        compared = ">= beta" if is_maximum else "<= alpha"
        return f" is cut: {self._score(event)} {compared} = {_bound(bound)}; the rest is left out."

    def _leave(self, event: Event, state: _State) -> str | None:
        if event.facts:
            return f" is settled: {self._facts(event)}."
        if not state.scores:
            return None
        takes, listed = self._takes(event.position), ", ".join(state.scores)
        toll = ""
        if self._tolls and event.level:
            toll = f", {'less' if takes == 'largest' else 'plus'} {event.level}"
        return f" is {self._score(event)}: the {takes} of {listed}{toll}."

    # Seen by the side to move in state 1

    def _is_maximum(self, position: Position) -> bool:
        return position.to_move == self._root.to_move

    def _takes(self, position: Position) -> str:
        return "largest" if self._is_maximum(position) else "smallest"

    def _score(self, event: Event) -> str:
        score = event.score or 0
        return signed(-score if self._turns(event.position) else score)

    def _turns(self, position: Position) -> bool:
        return self._negates and not self._is_maximum(position)

    def _window(self, event: Event) -> str:
        alpha, beta = event.alpha, event.beta
        if alpha is None and beta is None:
            return ""
        if self._turns(event.position):
            alpha, beta = _minus(beta), _minus(alpha)
        return f", with alpha = {_bound(alpha, '-')} and beta = {_bound(beta, '+')}"

    def _facts(self, event: Event) -> str:
        """What searches without a window know: proof numbers, or visits and means."""
        facts = event.facts
        if "proof" in facts:
            proof, disproof = facts["proof"], facts["disproof"]
            if proof == 0 or disproof == 0:
                return "proved" if proof == 0 else "disproved"
            return f"proof number {proof:g}, disproof number {disproof:g}"
        known = []
        if facts.get("visits") is not None:
            # A mean is that of the side whose move led here.
            mean = (facts["mean"] or 0.0) * (-1 if self._is_maximum(event.position) else 1)
            known.append(f"{facts['visits']:g} visits, mean {mean + 0.0:+.2f}")
        if facts.get("outcome") is not None:
            outcome = Outcome(int(facts["outcome"] or 0))
            known.append(f"proved, {event.position.to_move} {VERBS[outcome]}")
        return ", ".join(known)


def _minus(bound: int | None) -> int | None:
    return None if bound is None else -bound


def _bound(bound: int | None, side: str = "") -> str:
    return f"{side}infinity" if bound is None else signed(bound)
