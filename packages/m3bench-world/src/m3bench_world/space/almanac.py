"""The astronomy picture of each day: title, explanation and subject."""

from __future__ import annotations

import math
from datetime import date

import msgspec

from m3bench_world.chance import Chance

FIRST_PICTURE = date(1995, 6, 16)

SUBJECTS = ("nebula", "galaxy", "cluster", "planet", "moon", "comet", "aurora", "sun")

_FIRST = (
    "Ember",
    "Lantern",
    "Harrow",
    "Silver",
    "Thistle",
    "Kestrel",
    "Velvet",
    "Copper",
    "Marble",
    "Hollow",
    "Winter",
    "Saffron",
    "Raven",
)
_SECOND = (
    "Veil",
    "Crown",
    "Gate",
    "Wing",
    "Harbour",
    "Loom",
    "Garden",
    "Anvil",
    "Feather",
    "Ladder",
    "Mask",
    "Spindle",
    "Hearth",
)
_CONSTELLATIONS = (
    "Cygnus",
    "Orion",
    "Lyra",
    "Cepheus",
    "Sagittarius",
    "Carina",
    "Perseus",
    "Auriga",
    "Centaurus",
    "Vela",
    "Draco",
)
_PLACES = (
    "a fjord",
    "a frozen lake",
    "a quiet harbour",
    "a ridge of spruce",
    "an old lighthouse",
    "a snowy pass",
)
_CREDITS = ("Mira Oakes", "Tomas Lindgren", "Adaeze Bello", "Ruth Castellan", "Jun Haraguchi", "Pavel Drobny")

_TITLES = {
    "nebula": "The {name} Nebula in {constellation}",
    "galaxy": "Spiral Galaxy {code}",
    "cluster": "Star Cluster {code}",
    "planet": "Clouds of {name}",
    "moon": "A Moon at {percent} Percent",
    "comet": "Comet {name} Brightens",
    "aurora": "Aurora over {place}",
    "sun": "The Sun on {day}",
}

_TEXTS = {
    "nebula": (
        "Gas and dust fill this view of {constellation}. Young stars inside the cloud, some {far} "
        "light-years away, make the hydrogen glow, while lanes of cold dust stand dark before it. "
        "The cloud is about {wide} light-years wide, and in a few million years its stars will have"
        " blown it apart."
    ),
    "galaxy": (
        "The arms of {code} wind out from a core of old, yellowish stars. Blue knots along the arms"
        " mark where stars have lately formed. Its light has travelled for about {millions} million"
        " years, and it spans some {thousands} thousand light-years."
    ),
    "cluster": (
        "The stars of {code} were born together about {millions} million years ago and have kept "
        "company since. The cluster lies {far} light-years away in {constellation}; small "
        "telescopes show it as a hazy spot."
    ),
    "planet": (
        "A gas giant in half light, as a passing camera would see it. The bands are clouds at "
        "different heights, drawn out by winds of more than {speed} kilometres per hour; the pale "
        "zones rise and the dark belts sink."
    ),
    "moon": (
        "Sunlight reaches {percent} percent of the face that the Moon turns to us, and along the "
        "line between day and night every crater rim throws a long shadow. The dark plains are old "
        "lava; the bright ground is older still."
    ),
    "comet": (
        "Sunlight warms the ice of this visitor, and the wind from the Sun carries the freed gas "
        "away. The tail is millions of kilometres long; the solid heart of the comet measures only "
        "about {wide} kilometres."
    ),
    "aurora": (
        "Curtains of light stand over {place}. Particles from the Sun strike oxygen some {height} "
        "kilometres up and make it glow green; the faint purple edge above comes from nitrogen."
    ),
    "sun": (
        "Dark spots cross the face of the Sun, each a place where strong magnetic fields hold back "
        "the heat from below. {spots} Never look at the Sun without a proper filter."
    ),
}


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
