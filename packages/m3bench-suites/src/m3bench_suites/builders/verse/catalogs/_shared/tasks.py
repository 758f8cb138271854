"""Tasks of this group: their words, their form and their steps, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.core import AnswerField, AnswerForm
from m3bench.suites import Blueprint, DataFile
from m3bench.worlds import Picture
from m3bench_suites.builders.verse.catalogs._shared.steps import Steps
from m3bench_suites.builders.verse.family import TaskDraw

Maker = Callable[[TaskDraw], Blueprint]
IMAGES = "imagesorcery-mcp"
"""The server that changes pictures."""


class Wording(msgspec.Struct, frozen=True):
    """How a task may be worded, with the names of words in braces."""

    requests: tuple[str, ...]
    fuzzy: tuple[str, ...]
    """Requests that leave more open."""


def by_number(*makers: Maker) -> Maker:
    """Return a maker that takes turns, so that the tasks of a family ask for different things."""
    return lambda draw: makers[draw.number % len(makers)](draw)


def task(
    draw: TaskDraw,
    level: str,
    steps: Steps,
    form: Sequence[AnswerField],
    *,
    wording: Wording,
    words: Mapping[str, Any],
    time_sensitive: bool = False,
    operation: bool = False,
    files: tuple[DataFile, ...] = (),
    pictures: tuple[Picture, ...] = (),
    key_facts: tuple[str, ...] = (),
) -> Blueprint:
    """Return a task. Its servers are those of its calls, and `IMAGES` if it draws with what it has found."""
    tools = [each.tool for step in steps.calls for each in step]
    tools += [f"{IMAGES}/" for _ in steps.then]
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=draw.phrased(*wording.requests, **words),
        fuzzy_request=draw.phrased(*wording.fuzzy, **words),
        servers=tuple(dict.fromkeys(tool.partition("/")[0] for tool in tools)),
        plans=(steps.plan(time_sensitive=time_sensitive),),
        form=AnswerForm(tuple(form)),
        pictures=pictures,
        files=files,
        level=level,
        kind="operation" if operation else "retrieval",
        time_sensitive=time_sensitive,
        extra={"modalities": ["text", "image"] if pictures or files else ["text"]},
        key_facts=key_facts,
    )


def phrasings(*forms: str) -> tuple[str, ...]:
    """Return several forms of a request."""
    return forms
