"""Articles and their index entries."""

from __future__ import annotations

import msgspec


class Section(msgspec.Struct, frozen=True):
    heading: str
    text: str


class Article(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    kind: str
    """The generator that wrote it: species, place, film, drug …"""
    description: str
    """A few words that distinguish it from others of the same name."""
    summary: str
    """Two to four sentences; true if the sources are real."""
    sections: tuple[Section, ...] = ()
    links: tuple[str, ...] = ()
    """Titles of existing articles."""
    sources: tuple[str, ...] = ()
    """Keys of `SOURCES` for the facts, and `encyclopedia` for the wording."""


class Entry(msgspec.Struct, frozen=True):
    """Index entry of an article that is not yet written."""

    kind: str
    key: str
    """Key by which its kind finds it."""
    title: str
    qualified: str = ""
    """Longer title, used if another article has the first."""
    aliases: tuple[str, ...] = ()
    words: str = ""
    """Search words besides its names."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """Text of an article. `links` are names; those without an article are dropped."""

    description: str
    summary: str
    sections: tuple[Section, ...] = ()
    links: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
