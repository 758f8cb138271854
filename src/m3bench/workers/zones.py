"""Time zones of points, in a worker: the borders take 30 MB that cannot be freed."""

from __future__ import annotations

import struct
from functools import lru_cache

from m3bench.workers.process import run_limited

SECONDS = 20.0
_JOB = f"{__name__}:zone_job"
_POINT = struct.Struct("<dd")


@lru_cache(maxsize=4_096)
def zone_at(lat: float, lng: float) -> str:
    """Return the IANA name of the time zone at a point, such as `Europe/Paris`; empty if there is none."""
    return run_limited(_JOB, _POINT.pack(lat, lng), seconds=SECONDS).decode()


def zone_job(payload: bytes) -> bytes:
    """Look up a point, in a worker process."""
    import tzfpy  # noqa: PLC0415 - only workers load it

    lat, lng = _POINT.unpack(payload)
    return (tzfpy.get_tz(lng, lat) or "").encode()
