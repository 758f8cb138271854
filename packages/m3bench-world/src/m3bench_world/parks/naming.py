"""States, words, invented names and positions inside a park, shared by all lists."""

from __future__ import annotations

import math
from functools import lru_cache
from importlib.resources import files

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.parks.types import Contact, Park


class _Words(msgspec.Struct, frozen=True):
    activities: dict[str, tuple[str, ...]]
    features: dict[str, tuple[str, ...]]
    first_words: dict[str, tuple[str, ...]]
    second_words: dict[str, tuple[str, ...]]
    plain_first: tuple[str, ...]
    plain_second: tuple[str, ...]


_WORDS = msgspec.json.decode((files("m3bench_world.parks") / "words.json").read_bytes(), type=_Words)
ACTIVITIES = _WORDS.activities
"""Trait → activities; camping comes with campgrounds."""
FEATURES = _WORDS.features
"""Trait → phrases for sights."""
FIRST_WORDS, SECOND_WORDS = _WORDS.first_words, _WORDS.second_words
PLAIN_FIRST, PLAIN_SECOND = _WORDS.plain_first, _WORDS.plain_second


_TABLE = (files("m3bench_world.parks") / "states.tsv").read_text("utf-8")
STATES: dict[str, str] = dict(line.split("\t") for line in _TABLE.splitlines())
"""Postal code → name."""


KM_PER_DEGREE = 111.2


def spot_names(chance: Chance, park: Park, count: int) -> list[str]:
    """Return distinct names of spots in the park, such as `Juniper Rim`."""
    return list(_every_spot(chance, park)[:count])


@lru_cache(256)
def _every_spot(chance: Chance, park: Park) -> tuple[str, ...]:
    first, second = _pool(park, FIRST_WORDS, PLAIN_FIRST), _pool(park, SECOND_WORDS, PLAIN_SECOND)
    every = sorted({f"{one} {two}" for one in first for two in second})
    return tuple(sorted(every, key=lambda name: chance.bits("spot", park.code, name)))


def _pool(park: Park, words: dict[str, tuple[str, ...]], plain: tuple[str, ...]) -> list[str]:
    own = [word for trait in sorted(park.traits) for word in words.get(trait, ())]
    return [*own, *plain]


def position(chance: Chance, park: Park, *name: object) -> tuple[float, float]:
    """Return a point within the park's radius."""
    away = park.radius_km * math.sqrt(chance.between(0.04, 1.0, "away", park.code, *name))
    angle = chance.between(0, 2 * math.pi, "angle", park.code, *name)
    lat = park.lat + away * math.sin(angle) / KM_PER_DEGREE
    lng = park.lng + away * math.cos(angle) / KM_PER_DEGREE / math.cos(math.radians(park.lat))
    return round(lat, 5), round(lng, 5)


def contact(chance: Chance, park: Park, *name: object) -> Contact:
    """Return fictional phone numbers and addresses."""
    area = chance.whole(201, 989, "area", park.code)
    line = chance.whole(100, 199, "line", park.code, *name)
    return Contact(f"({area}) 555-0{line}", f"{park.code}_information@parks.example")


def identifier(chance: Chance, *name: object) -> str:
    """Return an identifier in the format of the park service."""
    text = f"{chance.bits('id', 1, *name):016X}{chance.bits('id', 2, *name):016X}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
