"""What famous sights, their cities and countries are called besides."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench.checks import Expected

UNCLEAR = frozenset(("Great Pyramid of Giza",))
"""Sights that a picture does not tell from their neighbours."""


@cache
def _other_names() -> dict[str, tuple[str, ...]]:
    """The table `landmark_names.json`."""
    data = (files("m3bench.suites.m3._shared.travel") / "landmark_names.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, tuple[str, ...]])


def expected_name(name: str) -> Expected:
    """The name of a sight, a city or a country, whichever way it is called."""
    return Expected(name, also=_other_names().get(name, ()))
