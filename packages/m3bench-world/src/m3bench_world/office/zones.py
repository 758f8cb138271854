"""Time zones of the package tzdata, which are the same on every machine."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo


@cache
def _names() -> frozenset[str]:
    return frozenset(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def find_zone(name: str) -> ZoneInfo | None:
    """Return the zone with an IANA name such as `Europe/London`; None if there is none."""
    return _loaded(name) if name in _names() else None


@cache
def _loaded(name: str) -> ZoneInfo:
    # Not ZoneInfo(name): that would take the machine's own tables where there are any.
    data = files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    return ZoneInfo.from_file(io.BytesIO(data), key=name)
