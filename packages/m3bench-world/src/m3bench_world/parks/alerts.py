"""Alerts: they begin and end with the world's clock, fit the season, and agree with the campgrounds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.parks.naming import identifier, spot_names
from m3bench_world.parks.types import Alert, Campground, Park
from m3bench_world.text import join_names

_ANY = tuple(range(1, 13))


class Template(msgspec.Struct, frozen=True):
    category: str
    title: str
    text: str
    months: tuple[int, ...] = _ANY
    traits: tuple[str, ...] = ()
    """The park needs one of these; empty fits everywhere."""


TEMPLATES = msgspec.json.decode(
    (files("m3bench_world.parks") / "notices.json").read_bytes(), type=tuple[Template, ...]
)


WEEKS_BACK = 12
_BEGINNING = datetime(2020, 1, 6, tzinfo=UTC)


def alerts(chance: Chance, park: Park, camps: list[Campground], now: datetime) -> list[Alert]:
    """Return the current alerts, newest first."""
    found: dict[str, Alert] = {}
    for alert in [*_random_alerts(chance, park, now), *_closed_camps(chance, park, camps, now)]:
        if alert.since <= now < alert.until:
            found.setdefault(alert.title, alert)
    return sorted(found.values(), key=lambda alert: (alert.since, alert.title), reverse=True)


def _random_alerts(chance: Chance, park: Park, now: datetime) -> Iterator[Alert]:
    spots = spot_names(chance, park, 8)
    this_week = (now - _BEGINNING).days // 7
    for week in range(this_week, this_week - WEEKS_BACK, -1):
        key = ("alert", park.code, week)
        if not chance.happens(0.4, *key):
            continue
        minutes = chance.whole(0, 7 * 24 * 60 - 1, *key, "start")
        since = _BEGINNING + timedelta(weeks=week, minutes=minutes)
        template = chance.pick(_fitting_templates(park, since.month), *key, "template")
        spot = chance.pick(spots, *key, "spot")
        yield Alert(
            id=identifier(chance, *key),
            park_code=park.code,
            category=template.category,
            title=template.title.format(spot=spot),
            description=template.text.format(spot=spot),
            since=since,
            until=since + timedelta(days=chance.whole(4, 70, *key, "days")),
        )


def _fitting_templates(park: Park, month: int) -> list[Template]:
    return [
        template
        for template in TEMPLATES
        if month in template.months and (not template.traits or park.traits & set(template.traits))
    ]


def _closed_camps(chance: Chance, park: Park, camps: list[Campground], now: datetime) -> Iterator[Alert]:
    """Return closure alerts for campgrounds that are closed by their own hours."""
    closed = [camp for camp in camps if now.month in camp.hours.closed_months]
    if not closed:
        return
    months = closed[0].hours.closed_months
    year = now.year if now.month >= months[0] else now.year - 1
    several = f"{len(closed)} campgrounds" if len(closed) > 1 else closed[0].name
    names = join_names([camp.name for camp in closed])
    yield Alert(
        id=identifier(chance, "closed", park.code, year),
        park_code=park.code,
        category="Closure",
        title=f"{several} closed for the season",
        description=f"Closed for the winter and open again in May: {names}.",
        since=datetime(year, months[0], 1, tzinfo=UTC),
        until=datetime(year + 1, months[-1] + 1, 1, tzinfo=UTC),
    )
