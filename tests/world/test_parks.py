"""The parks: real ones, with what is in them adding up and following the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from m3bench_world import World
from m3bench_world.atlas import distance
from m3bench_world.parks import STATES, Parks

WORLD = World()
PARKS = WORLD.parks
CODES = [park.code for park in PARKS.all()]


def test_all_63_national_parks_are_there() -> None:
    """Sequoia and Kings Canyon are two parks with one code."""
    kinds = ("National Park", "National Park & Preserve", "National Parks", "National and State Parks")
    assert sum(park.designation in kinds for park in PARKS.all()) + 1 == 63
    assert len(CODES) == len(set(CODES)) > 100
    yosemite = PARKS.park("YOSE")
    assert yosemite is not None
    assert (yosemite.full_name, yosemite.states) == ("Yosemite National Park", ("CA",))
    samoa = PARKS.park("npsa")
    assert samoa is not None
    assert samoa.full_name == "National Park of American Samoa"
    assert PARKS.park("nope") is None
    assert PARKS.named("grand canyon") == PARKS.park("grca")


@pytest.mark.parametrize("code", CODES)
def test_a_park_is_consistent(code: str) -> None:
    park = PARKS.park(code)
    assert park is not None
    assert len(code) == 4
    assert set(park.states) | {park.state} <= set(STATES)
    assert park.state in park.states
    assert -15 < park.lat < 72
    assert -180 < park.lng < -60
    assert 1870 < park.since < 2022
    assert ("Camping" in PARKS.activities(park)) == bool(PARKS.campgrounds(code))
    assert park.full_name in PARKS.description(park)
    assert bool(PARKS.fees(park)) != park.free


@pytest.mark.parametrize("code", CODES)
def test_campgrounds_add_up(code: str) -> None:
    park = PARKS.park(code)
    assert park is not None
    camps = PARKS.campgrounds(code)
    assert len(camps) == park.campground_count
    assert len({camp.name for camp in camps}) == len({camp.id for camp in camps}) == len(camps)
    for camp in camps:
        assert sum(camp.sites.values()) == camp.total_sites > 0
        assert camp.reservable + camp.first_come == camp.total_sites
        assert bool(camp.reservation_url) == bool(camp.reservable)
        assert camp.rv_allowed == (camp.rv_max_feet > 0)
        assert distance(camp.lat, camp.lng, park.lat, park.lng) <= park.radius_km * 1010
        assert any(fee.title == "Group Site" for fee in camp.fees) <= bool(camp.sites["group"])


@pytest.mark.parametrize("code", CODES)
def test_visitor_centers_are_near_and_named(code: str) -> None:
    park = PARKS.park(code)
    assert park is not None
    centers = PARKS.visitor_centers(code)
    assert len({center.name for center in centers}) == len(centers) >= 1
    assert park.name in centers[0].name
    for center in centers:
        assert distance(center.lat, center.lng, park.lat, park.lng) <= park.radius_km * 1010


@pytest.mark.parametrize("month", [1, 7])
def test_alerts_are_in_force_and_agree_with_the_campgrounds(month: int) -> None:
    now = datetime(2025, month, 20, 15, tzinfo=UTC)
    parks = World(now=now).parks
    categories = set()
    for park in parks.all():
        alerts = parks.alerts(park.code)
        assert len({alert.id for alert in alerts}) == len(alerts) < 12
        for alert in alerts:
            assert alert.since <= now < alert.until
            categories.add(alert.category)
        closed = [camp.name for camp in parks.campgrounds(park.code) if month in camp.hours.closed_months]
        announced = " ".join(alert.description for alert in alerts if "for the season" in alert.title)
        assert all(name in announced for name in closed)
        assert bool(closed) == bool(announced)
    assert categories == {"Danger", "Closure", "Caution", "Information"}


def test_alerts_change_with_the_clock_but_not_at_once() -> None:
    def ids(days: int) -> set[str]:
        parks = World(now=WORLD.now + timedelta(days=days)).parks
        return {alert.id for park in parks.all() for alert in parks.alerts(park.code)}

    assert ids(0) == ids(0)
    assert len(ids(0) & ids(1)) > 0.8 * len(ids(0))
    assert not ids(0) & ids(200)


@pytest.mark.parametrize("code", ["yose", "grca", "jeff", "chis"])
def test_events_fall_into_the_span_and_are_the_same_in_any_span(code: str) -> None:
    first, last = date(2025, 11, 1), date(2026, 1, 31)
    whole = {event.id: event for event in PARKS.events(code, first, last)}
    assert whole
    for event in whole.values():
        assert all(first <= day <= last for day in event.dates)
        assert list(event.dates) == sorted(set(event.dates))
    week = {event.id: event for event in PARKS.events(code, date(2025, 12, 1), date(2025, 12, 7))}
    for key, event in week.items():
        inside = tuple(day for day in whole[key].dates if date(2025, 12, 1) <= day <= date(2025, 12, 7))
        assert event.dates == inside
        assert msgspec.structs.replace(event, dates=()) == msgspec.structs.replace(whole[key], dates=())


def test_searching_puts_names_first() -> None:
    found = PARKS.search("grand canyon")
    assert found[0].code == "grca"
    assert {park.code for park in PARKS.search("volcanoes hawaii")} == {"havo", "hale"}
    assert PARKS.near_misses("yosemitee") == ["yose (Yosemite National Park)"]


def test_usual_weather_is_the_sky_s() -> None:
    park = PARKS.park("glac")
    assert park is not None
    low, high = WORLD.sky.normal(park.lat, park.lng, 7)
    assert f"{round(low * 1.8 + 32)} to {round(high * 1.8 + 32)} °F in July" in PARKS.weather_info(park)


def test_same_seed_same_parks_other_seed_other_campgrounds() -> None:
    def bytes_of(seed: int) -> bytes:
        parks = Parks(World(seed))
        every = [
            (parks.campgrounds(code), parks.alerts(code), parks.events(code)) for code in ("yose", "acad")
        ]
        return msgspec.json.encode(every)

    assert bytes_of(7) == bytes_of(7)
    assert bytes_of(7) != bytes_of(8)
