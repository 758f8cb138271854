"""Snippets of libraries: templates filled with words and numbers of the seed."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache
from importlib.resources import files

from m3bench_world.chance import Chance
from m3bench_world.manuals.types import Library, Snippet, Template, Version

MOST_SHOWN = 5
EARLIEST = date(2019, 1, 1)


def drawn_versions(chance: Chance, name: str, today: date) -> list[Version]:
    """Return all releases until today, oldest first."""
    day = EARLIEST + timedelta(days=chance.whole(0, 700, "manual begins", name))
    numbers = [chance.whole(0, 9, "manual major", name), 0, 0]
    found: list[Version] = []
    while day <= today:
        found.append(Version(".".join(map(str, numbers)), day))
        share = chance.share("manual step", name, len(found))
        place = 0 if share < 0.15 else 1 if share < 0.6 else 2
        numbers[place] += 1
        numbers[place + 1 :] = [0] * (2 - place)
        day += timedelta(days=chance.whole(40, 210, "manual pace", name, len(found)))
    return found


def latest_of_series(versions: list[Version]) -> list[Version]:
    """Return the newest release of each of the last series (major and minor), newest first."""
    newest = {tuple(version.number.split(".")[:2]): version for version in versions}
    return sorted(newest.values(), key=lambda version: version.released, reverse=True)[:MOST_SHOWN]


_SLOT = re.compile(r"\$(nouns?|Nouns?|NOUNS|field|n|m|pkg|PKG|model|task)\$")


@cache
def templates(dialect: str) -> dict[str, list[Template]]:
    """Return the templates of a dialect by topic."""
    text = (files(__package__) / "dialects" / f"{dialect}.txt").read_text(encoding="utf-8")
    found: dict[str, list[Template]] = {}
    for part in ("\n" + text.rstrip()).split("\n@ ")[1:]:
        topic, _, rest = part.partition("\n= ")
        found[topic] = [_template(topic, block) for block in rest.split("\n= ")]
    return found


def _template(topic: str, text: str) -> Template:
    title, about, fence, *code = text.split("\n")
    language, _, file = fence.removeprefix("` ").partition(" ")
    return Template(topic, title, about.removeprefix("~ "), language, file, "\n".join(code))


def fill(text: str, values: dict[str, str]) -> str:
    """Replace slots such as $noun$ by their values."""
    return _SLOT.sub(lambda found: values[found[1]], text)


NOUNS = (
    "order", "product", "invoice", "ticket", "article", "photo", "booking", "recipe", "course", "customer",
    "message", "report", "track", "vehicle", "parcel", "event", "review", "project", "team", "device",
    "account", "lesson", "patient", "sensor",
)  # fmt: skip
FIELDS = ("name", "status", "price", "city", "rating", "priority", "email", "title", "region", "score")
_NUMBERS = ("3", "5", "8", "10", "12", "15", "20", "24", "25", "30", "40", "45", "50", "60", "64", "90")
_TIMES = ("100", "150", "200", "250", "300", "400", "500", "750", "1000", "1500", "2000")
_DAYS = 2_900
"""Days after the earliest one until which snippets are added."""


def topics_of(library: Library) -> list[str]:
    return list(templates(library.dialect))


def write_topic(
    chance: Chance, library: Library, version: Version, topic: str, models: list[tuple[str, str]]
) -> list[Snippet]:
    """Return the snippets about a topic that the documentation of a version has.

    `models` are ids and tasks of hub models that snippets may name.
    """
    known = templates(library.dialect)[topic]
    wanted = chance.whole(5, 5 + 11 * len(known), "manual size", library.id, topic)
    start = chance.whole(0, len(NOUNS) - 1, "manual noun", library.id, topic)
    found = []
    for index in range(wanted):
        if _since(chance, library, topic, index) > version.released:
            continue
        template = known[index % len(known)]
        noun = NOUNS[(start + index // len(known)) % len(NOUNS)]
        values = _values(chance, library, version, f"{topic} {index}", noun)
        values["model"], values["task"] = chance.pick(models, "manual model", library.id, topic, index)
        found.append(_filled(library, version, template, values))
    return found


def _since(chance: Chance, library: Library, topic: str, place: int) -> date:
    """Return the day a snippet was added: most are there from the start."""
    if place == 0 or chance.happens(0.65, "manual old", library.id, topic, place):
        return date.min
    return EARLIEST + timedelta(days=chance.whole(0, _DAYS, "manual since", library.id, topic, place))


def _values(chance: Chance, library: Library, version: Version, place: str, noun: str) -> dict[str, str]:
    key = ("manual value", library.id, version.major, place)
    nouns = f"{noun}s"
    return {
        "noun": noun,
        "nouns": nouns,
        "Noun": noun.capitalize(),
        "Nouns": nouns.capitalize(),
        "NOUNS": nouns.upper(),
        "field": chance.pick(FIELDS, "manual field", library.id, place),
        "n": chance.pick(_NUMBERS, *key, "n"),
        "m": chance.pick(_TIMES, *key, "m"),
        "pkg": library.package,
        "PKG": library.package.upper(),
    }


def _filled(library: Library, version: Version, template: Template, values: dict[str, str]) -> Snippet:
    title = fill(template.title, values)
    code = fill(template.code, values)
    file = fill(template.file, values)
    return Snippet(
        topic=template.topic,
        title=title,
        about=fill(template.about, values),
        source=source_url(library, version, template.topic),
        language=template.language,
        code=f"# {file}\n{code}" if file and template.language in ("yaml", "sh") else _with_file(file, code),
    )


def _with_file(file: str, code: str) -> str:
    return f"// {file}\n{code}" if file else code


def source_url(library: Library, version: Version, topic: str) -> str:
    page = topic.replace(" ", "-")
    return f"https://github.com{library.id}/blob/v{version.number}/docs/{page}.md"
