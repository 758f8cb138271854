"""Types of the manuals."""

from __future__ import annotations

from datetime import date

import msgspec


class Library(msgspec.Struct, frozen=True):
    id: str
    """Owner and project, such as /pallets/flask."""
    title: str
    description: str
    trust: float
    """Score from 0 to 10."""
    dialect: str
    """Name of the templates, or an empty text for the client of a service."""
    package: str
    """Name in code."""
    nix: str
    """Package of the Nix part whose versions it has, or an empty text."""


class Version(msgspec.Struct, frozen=True):
    number: str
    released: date

    @property
    def major(self) -> str:
        return self.number.partition(".")[0]


class Template(msgspec.Struct, frozen=True):
    topic: str
    title: str
    about: str
    language: str
    file: str
    code: str


class Snippet(msgspec.Struct, frozen=True):
    topic: str
    title: str
    about: str
    source: str
    language: str
    code: str
