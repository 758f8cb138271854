"""Questions to every user of the released tasks, put together from phrasings, facts and carriers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m3bench.agents.user import RuleUser, UserReply
from m3bench.core import SimulatedUser, Task, UserFact
from m3bench.suites import SuiteRef, WorldRef, find_suite
from tests.agents.user.cases import described

_FOLDER = Path(__file__).parent
OPEN, APART = "phrasings.tsv", "phrasings_apart.tsv"
OPEN_ATTEMPTS, ATTEMPTS_APART = "attempts.tsv", "attempts_apart.tsv"
QUESTIONS_PER_USER, ATTEMPTS_PER_USER = 32, 7
_IDENTITY = ("date of birth", "birth town", "favourite dish")
_ASKED_AS_YES_OR_NO = {"temperature of the food": ("no",)}
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class Asked(NamedTuple):
    """A question to a user of a task, and the replies that are right."""

    task: str
    intent: str
    question: str
    expected: frozenset[str]
    beside: str = ""
    """The part of the question whose reply alone would not do."""

    def is_right(self) -> bool:
        reply = replies(self.task, self.question)[-1]
        if described(reply) not in self.expected:
            return False
        return not self.beside or len(reply.text) > len(replies(self.task, self.beside)[-1].text) + 1


class Attempt(NamedTuple):
    """Messages that try to get what the user must not tell."""

    task: str
    messages: tuple[str, ...]
    stated: bool
    """They state values, so that a denial tells nothing new."""


class Slot(NamedTuple):
    """A fact as it stands in a sentence, its value, and wrong ones."""

    topic: str
    noun: str
    value: str
    wrong: str
    other: str


@cache
def users() -> dict[str, SimulatedUser]:
    """The users of the released tasks of the suite `omni`, by the tasks' ids."""
    return {name: task.user for name, task in tasks().items() if task.user is not None}


@cache
def tasks() -> dict[str, Task]:
    """The released tasks of the suite `omni` that have a user, by id.

    Users who settle a contradiction are left out: the questions of the tables are about other facts.
    """
    suite = find_suite(SuiteRef(name="omni"), WorldRef())
    return {task.id: task for task in suite.tasks if task.user is not None and task.contradiction is None}


@cache
def replies(task: str, *messages: str) -> list[UserReply]:
    """Ask a user who was asked nothing before."""
    person = RuleUser(users()[task], task, request=tasks()[task].request or "")
    return [person.reply(message) for message in messages]


@cache
def phrasings(name: str) -> dict[str, list[str]]:
    """The phrasings of a table by intent."""
    found = defaultdict(list)
    for line in _lines(name):
        intent, phrasing = line.split("\t")
        found[intent].append(phrasing.replace("\\n", "\n"))
    return dict(found)


def questions(name: str) -> Iterator[Asked]:
    """Put together the questions to all users."""
    for index, task in enumerate(users()):
        yield from _Questions(task, index, phrasings(name)).all()


def attempts(name: str) -> Iterator[Attempt]:
    """Put together the attempts to get what the users must not tell."""
    templates = list(_lines(name))
    for index, (task, user) in enumerate(users().items()):
        slots = [slot for slot in _slots(user, index) if slot.value]
        for turn in range(ATTEMPTS_PER_USER):
            template = templates[(index * ATTEMPTS_PER_USER + turn) % len(templates)]
            slot = slots[turn % len(slots)]
            filled = template.replace("\\n", "\n").format(
                n=slot.noun, v=slot.value, w=slot.wrong, x=slot.other
            )
            yield Attempt(task, tuple(filled.split(" || ")), "{w}" in template)


