"""Questions to many people, with what each of them has to reply."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m3bench.agents.user import RuleUser, UserReply
from m3bench.core import ReplyKind, SimulatedUser, UserFact

_FOLDER = Path(__file__).parent


@cache
def people() -> dict[str, SimulatedUser]:
    """All people by name."""
    files = ("personas.toml", "fresh_personas.toml")
    read = {
        name: each
        for file in files
        for name, each in tomllib.loads((_FOLDER / file).read_text("utf-8")).items()
    }
    return {
        name: SimulatedUser(
            persona=each["persona"],
            goal=each["goal"],
            manner=each["manner"],
            facts=tuple(UserFact(topic, answer, tuple(also)) for topic, answer, *also in each["facts"]),
        )
        for name, each in read.items()
    }


class Case(NamedTuple):
    """A question, and the replies that are right."""

    person: str
    expected: tuple[str, ...]
    question: str

    def is_right(self, reply: UserReply) -> bool:
        return described(reply) in {"+".join(sorted(each.split("+"))) for each in self.expected}


def described(reply: UserReply) -> str:
    """Write a reply as the table does."""
    if reply.kind is ReplyKind.FACT:
        return "+".join(sorted(reply.topics))
    if reply.kind is ReplyKind.CONFIRMED:
        return f"yes:{reply.topics[0]}"
    return "no" if reply.kind is ReplyKind.DENIED else str(reply.kind)


def cases(name: str = "questions.tsv") -> Iterator[Case]:
    """Yield the cases of a table."""
    for line in (_FOLDER / name).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            person, expected, question = line.split("\t")
            yield Case(person, tuple(expected.split("|")), question)


@cache
def ask(case: Case) -> UserReply:
    """Ask a person who was asked nothing before."""
    return RuleUser(people()[case.person], case.person).reply(case.question)
