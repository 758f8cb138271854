"""Shorten a conversation that no longer fits into its model."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Content, Text
from m3bench.models import Assistant, Message, ToolReturn, User

_KEPT = 300
_NOTE = "[The rest of this earlier result was dropped, since the conversation grew too long.]"
_LEFT_OUT = User((Text("[Earlier steps were left out here, since the conversation grew too long.]"),))


def shorten_results(messages: Sequence[Message]) -> list[Message] | None:
    """Cut all results before the last one; if they are short already, cut the last one; then drop old rounds.

    Returns:
        The new messages; None if nothing is left to cut.
    """
    # The first user message is the task.
    results = [index for index, message in enumerate(messages) if isinstance(message, ToolReturn | User)][1:]
    for indices in (results[:-1], results[-1:]):
        cut = {index: short for index in indices if (short := _short(messages[index])) is not None}
        if cut:
            return [cut.get(index, message) for index, message in enumerate(messages)]
    return _without_old_rounds(messages)


def _without_old_rounds(messages: Sequence[Message]) -> list[Message] | None:
    """Drop the older half of the replies and their results; None if there is but one."""
    starts = [index for index, message in enumerate(messages) if isinstance(message, Assistant)]
    if len(starts) < 2:
        return None
    head = [message for message in messages[: starts[0]] if message != _LEFT_OUT]
    return [*head, _LEFT_OUT, *messages[starts[len(starts) // 2] :]]


def _short(message: Message) -> Message | None:
    """Return the start of a message without pictures; None if it is already short."""
    assert isinstance(message, ToolReturn | User)
    texts = [part.text for part in message.content if isinstance(part, Text)]
    whole = "\n".join(texts)
    if len(texts) == len(message.content) and len(whole) <= _KEPT + len(_NOTE) + 1:
        return None
    content: tuple[Content, ...] = (Text(f"{whole[:_KEPT]}\n{_NOTE}"),)
    return msgspec.structs.replace(message, content=content)
