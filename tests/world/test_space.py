"""Space is the same for the same seed, and its parts agree with each other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.space import Space
from m3bench_world.space.almanac import SUBJECTS, moon_phase
from m3bench_world.space.asteroids import FIRST_DAY, LAST_DAY
from m3bench_world.space.cycle import activity, regions_on
from m3bench_world.space.eruptions import class_of
from m3bench_world.space.events import Event, event_time
from m3bench_world.space.rovers import ROVERS

DAYS = st.dates(date(2011, 1, 1), date(2025, 11, 4))


@pytest.fixture(scope="module")
def space() -> Space:
    return World().space


def days_from(first: date, number: int) -> list[date]:
    return [first + timedelta(days=step) for step in range(number)]


def record(seed: int, days: Iterable[date]) -> bytes:
    sun = World(seed).space.sun
    return b"".join(msgspec.json.encode((sun.everything(day), sun.bulletins(day))) for day in days)


def test_the_same_seed_gives_the_same_sun_in_any_order_of_asking() -> None:
    days = days_from(date(2025, 1, 1), 12)
    forwards = record(7, days)
    sun = World(7).space.sun
    for day in reversed(days):
        sun.everything(day)
    backwards = b"".join(msgspec.json.encode((sun.everything(day), sun.bulletins(day))) for day in days)
    assert forwards == backwards
    assert record(8, days) != forwards


def test_activity_is_greatest_about_2025_and_least_half_a_cycle_away(space: Space) -> None:
    assert activity(date(2025, 1, 1)) == 1
    assert activity(date(2019, 7, 1)) < 0.01
    many = sum(len(space.sun.flares(day)) for day in days_from(date(2024, 12, 1), 60))
    few = sum(len(space.sun.flares(day)) for day in days_from(date(2019, 6, 1), 60))
    assert many > 5 * few


@given(DAYS)
@settings(max_examples=40, deadline=None)
def test_events_of_a_day_are_in_order_and_their_causes_came_before(day: date) -> None:
    sun = World().space.sun
    flares = sun.flares(day)
    assert list(flares) == sorted(flares, key=lambda flare: flare.at)
    assert all(flare.at < flare.peak < flare.end for flare in flares)
    for event in sun.everything(day):
        assert event.at.date() == day
        assert event.at == event_time(event.id)
        assert all(event_time(cause) <= event.at for cause in event.causes)


def all_events(space: Space, first: date, number: int) -> dict[str, Event]:
    return {event.id: event for day in days_from(first, number) for event in space.sun.everything(day)}


def test_links_go_both_ways_and_resolve(space: Space) -> None:
    events = all_events(space, date(2025, 4, 20), 60)
    inner = [event for event in events.values() if date(2025, 5, 1) <= event.at.date() <= date(2025, 6, 5)]
    linked = 0
    for event in inner:
        for other in space.sun.linked_events(event):
            assert event.id in space.sun.linked_events(events[other])
            linked += 1
    assert linked > 50


def test_storms_are_measured_every_three_hours_and_never_overlap(space: Space) -> None:
    last = datetime(2000, 1, 1, tzinfo=UTC)
    for day in days_from(date(2024, 1, 1), 400):
        for storm in space.sun.storms(day):
            assert storm.at >= last
            steps = [reading.at - storm.at for reading in storm.readings]
            assert steps == [timedelta(hours=3 * index) for index in range(1, len(steps) + 1)]
            assert all(5.67 <= reading.kp <= 9 for reading in storm.readings)
            last = storm.readings[-1].at


def test_regions_keep_their_number_and_move_west(space: Space) -> None:
    chance = World().chance
    day = date(2025, 1, 3)
    today = {region.number: region for region in regions_on(chance, day)}
    tomorrow = {region.number: region for region in regions_on(chance, day + timedelta(days=1))}
    both = today.keys() & tomorrow.keys()
    assert both
    noon = datetime(2025, 1, 3, 12, tzinfo=UTC)
    for number in both:
        moved = tomorrow[number].longitude(noon + timedelta(days=1)) - today[number].longitude(noon)
        assert moved in (13, 14)
    for flare in space.sun.flares(day):
        assert flare.region is None or flare.region in today


@pytest.mark.parametrize(
    ("intensity", "written"), [(3.04, "C3.0"), (9.99, "C9.9"), (10, "M1.0"), (99.9, "M9.9"), (120, "X1.2")]
)
def test_classes_of_flares(intensity: float, written: str) -> None:
    assert class_of(intensity)[0] == written


@given(st.integers(0, 14_000))
@settings(max_examples=60, deadline=None)
def test_orbits_keep_the_laws(index: int) -> None:
    asteroids = World().space.asteroids
    asteroid = asteroids.at(index)
    orbit = asteroid.orbit
    assert orbit.perihelion <= orbit.semi_major_axis <= orbit.aphelion
    assert orbit.perihelion < 1.3
    assert orbit.aphelion > 0.98
    assert math.isclose((orbit.period / 365.25636) ** 2, orbit.semi_major_axis**3, rel_tol=1e-9)
    assert asteroids.named(asteroid.id) == asteroid
    assert asteroids.named(asteroid.designation) == asteroid


def test_the_feed_and_the_asteroids_agree(space: Space) -> None:
    week = space.asteroids.approaching(date(2025, 3, 1), 7)
    by_day = [pair for day in days_from(date(2025, 3, 1), 7) for pair in space.asteroids.approaching(day, 1)]
    assert week == by_day
    assert 20 < len(week) < 120
    for asteroid, approach in week:
        assert approach in space.asteroids.approaches(asteroid)
        assert approach.distance >= asteroid.orbit.moid
    ends = [asteroid for asteroid, _ in space.asteroids.approaching(LAST_DAY, 1)]
    assert all(space.asteroids.approaches(end)[-1].at.date() == LAST_DAY for end in ends)
    starts = [asteroid for asteroid, _ in space.asteroids.approaching(FIRST_DAY, 1)]
    assert all(space.asteroids.approaches(start)[0].at.date() == FIRST_DAY for start in starts)


def test_exoplanets_are_physical(space: Space) -> None:
    planets = space.exoplanets
    assert len(planets) > 3_000
    assert len({planet.pl_name for planet in planets}) == len(planets)
    for planet in planets:
        years = planet.pl_orbper / 365.25636
        assert math.isclose(years**2 * planet.st_mass, planet.pl_orbsmax**3, rel_tol=2e-3)
        assert math.isclose(
            planet.pl_dens, 5.514 * planet.pl_bmasse / planet.pl_rade**3, rel_tol=0.05, abs_tol=0.01
        )
        assert 1990 < planet.disc_year <= 2025
    by_host: dict[str, int] = {}
    for planet in planets:
        by_host[planet.hostname] = by_host.get(planet.hostname, 0) + 1
    assert all(by_host[planet.hostname] == planet.sy_pnum for planet in planets)


@given(st.sampled_from(sorted(ROVERS)), st.integers(0, 2_000))
@settings(max_examples=60, deadline=None)
def test_martian_days_have_dates_and_dates_have_martian_days(name: str, sol: int) -> None:
    rovers, rover = World().space.rovers, ROVERS[name]
    if sol > rovers.last_sol(rover):
        assert rovers.photos(rover, sol) == []
        return
    assert rovers.sol_on(rover, rovers.earth_date(rover, sol)) == sol
    photos = rovers.photos(rover, sol)
    assert len(photos) == sum(rovers.counts(rover, sol).values())
    assert len({photo.id for photo in photos}) == len(photos)


def test_pictures_are_the_same_in_another_world_of_the_same_seed(space: Space) -> None:
    day = date(2025, 10, 1)
    other, stranger = World().space, World(8).space
    disc, scene = space.disc_camera.pictures(day)[0], space.land_satellite.scene(10, 20, day)
    photo = space.rovers.photos(ROVERS["curiosity"], 1_000)[0]
    assert space.render_daily_picture(space.daily_picture(day)) == other.render_daily_picture(
        other.daily_picture(day)
    )
    assert space.render_disc(disc, enhanced=False) == other.render_disc(disc, enhanced=False)
    assert space.render_disc(disc, enhanced=False) != stranger.render_disc(disc, enhanced=False)
    assert space.render_disc(disc, enhanced=False) != space.render_disc(disc, enhanced=True)
    assert space.render_scene(scene, 10, 20, 0.1) == other.render_scene(scene, 10, 20, 0.1)
    assert space.render_scene(scene, 10, 20, 0.1) != space.render_scene(scene, 10.05, 20, 0.1)
    assert space.render_photo(photo) == other.render_photo(photo)


def test_every_subject_is_painted(space: Space) -> None:
    shown: set[str] = set()
    for day in days_from(date(2025, 1, 1), 200):
        plate = space.daily_picture(day)
        if plate.subject not in shown:
            shown.add(plate.subject)
            assert space.render_daily_picture(plate).startswith(b"\x89PNG")
    assert shown == set(SUBJECTS)


@pytest.mark.parametrize(("day", "phase"), [(date(2025, 11, 5), 0.5), (date(2024, 4, 8), 0.0)])
def test_the_moon_keeps_its_real_phase(day: date, phase: float) -> None:
    away = abs(moon_phase(day) - phase)
    assert min(away, 1 - away) < 0.04


def test_another_moment_shows_no_more_than_has_happened() -> None:
    early = World(now=datetime(2025, 1, 4, 12, tzinfo=UTC)).space.sun
    late = World(now=datetime(2025, 2, 4, 12, tzinfo=UTC)).space.sun
    for day in days_from(date(2024, 12, 28), 8):
        for event in early.everything(day):
            known = early.linked_events(event)
            assert set(known) <= set(late.linked_events(event))
            assert all(early.is_past(event_time(each)) for each in known)
