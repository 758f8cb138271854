"""Turns between an agent and the simulated user: calls of one tool, and what each reply was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec

from m3bench.core.trajectory import Call, Step, parsed_arguments

USER_SERVER: Final = "user"
ASK_USER: Final = f"{USER_SERVER}/ask_user"
USER_KEY: Final = "m3bench/user"
"""The key in the metadata of a result. The harness keeps it only from the simulated user."""


USER_BY_RULES: Final = "rules"
NO_USER: Final = "none"
"""Who plays the user of a task, if no model does."""


class ReplyKind(StrEnum):
    """What a reply of the user is."""

    FACT = "fact"
    """It states what was asked for."""
    CONFIRMED = "confirmed"
    """The guess in the question is right."""
    DENIED = "denied"
    """The guess in the question is wrong."""
    AGREED = "agreed"
    """The user lets the agent go on with the request."""
    UNCLEAR = "unclear"
    """The user asks what is meant."""
    UNKNOWN = "unknown"
    """The user does not know."""
    REFUSED = "refused"
    """No person would answer: instructions, guesses in bulk, a request for everything or for the solution."""
    LIMIT = "limit"
    """The user has answered enough questions."""


class UserTurn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of the agent and the reply of the user."""

    question: str
    reply: str
    kind: ReplyKind
    topics: tuple[str, ...] = ()
    """The topics of the facts that the reply states or confirms."""
    guarded: bool = False
    """The model that plays the user said something else, which was replaced."""


class _Note(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: ReplyKind
    topics: tuple[str, ...] = ()
    guarded: bool = False


def user_note(kind: ReplyKind, topics: tuple[str, ...], *, guarded: bool = False) -> dict[str, Any]:
    """Return the metadata of a result that holds a reply of the user."""
    note: dict[str, Any] = msgspec.to_builtins(_Note(kind, topics, guarded))
    return {USER_KEY: note}


def user_turn(call: Call) -> UserTurn | None:
    """Return the turn that a call is; None for a call of another tool, or one without a reply of the user."""
    if call.name != ASK_USER or call.result is None:
        return None
    try:
        note = msgspec.convert(call.result.meta.get(USER_KEY), _Note)
    except msgspec.ValidationError:
        return None
    given = parsed_arguments(call.arguments)
    question = given.get("question") if isinstance(given, dict) else None
    return UserTurn(str(question or ""), call.result.text, note.kind, note.topics, note.guarded)


def user_turns(steps: Iterable[Step]) -> list[UserTurn]:
    """Return the turns with the user, in order."""
    return [turn for step in steps for call in step.calls if (turn := user_turn(call)) is not None]


def without_user_turns(steps: Sequence[Step], reference: Sequence[Step]) -> Sequence[Step]:
    """Return the steps to compare with a reference: without turns with the user, unless it has such turns.

    Steps that consist of such turns are left out.
    """
    if not any(call.server == USER_SERVER for step in steps for call in step.calls):
        return steps
    if any(call.server == USER_SERVER for step in reference for call in step.calls):
        return steps
    kept: list[Step] = []
    for step in steps:
        calls = tuple(call for call in step.calls if call.server != USER_SERVER)
        if calls or not step.calls:
            kept.append(Step(calls, step.plan))
    return kept
