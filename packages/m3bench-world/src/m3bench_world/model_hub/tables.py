"""Handwritten lists: well-known models and data sets, fields of invented ones, and guides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import msgspec


class Field(msgspec.Struct, frozen=True):
    """What a group of invented models, data sets and spaces is for."""

    slug: str
    purpose: str
    task: str
    subject: str
    labels: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.slug.replace("-", " ").capitalize()


class Guide(msgspec.Struct, frozen=True):
    title: str
    field: str
    notes: tuple[str, ...]


def _lines(name: str) -> list[str]:
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def split_list(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def rows(name: str) -> Iterator[tuple[list[str], list[str]]]:
    """Return the parts of the heading, and the columns, of each row of a list."""
    heading: list[str] = []
    for line in _lines(name):
        if line.startswith("["):
            heading = [part.strip() for part in line.strip("[]").split("|")]
        else:
            yield heading, [column.strip() for column in line.split(";")]


@cache
def fields() -> dict[str, Field]:
    found = {}
    for _, (slug, purpose, task, subject, labels, words) in rows("fields.txt"):
        found[slug] = Field(slug, purpose, task, subject, split_list(labels), tuple(words.split()))
    return found


@cache
def guides() -> tuple[Guide, ...]:
    notes: dict[tuple[str, str], list[str]] = {}
    heading = ("", "")
    for line in _lines("guides.txt"):
        if line.startswith("["):
            title, field = (part.strip() for part in line.strip("[]").split("|"))
            heading = (title, field)
        else:
            notes.setdefault(heading, []).append(line)
    return tuple(Guide(title, field, tuple(lines)) for (title, field), lines in notes.items())
