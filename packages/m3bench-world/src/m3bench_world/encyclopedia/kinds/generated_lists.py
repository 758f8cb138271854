"""Lists compiled from the other articles."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from m3bench_world.encyclopedia.article import Draft, Entry, Section
from m3bench_world.encyclopedia.kinds.kind import Kind

FIRST_YEAR, LAST_YEAR = 1940, 2016
KINDS_LISTED = {
    "countries": "country",
    "chemical elements": "element",
    "US states": "state",
    "national parks of the United States": "park",
    "sights": "landmark",
    "companies": "company",
}
SPECIES_LISTED = {
    "mammals": "mammal",
    "birds": "bird",
    "fish": "fish",
    "reptiles": "reptile",
    "trees": "tree",
    "garden and wild flowers": "flower",
    "fruits, vegetables and crops": "crop",
    "fungi": "fungus",
}


class GeneratedLists(Kind):
    name = "roll"

    @cached_property
    def _lists(self) -> dict[str, tuple[str, str]]:
        """Map titles to the kind of members and a filter."""
        lists = {f"List of {words}": ("kind", kind) for words, kind in KINDS_LISTED.items()}
        lists |= {f"List of {words}": ("species", kind) for words, kind in SPECIES_LISTED.items()}
        lists |= {
            f"List of films of {year}": ("film", str(year)) for year in range(FIRST_YEAR, LAST_YEAR + 1)
        }
        lists |= {f"List of cities in {country}": ("place", iso) for iso, country in self._book.countries()}
        return lists

    def _members(self, what: str, which: str) -> list[str]:
        if what == "species":
            return [living.name for living in self.world.nature.all(which)]
        if what == "film":
            return self._book.films_of(int(which))
        if what == "place":
            return self._book.largest_places(which, most=100)
        return self._book.titles(which)

    def entries(self) -> Iterable[Entry]:
        for title in self._lists:
            yield Entry(self.name, title, title, "", (title.removeprefix("List of "),), "list")

    def draft(self, key: str) -> Draft:
        members = self._members(*self._lists[key])
        subject = key.removeprefix("List of ")
        counted = (
            f"It names {len(members):,} with an article" if members else "None of them has an article yet"
        )
        shown = f", among them {', '.join(members[:5])}" if members else ""
        return Draft(
            description="list",
            summary=f"This is a list of {subject}. {counted}{shown}.",
            sections=(Section("Members", "; ".join(members[:250])),) if members else (),
            links=tuple(members),
        )
