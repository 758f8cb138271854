"""Parse an answer in prose and its filled-in form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.agents.parsing.answers import read_answer
from m3bench.agents.parsing.lenient_json import ParsedValue, TooDeep
from m3bench.agents.parsing.thinking import split_thinking
from m3bench.agents.parsing.values import clean_value, find_containers
from m3bench.core import AnswerForm
from m3bench.core.form import fit_form, read_form
from m3bench.core.text import without_surrogates

_OPENING_FENCE = re.compile(r"(?:```|~~~)[\w+-]*[ \t]*\r?\n?[ \t]*\Z")
_CLOSING_FENCE = re.compile(r"\A[ \t]*\r?\n?[ \t]*(?:```|~~~)")
_PROSE = ("answer", "final_answer", "text", "prose")


class FormAnswer(msgspec.Struct, frozen=True):
    """An answer in prose and its form; None for what is missing."""

    answer: str | None = None
    fields: dict[str, Any] | None = None


def read_form_answer(form: AnswerForm | None, text: str) -> FormAnswer:
    """Read the answer in a reply, and its form.

    The JSON of the form is not part of the prose. If there is nothing else, it is used as the prose.
    """
    if form is None:
        return FormAnswer(read_answer(text) or None)
    reply, thought = split_thinking(without_surrogates(text))
    reply = reply.strip() or thought.strip()
    objects = _objects(reply)
    fields = read_form(form, reply, lambda part: [parsed.value for parsed in _objects(part)])
    filled = [parsed for parsed in objects if fit_form(form, parsed.value) is not None]
    prose = read_answer(_without(reply, filled)) if filled else read_answer(text)
    return FormAnswer(prose or _inner_prose(filled) or reply or None, fields)


def _objects(text: str) -> list[ParsedValue]:
    try:
        containers = find_containers(text, uncontested=True)
    except (TooDeep, RecursionError):
        return []
    return [parsed._replace(value=clean_value(parsed.value, text)) for parsed in containers]


def _without(text: str, parts: Sequence[ParsedValue]) -> str:
    kept, rest = "", text
    for part in reversed(parts):
        before, after = rest[: part.start], rest[part.end :]
        opening, closing = _OPENING_FENCE.search(before), _CLOSING_FENCE.match(after)
        if opening is not None and closing is not None:
            before, after = before[: opening.start()], after[closing.end() :]
        kept, rest = after + kept, before
    return (rest + kept).strip()


def _inner_prose(parts: Sequence[ParsedValue]) -> str | None:
    """Return prose inside the object: `{"answer": "…", "fields": {…}}`."""
    for part in parts:
        values = part.value if isinstance(part.value, dict) else {}
        for prose in map(values.get, _PROSE):
            if isinstance(prose, str) and prose.strip():
                return prose.strip()
    return None
