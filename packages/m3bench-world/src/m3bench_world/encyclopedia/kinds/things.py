"""Handwritten definitions: things, techniques, ideas, software, geography, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from m3bench_world.encyclopedia.article import Draft, Entry, Section
from m3bench_world.encyclopedia.compiled import read_text
from m3bench_world.encyclopedia.kinds.kind import Kind

_CAPITALISED = re.compile(r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*")
SHORTEST_LINK = 3


class Definition(msgspec.Struct, frozen=True):
    title: str
    aliases: tuple[str, ...]
    label: str
    text: str


def definitions(*files: str) -> Iterator[Definition]:
    """Read the definitions.

    `# label` starts a group; a line has the title with aliases, a bar, and the text.
    """
    for file in files:
        label = ""
        for line in read_text(file).splitlines():
            if line.startswith("# "):
                label = line[2:]
            elif line:
                names, _, text = line.partition("|")
                title, *aliases = names.split(";")
                yield Definition(title, tuple(aliases), label, text)


class Things(Kind):
    name = "thing"
    well_known = True
    files: tuple[str, ...] = ("things_a.txt", "things_b.txt", "things_c.txt")

    @cached_property
    def _definitions(self) -> dict[str, Definition]:
        return {definition.title: definition for definition in definitions(*self.files)}

    @cached_property
    def _by_label(self) -> dict[str, list[str]]:
        groups: dict[str, list[str]] = {}
        for definition in self._definitions.values():
            groups.setdefault(definition.label, []).append(definition.title)
        return groups

    def entries(self) -> Iterable[Entry]:
        for title, definition in self._definitions.items():
            yield Entry(self.name, title, title, "", definition.aliases, definition.label)

    def draft(self, key: str) -> Draft:
        definition = self._definitions[key]
        related = self._related(definition)
        sections = [Section("Related", f"Other articles under “{definition.label}”: {', '.join(related)}.")]
        if definition.aliases:
            sections.insert(0, Section("Names", f"Also found as: {', '.join(definition.aliases)}."))
        named = [name for name in _CAPITALISED.findall(definition.text) if len(name) > SHORTEST_LINK]
        return Draft(
            description=definition.label,
            summary=definition.text,
            sections=tuple(sections if related else sections[:-1]),
            links=(*named, *related),
        )

    def _related(self, definition: Definition) -> list[str]:
        """Return its neighbours in the list, which is ordered by subject."""
        group = self._by_label[definition.label]
        at = group.index(definition.title)
        around = group[max(0, at - 4) : at + 5]
        return [title for title in around if title != definition.title]


class Software(Things):
    name = "software"
    files = ("software.txt",)


class Geography(Things):
    name = "geography"
    files = ("geography.txt",)


class Lists(Things):
    name = "list"
    files = ("lists.txt",)
