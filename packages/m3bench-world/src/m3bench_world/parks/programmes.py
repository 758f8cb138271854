"""Ranger programmes, with their places and seasons."""

from __future__ import annotations

from importlib.resources import files

import msgspec

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
