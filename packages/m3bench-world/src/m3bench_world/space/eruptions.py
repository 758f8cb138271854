"""Flares and coronal mass ejections."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from m3bench_world.chance import Chance
from m3bench_world.space.cycle import Region, activity, regions_on
from m3bench_world.space.events import Ejection, Flare, event_id, midnight, minutes

FLARES_PER_VIGOUR = 0.9
SMALLEST_FLARE = 3.0
LARGEST_FLARE = 2_500.0
SOLAR_RADIUS_KM = 695_700


def poisson(chance: Chance, mean: float, *name: object) -> int:
    """Draw from a Poisson distribution."""
    share, number, term = chance.share(*name), 0, math.exp(-mean)
    total = term
    while share > total and number < 60:
        number += 1
        term *= mean / number
        total += term
    return number


def class_of(intensity: float) -> tuple[str, float]:
    """Return the class of a flare, and the intensity rounded to it."""
    for letter, unit in (("X", 100.0), ("M", 10.0)):
        if intensity >= unit:
            tenths = math.floor(intensity / unit * 10)
            return f"{letter}{tenths / 10:.1f}", round(tenths * unit / 10, 1)
    tenths = math.floor(intensity * 10)
    return f"C{tenths / 10:.1f}", tenths / 10


def flares_of(chance: Chance, day: date) -> tuple[Flare, ...]:
    found: dict[datetime, Flare] = {}
    for region in regions_on(chance, day):
        number = poisson(chance, FLARES_PER_VIGOUR * region.vigour, "flares", region.number, day)
        for index in range(number):
            flare = _flare(chance, day, region, index)
            found[flare.at] = flare
    return tuple(found[at] for at in sorted(found))


def _flare(chance: Chance, day: date, region: Region, index: int) -> Flare:
    name = (region.number, day, index)
    begin = midnight(day) + timedelta(minutes=chance.whole(0, 1_439, "flare begins", *name))
    drawn = SMALLEST_FLARE / (1 - chance.share("flare size", *name))
    class_type, intensity = class_of(min(drawn, LARGEST_FLARE))
    slowness = 1 + 0.35 * math.log10(intensity / SMALLEST_FLARE)
    peak = begin + minutes(chance.between(5, 20, "flare rises", *name) * slowness)
    return Flare(
        id=event_id("FLR", begin),
        at=begin,
        peak=peak,
        end=peak + minutes(chance.between(4, 24, "flare falls", *name) * slowness),
        class_type=class_type,
        intensity=intensity,
        latitude=region.latitude,
        longitude=max(-90, min(90, region.longitude(begin))),
        region=None if chance.happens(0.04, "flare unnumbered", *name) else region.number,
    )


def ejections_of(chance: Chance, day: date, flares: Iterable[Flare]) -> tuple[Ejection, ...]:
    """Return the ejections of a day; `flares` are those of that day and of the day before it."""
    drawn = [_flare_ejection(chance, flare) for flare in flares if _has_ejection(chance, flare)]
    quiet = poisson(chance, 0.3 + 1.9 * activity(day), "ejections", day)
    drawn += [_quiet_ejection(chance, day, index) for index in range(quiet)]
    by_time = {ejection.at: ejection for ejection in drawn if ejection.at.date() == day}
    return tuple(by_time[at] for at in sorted(by_time))


def _has_ejection(chance: Chance, flare: Flare) -> bool:
    probability = 0.85 if flare.intensity >= 100 else 0.3 if flare.intensity >= 10 else 0.06
    return chance.happens(probability, "flare throws", flare.id)


def _flare_ejection(chance: Chance, flare: Flare) -> Ejection:
    start = flare.at + timedelta(minutes=12 * chance.whole(1, 4, "ejection delay", flare.id))
    push = 330 + 330 * math.log10(flare.intensity)
    return _ejection(
        chance,
        at=start,
        latitude=flare.latitude + chance.whole(-8, 8, "ejection latitude", flare.id),
        longitude=max(-100, min(100, flare.longitude + chance.whole(-12, 12, "ejection turn", flare.id))),
        typical_speed=push,
        region=flare.region,
        causes=(flare.id,),
    )


def _quiet_ejection(chance: Chance, day: date, index: int) -> Ejection:
    start = midnight(day) + timedelta(minutes=12 * chance.whole(0, 119, "quiet ejection", day, index))
    return _ejection(
        chance,
        at=start,
        latitude=chance.whole(-55, 55, "quiet latitude", day, index),
        longitude=chance.whole(-179, 180, "quiet longitude", day, index),
        typical_speed=420,
        region=None,
        causes=(),
    )


def _ejection(
    chance: Chance,
    *,
    at: datetime,
    latitude: int,
    longitude: int,
    typical_speed: float,
    region: int | None,
    causes: tuple[str, ...],
) -> Ejection:
    name = event_id("CME", at)
    spread = chance.share("speed", name) + chance.share("more speed", name) - 1
    speed = round(max(180.0, typical_speed * math.exp(0.75 * spread)))
    travel = 20.5 * SOLAR_RADIUS_KM / speed
    towards = math.cos(math.radians(latitude)) * math.cos(math.radians(longitude))
    widest = 22 + min(speed, 2_000) / 55
    return Ejection(
        id=name,
        at=at,
        causes=causes,
        latitude=latitude,
        longitude=longitude,
        half_angle=round(chance.between(9, widest, "half angle", name)),
        speed=speed,
        far_out=at + minutes(travel / 60),
        region=region,
        off_angle=round(math.degrees(math.acos(towards)), 1),
    )


def speed_class(speed: int) -> str:
    """Return the speed class: S slow, C common, O occasional, R rare, ER extremely rare."""
    for letters, most in (("S", 500), ("C", 1_000), ("O", 2_000), ("R", 3_000)):
        if speed < most:
            return letters
    return "ER"