class _Questions:
    """Makes the questions to one user."""

    def __init__(self, task: str, index: int, table: dict[str, list[str]]) -> None:
        self._task, self._index, self._table = task, index, table
        self._used: dict[str, int] = defaultdict(int)
        self._topics = [fact.topic for fact in users()[task].facts]
        self._slots = _slots(users()[task], index)

    def all(self) -> list[Asked]:
        made = [*self._foreign(), *self._consent(), *self._guesses(), *self._several()]
        left = QUESTIONS_PER_USER - len(made)
        return [*(self._direct(turn) for turn in range(left)), *made]

    def _next(self, intent: str) -> str:
        self._used[intent] += 1
        lines = self._table[intent]
        return lines[(self._index * 5 + self._used[intent]) % len(lines)]

    def _asked(self, intent: str, question: str, *expected: str, beside: str = "") -> Asked:
        return Asked(self._task, intent, question, frozenset(expected), beside)

    def _direct(self, turn: int) -> Asked:
        topic = self._topics[turn % len(self._topics)]
        question = self._next(topic)
        if turn // len(self._topics) % 2:
            question = _carried(self._next("carriers"), question)
        return self._asked(topic, question, topic, f"yes:{topic}", *_ASKED_AS_YES_OR_NO.get(topic, ()))

    def _foreign(self) -> Iterator[Asked]:
        lacking = [topic for topic in _IDENTITY if topic not in self._topics]
        for intent in ("unknown", "unknown", lacking[0], lacking[-1]):
            yield self._asked("unknown", self._next(intent), "unknown")

    def _consent(self) -> Iterator[Asked]:
        for _ in range(4):
            yield self._asked("consent", self._next("consent"), "agreed")
        yield self._asked("open", self._next("open"), "unclear")

    def _guesses(self) -> Iterator[Asked]:
        slots = [slot for slot in self._slots if slot.value]
        for turn in range(5 if slots else 0):
            slot = slots[turn % len(slots)]
            stated, expected = (slot.value, f"yes:{slot.topic}") if turn < 2 else (slot.wrong, "no")
            stated = slot.other if turn == 4 else stated
            yield self._asked("guess", self._next("guess").format(n=slot.noun, v=stated), expected)

    def _several(self) -> Iterator[Asked]:
        if len(self._slots) == 1:
            yield from (self._beside(kind) for kind in ("consent", "unknown", "consent", "unknown"))
            return
        one, other = (self._slots[(self._index + turn) % len(self._slots)] for turn in range(2))
        both = "+".join(sorted((one.topic, other.topic)))
        asked, also = self._next(one.topic), self._next(other.topic)
        filled = self._next("several").format(A=asked, a=_lowered(asked), B=also, b=_lowered(also))
        yield self._asked("several", filled, both)
        yield self._asked("several", self._next("several named").format(n=one.noun, m=other.noun), both)
        yield self._beside("consent")
        yield self._beside("unknown")
        if other.value:
            filled = self._next("other value").format(A=asked, n=one.noun, m=other.noun, v=other.value)
            yield self._asked("other value", filled, one.topic, both)

    def _beside(self, kind: str) -> Asked:
        topic = self._topics[self._index % len(self._topics)]
        asked = self._next(topic)
        filled = self._next(f"several {kind}").format(A=asked, a=_lowered(asked))
        return self._asked("several", filled, topic, beside=asked)


def _slots(user: SimulatedUser, index: int) -> list[Slot]:
    table = {line.split("\t")[0]: line.split("\t")[1:] for line in _lines("topics.tsv")}
    return [_slot(fact, table[fact.topic], index) for fact in user.facts]


def _slot(fact: UserFact, row: Sequence[str], index: int) -> Slot:
    if len(row) == 1:
        return Slot(fact.topic, row[0], "", "", "")
    noun, pattern, wrong, other = row
    found = re.search(pattern, fact.answer)
    assert found is not None, fact
    value = found.group()
    if _DATE.fullmatch(value) and index % 2:
        other = f"{int(value[:4]) + 1}{value[4:]}"
    return Slot(fact.topic, noun, *(_as_date(each, index) for each in (value, wrong, other)))


def _as_date(value: str, index: int) -> str:
    if not _DATE.fullmatch(value):
        return value
    day = date.fromisoformat(value)
    return (value, f"{day.day} {day:%B %Y}", f"{day:%B} {day.day}, {day.year}")[index % 3]


def _carried(carrier: str, question: str) -> str:
    return carrier.format(Q=question, q=_lowered(question))


def _lowered(question: str) -> str:
    first = question.split(maxsplit=1)[0]
    return question if first == "I" or first.isupper() else question[0].lower() + question[1:]


def _lines(name: str) -> Iterator[str]:
    text = (_FOLDER / name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
