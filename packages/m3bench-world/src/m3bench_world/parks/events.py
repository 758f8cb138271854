"""Programmes on certain weekdays of certain months, and annual festivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from importlib.resources import files

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.parks.naming import contact, identifier, spot_names
from m3bench_world.parks.types import Event, Park, VisitorCenter

_ANY = tuple(range(1, 13))


class Programme(msgspec.Struct, frozen=True):
    category: str
    title: str
    text: str
    minutes: int
    hours: tuple[int, ...]
    months: tuple[int, ...] = _ANY
    traits: tuple[str, ...] = ()


PROGRAMMES = msgspec.json.decode(
    (files("m3bench_world.parks") / "programmes.json").read_bytes(), type=tuple[Programme, ...]
)

FESTIVALS = ("Night Sky Festival", "Founders' Weekend", "Harvest Days", "Festival of Birds", "Winter Lights")


def events(
    chance: Chance, park: Park, centers: Sequence[VisitorCenter], first: date, last: date
) -> Iterator[Event]:
    """Return programmes with a day in the span, each with its days."""
    fitting = [one for one in PROGRAMMES if not one.traits or park.traits & set(one.traits)]
    count = chance.whole(3, min(6, len(fitting)), "events", park.code)
    chosen = sorted(fitting, key=lambda one: chance.bits("event", park.code, one.title))[:count]
    spots = spot_names(chance, park, 10)
    for programme in sorted(chosen, key=lambda one: one.title):
        key = ("event", park.code, programme.title)
        dates = tuple(_dates(_weekdays(chance, key), programme.months, first, last))
        if dates:
            made = _event(chance, park, programme, chance.pick(centers, *key, "center"), dates)
            yield _fill_spot(made, chance.pick(spots, *key, "spot"))
    festival = tuple(_festival(chance, park, first, last))
    if festival:
        yield _festival_event(chance, park, centers[0], festival)


def _weekdays(chance: Chance, key: tuple[object, ...]) -> frozenset[int]:
    return frozenset(chance.pick(((5, 6), (5,), (4, 5, 6), (0, 2, 5), (1, 3, 6), range(7)), *key, "days"))


def _dates(weekdays: frozenset[int], months: tuple[int, ...], first: date, last: date) -> Iterator[date]:
    for number in range(first.toordinal(), last.toordinal() + 1):
        if (number - 1) % 7 in weekdays:
            day = date.fromordinal(number)
            if day.month in months and (day.month, day.day) != (12, 25):
                yield day


def _event(
    chance: Chance, park: Park, programme: Programme, center: VisitorCenter, dates: tuple[date, ...]
) -> Event:
    key = ("event", park.code, programme.title)
    begin = chance.pick(programme.hours, *key, "hour") * 60 + chance.pick((0, 0, 30), *key, "half")
    fee = (
        chance.pick(("", "", "", "5.00", "8.00"), *key, "fee") if programme.category == "Guided Tour" else ""
    )
    return Event(
        id=identifier(chance, *key),
        park_code=park.code,
        title=programme.title,
        category=programme.category,
        description=programme.text,
        location=f"Meet at the {center.name}",
        lat=center.lat,
        lng=center.lng,
        dates=dates,
        start=clock(begin),
        end=clock(begin + programme.minutes),
        fee=fee,
        registration=bool(fee) or chance.happens(0.2, *key, "registration"),
        contact=contact(chance, park, *key),
    )


def _fill_spot(event: Event, spot: str) -> Event:
    title, description = event.title.format(spot=spot), event.description.format(spot=spot)
    return msgspec.structs.replace(event, title=title, description=description)


def clock(minutes: int) -> str:
    """Format minutes after midnight as `02:30 PM`."""
    hour, minute = divmod(minutes % 1440, 60)
    return f"{(hour - 1) % 12 + 1:02}:{minute:02} {'PM' if hour >= 12 else 'AM'}"


def _festival(chance: Chance, park: Park, first: date, last: date) -> Iterator[date]:
    """Return the days of the annual festival: three, from a Friday."""
    for year in range(first.year, last.year + 1):
        middle = date(year, 1, 8) + timedelta(days=chance.whole(0, 330, "festival", park.code, year))
        friday = middle + timedelta(days=(4 - middle.weekday()) % 7)
        yield from (day for shift in range(3) if first <= (day := friday + timedelta(days=shift)) <= last)


def _festival_event(chance: Chance, park: Park, center: VisitorCenter, dates: tuple[date, ...]) -> Event:
    name = chance.pick(FESTIVALS, "festival", park.code)
    return Event(
        id=identifier(chance, "festival", park.code),
        park_code=park.code,
        title=f"{park.name} {name}",
        category="Festival",
        description="Three days of walks, talks, music and food stalls for everyone. "
        "The plan of the day is given out at the entrance.",
        location=f"Around the {center.name}",
        lat=center.lat,
        lng=center.lng,
        dates=dates,
        start="10:00 AM",
        end="08:00 PM",
        fee="",
        registration=False,
        contact=contact(chance, park, "festival"),
    )
