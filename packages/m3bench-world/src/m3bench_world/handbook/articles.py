"""Articles and their versions."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

Fact = int | float | str
_SLOT = re.compile(r"\{(?P<name>\w+):(?P<choices>[^}]+)\}")


class Section(msgspec.Struct, frozen=True):
    heading: str
    text: str


class Version(msgspec.Struct, frozen=True):
    """An article as it was in force from a day on."""

    number: int
    valid_from: date
    valid_until: date | None
    """The last day; None if no end is known."""
    sections: tuple[Section, ...]
    facts: dict[str, Fact]
    """What the text states, by name, such as `return_days`."""

    def status(self, day: date) -> str:
        """Return `current`, `outdated` or `planned`."""
        if day < self.valid_from:
            return "planned"
        return "outdated" if self.valid_until and day > self.valid_until else "current"


class Article(msgspec.Struct, frozen=True):
    id: str
    company: str
    topic: str
    title: str
    links: tuple[str, ...]
    """Ids of related articles of the same company."""
    versions: tuple[Version, ...]

    def current(self, day: date) -> Version:
        return next(version for version in self.versions if version.status(day) == "current")


class Template(msgspec.Struct, frozen=True):
    """An article with slots for its facts: `{return_days:14|30}`."""

    sector: str
    topic: str
    title: str
    links: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def slots(self) -> dict[str, tuple[str, ...]]:
        """The choices for each fact."""
        found = {}
        for section in self.sections:
            for slot in _SLOT.finditer(section.text):
                found[slot["name"]] = tuple(slot["choices"].split("|"))
        return found

    def filled(self, chosen: dict[str, str]) -> tuple[Section, ...]:
        return tuple(
            Section(section.heading, _SLOT.sub(lambda slot: chosen[slot["name"]], section.text))
            for section in self.sections
        )


@cache
def templates() -> tuple[Template, ...]:
    text = (files("m3bench_world.handbook") / "articles.txt").read_text(encoding="utf-8")
    return tuple(_template(block) for block in text.strip().split("\n\n"))


def _template(block: str) -> Template:
    head, see, *rest = block.split("\n")
    sector, topic, title = head.removeprefix("= ").split(" | ")
    sections = tuple(
        Section(heading.removeprefix("# "), text) for heading, text in zip(rest[::2], rest[1::2], strict=True)
    )
    return Template(sector, topic, title, tuple(see.removeprefix("see: ").split(", ")), sections)


def as_fact(text: str) -> Fact:
    """Return a number as a number."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text
