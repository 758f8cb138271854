"""A conversation that has outgrown its model: earlier results give way to later ones."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Content, Text
from m3bench.models import Message, ToolReturn, User

_KEPT = 300
_NOTE = "[The rest of this earlier result was dropped, since the conversation grew too long.]"


def shorten_results(messages: Sequence[Message]) -> list[Message] | None:
    """The conversation with nothing but the beginnings of all results before the last one.

    If these are short already, the last one is cut as well; None if there is nothing more to cut.
    """
    # The first message of the user is the task.
    results = [place for place, each in enumerate(messages) if isinstance(each, ToolReturn | User)][1:]
    for places in (results[:-1], results[-1:]):
        cut = {place: short for place in places if (short := _short(messages[place])) is not None}
        if cut:
            return [cut.get(place, message) for place, message in enumerate(messages)]
    return None


def _short(message: Message) -> Message | None:
    """Its beginning, without pictures; None where it is short as it is."""
    assert isinstance(message, ToolReturn | User)
    texts = [part.text for part in message.content if isinstance(part, Text)]
    whole = "\n".join(texts)
    if len(texts) == len(message.content) and len(whole) <= _KEPT + len(_NOTE) + 1:
        return None
    content: tuple[Content, ...] = (Text(f"{whole[:_KEPT]}\n{_NOTE}"),)
    return msgspec.structs.replace(message, content=content)
