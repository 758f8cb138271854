"""Types of the papers."""

from __future__ import annotations

from datetime import date

import msgspec


class Paper(msgspec.Struct, frozen=True):
    id: str
    """Identifier in the queried archive."""
    archive: str
    title: str
    authors: tuple[str, ...]
    abstract: str
    published: date
    updated: date
    doi: str
    journal: str
    url: str
    pdf_url: str
    """Empty if the archive has no PDF."""
    categories: tuple[str, ...]
    citations: int
    open_access: bool
    home: str
    """The archive that hosts the paper."""
    home_id: str
    keywords: tuple[str, ...]


class InvalidQuery(ValueError):
    """The query cannot be parsed."""


class Topic(msgspec.Struct, frozen=True):
    """A field whose subjects share journals, categories and types of study."""

    key: str
    family: str
    rates: dict[str, float]
    """Papers a month and subject, by archive."""
    categories: tuple[str, ...]
    partners: tuple[str, ...]


class Subject(msgspec.Struct, frozen=True):
    number: int
    name: str
    aliases: tuple[str, ...]
    topic: str
