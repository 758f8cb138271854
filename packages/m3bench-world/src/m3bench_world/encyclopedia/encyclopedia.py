"""The encyclopedia. Titles are indexed; articles are written on demand."""

from __future__ import annotations

import re
from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Article, Entry, Section
from m3bench_world.encyclopedia.compiled import read_table
from m3bench_world.encyclopedia.essays import Essay, Essays
from m3bench_world.encyclopedia.index import Index
from m3bench_world.encyclopedia.kinds import KINDS, Countries, Films, Kind, Places
from m3bench_world.encyclopedia.names import name_key
from m3bench_world.world import World

DISAMBIGUATION = "disambiguation"
ESSAY = "essay"
MOST_LINKS = 20
DOUBLE_STOP = re.compile(r"(?<!\.)\.\.(?!\.)")
"""Used after a name that ends in a full stop."""


class Encyclopedia:
    """Articles about everything in the world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._kinds: dict[str, Kind] = {kind.name: kind(self) for kind in KINDS}

    @cached_property
    def index(self) -> Index:
        return read_table("index", Index)

    def own_entries(self) -> list[Entry]:
        """Return the index entries of kinds with handwritten texts, by rank."""
        return [entry for kind in self._kinds.values() for entry in kind.entries()]

    def count(self) -> int:
        return len(self.index.titles)

    def titles(self, *kinds: str) -> list[str]:
        """Return all titles, or those of some kinds, in index order, which is the same for every seed."""
        index = self.index
        return [
            title for title, kind in zip(index.titles, index.kinds, strict=True) if not kinds or kind in kinds
        ]

    def kind_of(self, title: str) -> str | None:
        """Return the kind of the article with this name."""
        found = self.index.meanings(title)
        return self.index.kinds[found[0]] if found else None

    def title_of(self, kind: str, key: str) -> str | None:
        """Return the title for a kind's key: a place's id, a film's number, a drug's name."""
        number = self.index.of_key(kind, key)
        return None if number is None else self.index.titles[number]

    def article(self, title: str) -> Article | None:
        """Return the article with this title or alias, following redirects.

        An ambiguous name gives a list of meanings, an unknown one None.
        """
        found = self.index.meanings(title)
        if not found:
            return None
        return (
            self._write(found[0]) if len(found) == 1 or self._obvious(found) else self._meanings(title, found)
        )

    @cached_property
    def essays(self) -> Essays:
        return Essays()

    def long_article(self, title: str) -> Article | None:
        """Return the article with this title or alias, with what an essay adds to it, or the essay itself."""
        essay = self._essay(title)
        article = self.article(title if essay is None else essay.title)
        if essay is None and article is not None:
            essay = self._essay(article.title)
        if essay is None:
            return article
        found = {target: None for name in essay.links if (target := self._long_link(name))}
        if article is None or article.title != essay.title:
            return Article(
                title=essay.title,
                kind=ESSAY,
                description=essay.description,
                summary=essay.summary,
                sections=essay.sections,
                links=tuple(found),
                sources=("knowledge", "encyclopedia"),
            )
        links = tuple(dict.fromkeys((*found, *article.links)))
        sections = (*essay.sections, *article.sections)
        return msgspec.structs.replace(article, sections=sections, links=links)

    def long_search(self, query: str, limit: int = 10) -> list[str]:
        """Return titles of articles and essays: what has this name, then essays, then other articles."""
        found = self.search(query, limit)
        essay = self._essay(query)
        named = [essay.title] if essay else found[: bool(self.index.meanings(query))]
        return list(dict.fromkeys((*named, *self.essays.search(query), *found)))[:limit]

    def _essay(self, name: str) -> Essay | None:
        """Return the essay with this title, or with this alias if no article has that name."""
        found = self.essays.find(name)
        if found is None or name_key(found.title) == name_key(name):
            return found
        return None if self.index.meanings(name) else found

    def _long_link(self, name: str) -> str | None:
        essay = self._essay(name)
        return essay.title if essay else self._link(name)

    def _obvious(self, found: list[int]) -> bool:
        """Return whether the first meaning is the obvious one."""
        common = [number for number in found if self._kinds[self.index.kinds[number]].well_known]
        return len(common) == 1 and common[0] == found[0]

    def others(self, article: Article) -> list[str]:
        """Return titles of other articles with the same name."""
        found = self.index.meanings(article.title)
        return [self.index.titles[number] for number in self.index.others(found[0])][:5] if found else []

    def search(self, query: str, limit: int = 10) -> list[str]:
        """Return titles, best match first."""
        return [self.index.titles[number] for number in self.index.search(query, limit)]

    def near(self, title: str, limit: int = 5) -> list[str]:
        """Return titles with a similar spelling or a common word."""
        alike = self.index.near(title, limit)
        return list(dict.fromkeys([*alike, *self.search(title, limit)]))[:limit]

    def countries(self) -> list[tuple[str, str]]:
        """Return ISO code and name of every country."""
        columns = self._nations.columns
        return [(iso, name.strip()) for iso, name in zip(columns.iso, columns.name, strict=True)]

    def largest_places(self, country: str, region: str = "", most: int = 10) -> list[str]:
        """Return titles of the most populous places of a country or region."""
        keys = self._places.largest(country, region, most)
        return [title for key in keys if (title := self.title_of("place", key))]

    def films_of(self, year: int) -> list[str]:
        """Return titles of the films of a year."""
        keys = self._films.of_year(year)
        return [title for key in keys if (title := self.title_of("film", key))]

    @cached_property
    def _nations(self) -> Countries:
        return Countries(self)

    @cached_property
    def _places(self) -> Places:
        return Places(self)

    @cached_property
    def _films(self) -> Films:
        return Films(self)

    def _write(self, number: int) -> Article:
        kind, title = self.index.kinds[number], self.index.titles[number]
        draft = self._kinds[kind].draft(self.index.keys[number])
        links = dict.fromkeys(target for name in draft.links if (target := self._link(name)))
        links.pop(title, None)
        return Article(
            title=title,
            kind=kind,
            description=draft.description,
            summary=DOUBLE_STOP.sub(".", draft.summary),
            sections=draft.sections,
            links=tuple(links)[:MOST_LINKS],
            sources=(*dict.fromkeys((*(draft.sources or ("knowledge",)), "encyclopedia")),),
        )

    def _link(self, name: str) -> str | None:
        found = self.index.meanings(name)
        return self.index.titles[found[0]] if found else None

    def _meanings(self, title: str, found: list[int]) -> Article:
        names = [self.index.titles[number] for number in found[:12]]
        lines = [
            f"{name}: {self._write(number).description}" for name, number in zip(names, found, strict=False)
        ]
        shown = title.strip()[:80]
        return Article(
            title=f"{shown} (disambiguation)",
            kind=DISAMBIGUATION,
            description="several articles go by this name",
            summary=f"{shown} may refer to: {'; '.join(names)}. Ask for one of these titles.",
            sections=(Section("Meanings", "\n".join(lines)),),
            links=tuple(names),
            sources=("encyclopedia",),
        )
