"""What models put around a value: Markdown, quotes, entities, a label, a sentence."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from m3bench.core import AnswerField

_LONGEST = 2_000
_LAYERS = 4
"""How many marks may be around a value, one in the other."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u2007\u2009\u202f", " "),
        "\u2011": "-",
        "\u2010": "-",
        "\u200b": "",
        "\ufeff": "",
    }
)
_MARKS = (
    re.compile(r"\*{1,3}(?P<inner>[^*]+)\*{1,3}(?P<rest>[.,;]?)"),
    re.compile(r"_{1,3}(?P<inner>[^_](?:.*[^_])?)_{1,3}(?P<rest>[.,;]?)", re.DOTALL),
    re.compile(r"`{1,3}(?P<inner>[^`]+)`{1,3}(?P<rest>[.,;]?)"),
    re.compile(r"\$?\\(?:boxed|text|textbf|mathbf)\{(?P<inner>[^{}]+)\}\$?(?P<rest>[.,;]?)"),
    re.compile(r"[“\"«‘'](?P<inner>[^“”\"«»]+)[”\"»’'](?P<rest>[.,;]?)"),
    re.compile(r"\[(?P<inner>[^\[\]]+)\]\((?:https?://|mailto:)[^()\s]*\)(?P<rest>[.,;]?)"),
    re.compile(r"<(?P<tag>b|i|em|strong|code|mark)>(?P<inner>[^<>]+)</(?P=tag)>(?P<rest>[.,;]?)"),
    re.compile(r"(?:[-*•–]|\d{1,3}[.)])\s+(?P<inner>[^\W\d_“\"`*].*)(?P<rest>)", re.DOTALL),
)
_LEAD = re.compile(
    r"(?:(?:it|this|that|he|she|they|there) (?:is|are|was|were)|(?:the )?(?:final )?(?:answer|result|value)"
    r"(?: is|\s*[:=])|it['’]s|they['’]re)\s+(?P<inner>\S.*?)(?P<end>[.!]?)\s*",
    re.IGNORECASE | re.DOTALL,
)
_STRUCK = re.compile(r"~~.*?~~", re.DOTALL)
_CONTRACTED = re.compile(r"(?:it|they)['’]", re.IGNORECASE)


def undressed(field: AnswerField, found: Any) -> Iterator[Any]:
    """Yield a value as it is, and without what is around it: the mildest reading first."""
    if isinstance(found, str) and "~~" in found:
        found = _STRUCK.sub("", found)
    yield found
    if (
        not field.many
        and isinstance(found, list)
        and len(found) == 1
        and not isinstance(found[0], list | dict)
    ):
        yield from undressed(field, found[0])
    if not isinstance(found, str) or len(found) > _LONGEST:
        return
    plain = html.unescape(found).translate(_SIGNS).strip()
    for _ in range(_LAYERS):
        if plain != found:
            yield plain
        inner = _inner(field, plain)
        if inner is None:
            return
        plain = inner.strip()


def _inner(field: AnswerField, text: str) -> str | None:
    """Return a text without the outermost mark, label or lead; None if it has none."""
    for mark in _MARKS:
        if match := mark.fullmatch(text):
            return match["inner"]
    if match := _label(field.name).fullmatch(text):
        return match["inner"]
    match = _LEAD.fullmatch(text)
    if match is None or (_CONTRACTED.match(text) and not match["end"]):
        return None  # "It's a Wonderful Life" is a title
    return match["inner"]


@cache
def _label(name: str) -> re.Pattern[str]:
    words = r"[\s_-]*".join(map(re.escape, name.split("_")))
    return re.compile(
        rf"(?:the |its )?[*_`\"']{{0,3}}{words}[*_`\"']{{0,3}}(?:\s*[:=]\s*|\s+is\s+)(?P<inner>\S.*)",
        re.IGNORECASE | re.DOTALL,
    )


def unwrapped_list(found: Any) -> Any:
    """Return the list or object of a text that is nothing but JSON; other values as they are."""
    text = found.strip() if isinstance(found, str) else ""
    if text[:1] not in ("[", "{") or len(text) > 10 * _LONGEST:
        return found
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return found
