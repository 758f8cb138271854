"""Conferences: series of a field, each with one edition a year."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.conferences.tables import City, Field, cities, fields, shared_topics, titled

_EUROPE, _ASIA, _AMERICA = ("EU",), ("AS", "OC"), ("NA", "SA")
_ANYWHERE = ("EU", "AS", "OC", "NA", "SA", "AF")
_FORMS: tuple[tuple[str, str, tuple[str, ...], float], ...] = (
    ("International Conference on {}", "IC", _ANYWHERE, 0.34),
    ("European Conference on {}", "EC", _EUROPE, 0.14),
    ("International Symposium on {}", "IS", _ANYWHERE, 0.14),
    ("International Workshop on {}", "IW", _ANYWHERE, 0.14),
    ("Asia-Pacific Conference on {}", "AP", _ASIA, 0.1),
    ("World Congress on {}", "WC", _ANYWHERE, 0.07),
    ("Pan-American Conference on {}", "PA", _AMERICA, 0.07),
)
"""Title, beginning of the short name, continents, and share of all series."""
_SMALL = frozenset(("and", "of", "in", "on", "to"))


class Series(msgspec.Struct, frozen=True):
    field: Field
    number: int
    acronym: str
    title: str
    focus: str
    """A topic that every edition has, or empty."""
    continents: tuple[str, ...]
    first_day: int
    notice: int
    """Days from the deadline to the conference."""


class Conference(msgspec.Struct, frozen=True, kw_only=True):
    """One edition of a series."""

    acronym: str
    title: str
    field: str
    topics: tuple[str, ...]
    city: City
    start: date
    end: date
    deadline: date

    @property
    def name(self) -> str:
        return f"{self.acronym} {self.start.year}"

    @property
    def slug(self) -> str:
        return f"{self.acronym.lower()}{self.start.year}"


def all_series(chance: Chance) -> tuple[tuple[Series, ...], ...]:
    """Return the series of every field. No two have the same short name."""
    taken: set[str] = set()
    return tuple(
        tuple(_series(chance, field, number, taken) for number in range(field.series)) for field in fields()
    )


def _series(chance: Chance, field: Field, number: int, taken: set[str]) -> Series:
    draws = chance.stream("conference series", field.title, number)
    form, short, continents = _form(draws.random())
    focus = "" if draws.random() < 0.5 else draws.choice(field.topics)
    subject = titled(focus or field.title)
    if focus in shared_topics():
        subject = f"{subject} in {field.title}"
    letters = "".join(word[0] for word in subject.replace("-", " ").split() if word not in _SMALL).upper()
    stem = f"{short}{letters}"
    acronym = next(
        name for name in (stem, *(f"{stem}-{extra}" for extra in range(2, 99))) if name not in taken
    )
    taken.add(acronym)
    return Series(
        field,
        number,
        acronym,
        form.format(subject),
        focus,
        continents,
        draws.randint(14, 350),
        draws.randint(60, 190),
    )


def edition(chance: Chance, series: Series, year: int) -> Conference:
    """Return the edition of a year, which is the same at any time."""
    draws = chance.stream("conference", series.field.title, series.number, year)
    start = date(year, 1, 1) + timedelta(days=series.first_day + draws.randint(-6, 6))
    start -= timedelta(days=start.weekday() if start.weekday() < 3 else start.weekday() - 2)
    return Conference(
        acronym=series.acronym,
        title=series.title,
        field=series.field.title,
        topics=_topics(draws, series),
        city=draws.choice([city for city in cities() if city.continent in series.continents]),
        start=start,
        end=start + timedelta(days=draws.randint(1, 4)),
        deadline=start - timedelta(days=series.notice + draws.randint(-10, 10)),
    )


def _form(share: float) -> tuple[str, str, tuple[str, ...]]:
    for form, short, continents, part in _FORMS:
        share -= part
        if share < 0:
            return form, short, continents
    return _FORMS[0][:3]


def _topics(draws: Random, series: Series) -> tuple[str, ...]:
    known = series.field.topics
    chosen = {series.focus, *draws.sample(known, min(len(known), draws.randint(5, 7)))}
    return tuple(topic for topic in known if topic in chosen)
