"""Longer articles, written by hand. They add sections to articles of the index, or are articles of their own.

They are kept apart from the index, so that what a search of it finds stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Section
from m3bench_world.encyclopedia.compiled import read_text
from m3bench_world.encyclopedia.names import name_key, stems

LEAST_SHARE = 0.5
"""Share of the words of a query that an essay must have."""


class Essay(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    description: str
    summary: str
    sections: tuple[Section, ...]
    links: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    words: str = ""
    """Further words by which it is found."""


class Essays:
    """All essays, read on first use."""

    @cached_property
    def all(self) -> tuple[Essay, ...]:
        return tuple(map(_essay, read_text("essays.txt").split("\n= ")[1:]))

    @cached_property
    def _by_name(self) -> dict[str, Essay]:
        return {name_key(name): essay for essay in self.all for name in (essay.title, *essay.aliases)}

    def find(self, name: str) -> Essay | None:
        """Return the essay with this title or alias."""
        return self._by_name.get(name_key(name))

    def search(self, query: str) -> list[str]:
        """Return the titles of essays that have at least half of the words of a query, best match first."""
        wanted = set(stems(query))
        scored = [(score, essay.title) for essay in self.all if (score := _score(essay, wanted))]
        return [title for _, title in sorted(scored, key=lambda pair: (-pair[0], pair[1]))]


def _score(essay: Essay, wanted: set[str]) -> float:
    title = set(stems(essay.title))
    named = title | set(stems(" ".join(essay.aliases)))
    known = named | set(stems(f"{essay.words} {essay.description}"))
    if len(wanted & known) < LEAST_SHARE * len(wanted) or not wanted & known:
        return 0.0
    return len(wanted & known) + len(wanted & named) + 2 * len(wanted & title) / len(title)


def _essay(text: str) -> Essay:
    """Read an essay: its title, lines `name: value`, the summary, and sections that begin with `== `."""
    head, *sections = text.strip().split("\n== ")
    title, *lines = head.split("\n")
    fields = dict(_fields(lines))
    return Essay(
        title=title,
        description=fields["description"],
        summary=" ".join(line for line in lines if not line.startswith(_NAMES)).strip(),
        sections=tuple(_section(section) for section in sections),
        links=_listed(fields.get("links", "")),
        aliases=_listed(fields.get("aliases", "")),
        words=fields.get("words", ""),
    )


_NAMES = ("description: ", "links: ", "aliases: ", "words: ")


def _fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        if line.startswith(_NAMES):
            name, _, value = line.partition(": ")
            yield name, value


def _section(text: str) -> Section:
    heading, _, body = text.partition("\n")
    return Section(heading, " ".join(body.split()))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())
