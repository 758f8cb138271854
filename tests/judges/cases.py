"""A case to judge, and replies to it."""

from __future__ import annotations

import json

from m3bench.core import Media, Text
from m3bench.judges import Case
from m3bench.models import Message, Request, System, User

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(24))
PICTURE = Media(media_type="image/png", data=PNG, uri="secret/place.png")
CASE = Case(
    id="fruit-1",
    request="What does the fruit cost?",
    concrete="Find the apple in photo.png and look up its price in the shop.",
    answer="The apple costs $2.",
    trace="1 step, 1 call, ended as completed\nStep 1\n  call 1: shop/price {}\n    succeeded: 2",
    reference='Step 1\n  call 1: shop/price {"item":"apple"}',
    expected="$2",
    dependencies="call 2 needs call 1",
    tools="- shop/price: What something costs.",
)


def completion(planning: float, process: float, result: float) -> str:
    return json.dumps({"reason": "so", "planning": planning, "process": process, "result": result})


def grounding(score: float) -> str:
    return json.dumps({"reason": "so", "grounding": score})


def reasoned(**scores: float) -> str:
    return json.dumps({name: {"reason": f"{name} is so", "score": score} for name, score in scores.items()})


def instructions(request: Request) -> list[str]:
    """All that we say to the model ourselves: the system's message, and what stands outside of fences."""
    return [text for message in request.messages for text in _said(message)]


def _said(message: Message) -> list[str]:
    if isinstance(message, System):
        return [message.text]
    if not isinstance(message, User):
        return []
    texts = [part.text for part in message.content if isinstance(part, Text)]
    return ["\n".join(_outside(text.split("\n"))) for text in texts]


def _outside(lines: list[str]) -> list[str]:
    """The lines outside of fences, with the marks taken away."""
    kept, closing = [], None
    for line in lines:
        if closing is None and line.startswith("BEGIN "):
            closing = "END " + line.removeprefix("BEGIN ")
            kept.append(line.rpartition(" ")[0])
        elif closing is None:
            kept.append(line)
        elif line == closing:
            closing = None
    assert closing is None, "a fence is not closed"
    return kept
