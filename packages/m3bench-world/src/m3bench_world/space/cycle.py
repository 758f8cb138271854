"""The activity cycle of the Sun, its active regions, and effects of its events on Earth."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.space.events import (
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    ParticleEvent,
    Reading,
    Shock,
    Storm,
    Stream,
    event_id,
    midnight,
    minutes,
)

MAXIMUM = date(2025, 1, 1)
CYCLE_DAYS = 4018
ROTATION_DEGREES_PER_DAY = 13.2
"""Rotation as seen from Earth."""

_BIRTHS_MEAN, _BIRTHS_SWING = 0.48, 0.42
_NUMBER_AT_MAXIMUM = 13_930
_OLDEST = 14


class Region(msgspec.Struct, frozen=True):
    """A group of spots. It keeps its number while it crosses the disc from east to west."""

    number: int
    born: date
    latitude: int
    first_longitude: float
    life: int
    vigour: float

    def longitude(self, moment: datetime) -> int:
        age = (moment - midnight(self.born)).total_seconds() / 86_400
        return round(self.first_longitude + ROTATION_DEGREES_PER_DAY * age)


def activity(day: date) -> float:
    """Return 0 at the minimum of the cycle, 1 at its maximum."""
    return 0.5 + 0.5 * math.cos(_phase(day))


def _phase(day: date) -> float:
    return 2 * math.pi * (day - MAXIMUM).days / CYCLE_DAYS


def _regions_before(day: date) -> int:
    """Return the number of regions before a day: the integral of the birth rate."""
    days = (day - MAXIMUM).days
    swing = _BIRTHS_SWING * CYCLE_DAYS / (2 * math.pi) * math.sin(_phase(day))
    return _NUMBER_AT_MAXIMUM + math.floor(_BIRTHS_MEAN * days + swing)


def regions_on(chance: Chance, day: date) -> list[Region]:
    """Return the regions on the side of the Sun that faces Earth."""
    noon = midnight(day).replace(hour=12)
    ordinal = day.toordinal()
    found = []
    for born in range(ordinal - _OLDEST, ordinal + 1):
        birthday = date.fromordinal(born)
        for number in range(_regions_before(birthday), _regions_before(date.fromordinal(born + 1))):
            region = _region(chance, number, birthday)
            if ordinal - born <= region.life and abs(region.longitude(noon)) <= 88:
                found.append(region)
    return found


def _region(chance: Chance, number: int, born: date) -> Region:
    # Spots appear nearer to the equator as a cycle ages.
    since_minimum = ((born - MAXIMUM).days + CYCLE_DAYS / 2) % CYCLE_DAYS / CYCLE_DAYS
    distance = 30 - 20 * since_minimum + chance.between(-7, 7, "region latitude", number)
    side = 1 if chance.happens(0.5, "region side", number) else -1
    return Region(
        number=number,
        born=born,
        latitude=side * max(2, round(distance)),
        first_longitude=round(chance.between(-88, 40, "region longitude", number), 1),
        life=chance.whole(4, _OLDEST, "region life", number),
        vigour=min(0.25 * (1 - chance.share("region vigour", number)) ** -0.6, 5.0),
    )


LONGEST_TRANSIT_DAYS = 6
STORM_KP = 5.67
ROTATION_DAYS = 27.27
HOLE_NAMES = ("A", "B", "C", "D")

_ROTATIONS_BEGIN = datetime(2009, 12, 25, tzinfo=UTC)
_ASTRONOMICAL_UNIT_KM = 149_597_870.7


def transit(speed: float) -> timedelta:
    """Return the travel time from the Sun to Earth: the solar wind slows fast and drags slow ejections."""
    average = 400 + 0.55 * (speed - 400)
    return minutes(_ASTRONOMICAL_UNIT_KM / average / 60)


def shocks_of(chance: Chance, day: date, ejections: Iterable[Ejection]) -> tuple[Shock, ...]:
    """Return the arrivals on a day; `ejections` are those of that day and of the days before it."""
    coming = [_shock(chance, ejection) for ejection in ejections if ejection.hits_earth]
    by_time = {shock.at: shock for shock in coming if shock.at.date() == day}
    return tuple(by_time[at] for at in sorted(by_time))


def _shock(chance: Chance, ejection: Ejection) -> Shock:
    late = chance.between(-5, 5, "shock late", ejection.id)
    at = ejection.at + transit(ejection.speed) + minutes(late * 60)
    speed = round(400 + 0.42 * max(ejection.speed - 400, -200))
    luck = chance.between(-1.6, 2.2, "shock field", ejection.id)
    kp = 3.4 + (speed - 380) / 130 + luck
    return Shock(id=event_id("IPS", at), at=at, causes=(ejection.id,), speed=speed, kp=in_thirds(kp))


def in_thirds(kp: float) -> float:
    """Round Kp to published values: 0, 0.33, 0.67, 1 … 9."""
    thirds = max(0, min(27, round(kp * 3)))
    return round(thirds / 3, 2)


def streams_of(chance: Chance, day: date) -> tuple[Stream, ...]:
    rotation = math.floor((midnight(day) - _ROTATIONS_BEGIN).days / ROTATION_DAYS)
    found = [
        stream
        for turn in (rotation - 1, rotation, rotation + 1)
        for hole in HOLE_NAMES
        if (stream := _stream(chance, turn, hole)) is not None and stream.at.date() == day
    ]
    return tuple(sorted(found, key=lambda stream: stream.id))


def _stream(chance: Chance, rotation: int, hole: str) -> Stream | None:
    # A hole lasts for some rotations: its size changes slowly from one to the next.
    size = chance.wave(rotation / 5, "coronal hole", hole)
    if size < -0.1:
        return None
    place = HOLE_NAMES.index(hole) + chance.share("hole longitude", hole, rotation // 8)
    jitter = chance.between(-0.6, 0.6, "stream jitter", hole, rotation)
    at = _ROTATIONS_BEGIN + minutes((rotation + place / 4) * ROTATION_DAYS * 1440 + jitter * 1440)
    speed = round(490 + 230 * size + chance.between(-30, 40, "stream speed", hole, rotation))
    kp = 3 + (speed - 480) / 95 + chance.between(-1, 1.2, "stream field", hole, rotation)
    return Stream(id=event_id("HSS", at), at=at, speed=speed, hole=hole, kp=in_thirds(kp))


def worst_of(day: date, sources: Iterable[Shock | Stream]) -> Shock | Stream | None:
    """Return the cause of the storm of a day; `sources` are those of that day and of the day before."""
    strong = [one for one in sources if one.kp >= STORM_KP and storm_start(one.at).date() == day]
    return max(strong, key=lambda source: (source.kp, source.id), default=None)


def storm_start(arrival: datetime) -> datetime:
    """Return the start of the first full three-hour period of the disturbance."""
    period = arrival.replace(hour=arrival.hour // 3 * 3, minute=0, second=0)
    return period + timedelta(hours=3)


def storm_of(
    chance: Chance, worst: Shock | Stream, others: Iterable[Shock | Stream], next_start: datetime | None
) -> Storm:
    """Return the storm caused by `worst`; it ends when the next one begins."""
    start = storm_start(worst.at)
    length = 1 + round((worst.kp - STORM_KP) * 1.8) + chance.whole(0, 1, "storm length", worst.id)
    readings = []
    for period in range(length):
        at = start + timedelta(hours=3 * (period + 1))
        if next_start is not None and at > next_start:
            break
        fading = abs(period - length // 3) * chance.between(0.2, 0.7, "storm fades", worst.id, period)
        readings.append(Reading(at, in_thirds(max(STORM_KP, worst.kp - fading))))
    strong = [
        other for other in others if other.kp >= STORM_KP and worst.at - timedelta(days=1) < other.at < start
    ]
    causes = sorted({source.id for source in strong} | {cause for one in strong for cause in one.causes})
    return Storm(id=event_id("GST", start), at=start, causes=tuple(causes), readings=tuple(readings))


def particles_of(
    chance: Chance, day: date, flares: Iterable[Flare], ejections: Iterable[Ejection]
) -> tuple[ParticleEvent, ...]:
    """Return particle events: only fast ejections from the western half of the disc cause them."""
    by_id = {flare.id: flare for flare in flares}
    found = {}
    for ejection in ejections:
        flare = by_id.get(ejection.causes[0]) if ejection.causes else None
        if flare is None or flare.intensity < 25 or ejection.speed < 750 or ejection.longitude < -25:
            continue
        if not chance.happens(0.7, "particles", ejection.id):
            continue
        at = ejection.at + minutes(chance.between(25, 300, "particle delay", ejection.id))
        flux = round(
            10 + (ejection.speed - 700) ** 1.2 * chance.between(0.05, 1, "particle flux", ejection.id)
        )
        instruments = ("GOES: SEISS above 10 MeV", "SOHO: COSTEP 15.8-39.8 MeV")
        if at.date() == day:
            found[at] = ParticleEvent(
                id=event_id("SEP", at),
                at=at,
                causes=(flare.id, ejection.id),
                instruments=instruments[: 1 + (flux > 60)],
                peak_flux=flux,
            )
    return tuple(found[at] for at in sorted(found))


def crossings_of(chance: Chance, day: date, shocks: Iterable[Shock]) -> tuple[Crossing, ...]:
    """Return magnetopause crossings, caused by strong shocks."""
    found = {}
    for shock in shocks:
        if shock.kp < 6.33:
            continue
        at = shock.at + minutes(chance.between(15, 200, "crossing delay", shock.id))
        standoff = round(6.6 - (shock.kp - 6) * chance.between(0.1, 0.5, "standoff", shock.id), 1)
        if at.date() == day:
            found[at] = Crossing(
                id=event_id("MPC", at), at=at, causes=(*shock.causes, shock.id), standoff=standoff
            )
    return tuple(found[at] for at in sorted(found))


def enhancements_of(chance: Chance, day: date, sources: Iterable[Storm | Stream]) -> tuple[Enhancement, ...]:
    """Return radiation belt enhancements, a day or two after the `sources` of the days before."""
    found: dict[datetime, Enhancement] = {}
    for source in sources:
        if isinstance(source, Stream) and source.speed < 560:
            continue
        if not chance.happens(0.7, "belts", source.id):
            continue
        at = source.at + minutes(chance.between(18 * 60, 50 * 60, "belt delay", source.id))
        flux = 5 * round(chance.between(200, 3_000, "belt flux", source.id))
        if at.date() == day:
            found[at] = Enhancement(id=event_id("RBE", at), at=at, causes=(source.id,), electron_flux=flux)
    return tuple(found[at] for at in sorted(found))


def effects_in(events: Iterable[Event]) -> dict[str, list[str]]:
    """Map causes to their effects among the events."""
    effects: dict[str, list[str]] = {}
    for event in events:
        for cause in event.causes:
            effects.setdefault(cause, []).append(event.id)
    return effects
