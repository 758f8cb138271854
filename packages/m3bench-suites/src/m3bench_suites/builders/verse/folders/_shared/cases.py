"""Cases: a family is a list of them, and each task of the family is one case with drawn data."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files

import msgspec

from m3bench.core import AnswerField, AnswerForm
from m3bench.suites import Blueprint, DataFile, Plan
from m3bench_suites.builders.verse.family import TaskDraw


class Wording(msgspec.Struct, frozen=True):
    """Templates of a request, and of the same request in everyday language."""

    requests: tuple[str, ...]
    fuzzy: tuple[str, ...]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What a task asks for, with all drawn data."""

    wording: str
    """The name of its templates in the requests of the family."""
    words: dict[str, object] = {}
    """The words of the templates."""
    level: str
    servers: tuple[str, ...]
    files: tuple[DataFile, ...]
    fields: tuple[AnswerField, ...]
    plan: Callable[[], Plan]
    kind: str = "operation"
    key_facts: tuple[str, ...] = ()
    varying: tuple[str, ...] = ()
    """Tools whose results contain times or ids of the day, so that they differ when executed again."""


def make_task(draw: TaskDraw, title: str, cases: Sequence[Callable[[TaskDraw], Case]]) -> Blueprint:
    """Return the task of this number: the cases in order, then again with other data."""
    case = cases[draw.number % len(cases)](draw)
    wording = _wordings(draw.family.name)[case.wording]
    return Blueprint(
        id=draw.id,
        family=title,
        request=draw.phrased(*wording.requests, **case.words),
        fuzzy_request=draw.phrased(*wording.fuzzy, **case.words),
        servers=case.servers,
        plans=(case.plan,),
        form=AnswerForm(case.fields),
        files=case.files,
        level=case.level,
        kind=case.kind,
        time_sensitive=False,
        varying=case.varying,
        key_facts=case.key_facts,
    )


@functools.cache
def _wordings(family: str) -> dict[str, Wording]:
    """Read the requests of a family by the names of its cases."""
    text = (
        files("m3bench_suites.builders.verse.folders")
        .joinpath("requests", f"{family}.toml")
        .read_text("utf-8")
    )
    return msgspec.convert(tomllib.loads(text), dict[str, Wording])


def text_file(path: str, lines: Iterable[str]) -> DataFile:
    """Return a text file of lines, the last of which ends with a line break."""
    return DataFile(path, "text", text_of(lines))


def text_of(lines: Iterable[str]) -> str:
    """Return lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)
