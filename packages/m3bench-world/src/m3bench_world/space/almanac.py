"""The astronomy picture of each day: title, explanation and subject."""

from __future__ import annotations

import math
from datetime import date

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.data import written

FIRST_PICTURE = date(1995, 6, 16)

SUBJECTS = ("nebula", "galaxy", "cluster", "planet", "moon", "comet", "aurora", "sun")

_FIRST = written("space", "first", tuple[str, ...])
_SECOND = written("space", "second", tuple[str, ...])
_CONSTELLATIONS = written("space", "constellations", tuple[str, ...])
_PLACES = (
    "a fjord",
    "a frozen lake",
    "a quiet harbour",
    "a ridge of spruce",
    "an old lighthouse",
    "a snowy pass",
)
_CREDITS = ("Mira Oakes", "Tomas Lindgren", "Adaeze Bello", "Ruth Castellan", "Jun Haraguchi", "Pavel Drobny")

_TITLES = written("space", "titles", dict[str, str])

_TEXTS = written("space", "texts", dict[str, str])


class DailyPicture(msgspec.Struct, frozen=True, kw_only=True):
    day: date
    subject: str
    title: str
    explanation: str
    credit: str
    is_video: bool


def moon_phase(day: date) -> float:
    """Return the phase at noon: 0 at new moon, 0.5 at full moon."""
    since_new_moon = (day - date(2000, 1, 6)).days - 0.26
    return since_new_moon % 29.530589 / 29.530589


def daily_picture(chance: Chance, day: date, regions: list[int]) -> DailyPicture:
    """Return the picture of a day; `regions` are the numbers of the active regions on the Sun."""
    subject = chance.pick(SUBJECTS, "plate subject", day)
    words = _words(chance, day, regions)
    return DailyPicture(
        day=day,
        subject=subject,
        title=_TITLES[subject].format(**words),
        explanation=_TEXTS[subject].format(**words),
        credit=chance.pick(_CREDITS, "plate credit", day),
        is_video=chance.happens(0.04, "plate video", day),
    )


def _words(chance: Chance, day: date, regions: list[int]) -> dict[str, str]:
    named = ", ".join(map(str, regions))
    spots = (
        f"On this day these active regions faced us: {named}." if regions else "On this day there were none."
    )
    return {
        "name": f"{chance.pick(_FIRST, 'plate name', day)} {chance.pick(_SECOND, 'plate noun', day)}",
        "constellation": chance.pick(_CONSTELLATIONS, "plate sky", day),
        "code": f"QRC {chance.whole(101, 7_840, 'plate code', day)}",
        "place": chance.pick(_PLACES, "plate place", day),
        "percent": str(round(50 - 50 * math.cos(2 * math.pi * moon_phase(day)))),
        "far": f"{100 * chance.whole(5, 90, 'plate far', day):,}",
        "wide": str(chance.whole(4, 60, "plate wide", day)),
        "millions": str(chance.whole(12, 140, "plate millions", day)),
        "thousands": str(chance.whole(40, 160, "plate thousands", day)),
        "speed": str(10 * chance.whole(30, 110, "plate speed", day)),
        "height": str(chance.whole(95, 160, "plate height", day)),
        "day": f"{day.day} {day:%B} {day.year}",
        "spots": spots,
    }
