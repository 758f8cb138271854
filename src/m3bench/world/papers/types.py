"""What a paper is to those who look it up."""

from __future__ import annotations

from datetime import date

import msgspec


class Paper(msgspec.Struct, frozen=True):
    id: str
    """As the archive that was asked names it."""
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
    """Empty where the archive offers no PDF."""
    categories: tuple[str, ...]
    citations: int
    open_access: bool
    home: str
    """The archive where the paper itself lies."""
    home_id: str
    keywords: tuple[str, ...]


class InvalidQuery(ValueError):
    """A query that cannot be parsed."""
