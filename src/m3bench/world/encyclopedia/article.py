"""An article, and the line in the index from which it is written."""

from __future__ import annotations

import msgspec


class Section(msgspec.Struct, frozen=True):
    heading: str
    text: str


class Article(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    kind: str
    """species, place, film, drug …: which generator wrote it."""
    description: str
    """A few words that tell it from others of the same name."""
    summary: str
    """Two to four sentences; true wherever its sources are real."""
    sections: tuple[Section, ...] = ()
    links: tuple[str, ...] = ()
    """Titles of other articles that exist."""
    sources: tuple[str, ...] = ()
    """Keys of `SOURCES`: those of the facts, and `encyclopedia` for the wording."""


class Entry(msgspec.Struct, frozen=True):
    """What the index knows of an article before it is written."""

    kind: str
    key: str
    """By which its kind finds it again."""
    title: str
    qualified: str = ""
    """The longer title that it takes where another article already has the first."""
    aliases: tuple[str, ...] = ()
    words: str = ""
    """What it can be searched for beside its names."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What a kind writes about an entry: `links` are names, of which only those with an article are kept."""

    description: str
    summary: str
    sections: tuple[Section, ...] = ()
    links: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
