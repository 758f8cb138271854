"""Old records of weather stations: their elevation, and usual temperatures. Some are wrong."""

from __future__ import annotations

from m3bench_world import World

_JANUARY, _JULY = 1, 7
_DEGREES = 40
"""A wrong high of July is up to a third of this above the right one."""

# Two secondary sources: some stations have a wrong elevation on record, some a wrong high of July. Terrain
# and park service are right, and the server `weather` shows neither record.


def recorded_elevation(world: World, lat: float, lng: float, name: str) -> int:
    """Return the elevation of a place's station in metres, as recorded."""
    return world.errata.whole("elevations of stations", name, round(world.atlas.elevation(lat, lng)))


def usual_temperatures(world: World, lat: float, lng: float, name: str) -> dict[str, int]:
    """Return the usual low and high of January and July in °F, as recorded."""
    january, july = (
        [round(celsius * 1.8 + 32) for celsius in world.sky.normal(lat, lng, month)]
        for month in (_JANUARY, _JULY)
    )
    wrong = abs(world.errata.whole("highs of stations", name, _DEGREES) - _DEGREES)
    return {
        "january_low_f": january[0],
        "january_high_f": january[1],
        "july_low_f": july[0],
        "july_high_f": july[1] + wrong,
    }
