"""The person that an agent can ask."""

from __future__ import annotations

from typing import Protocol

import msgspec

from m3bench.core import ReplyKind


class UserReply(msgspec.Struct, frozen=True):
    """What the user says, and what kind of reply it is."""

    text: str
    kind: ReplyKind
    topics: tuple[str, ...] = ()
    """The topics of the facts that it states or confirms."""
    guarded: bool = False
    """The model that plays the user said something else, which was replaced."""


class Person(Protocol):
    """Plays the user of one attempt. Remembers what was asked."""

    @property
    def name(self) -> str:
        """`rules`, or the name of the model."""

    async def answer(self, question: str) -> UserReply:
        """Reply to a question of the agent."""
