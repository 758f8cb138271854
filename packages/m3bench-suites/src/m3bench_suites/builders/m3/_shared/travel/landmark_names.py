"""Other names of famous sights, their cities and countries."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench.checks import Expected

UNCLEAR = frozenset(("Great Pyramid of Giza",))
"""Sights that look like their neighbours in a picture."""


@cache
def _other_names() -> dict[str, tuple[str, ...]]:
    """Return the table `landmark_names.json`."""
    data = (files("m3bench_suites.builders.m3._shared.travel") / "landmark_names.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, tuple[str, ...]])


def expected_name(name: str) -> Expected:
    """Return the expected name of a sight, city or country, with its other names."""
    return Expected(name, also=_other_names().get(name, ()))
