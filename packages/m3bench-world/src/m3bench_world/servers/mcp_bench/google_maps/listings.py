"""What the listing of a place says about itself. Owners write it, so it can contradict measured values."""

from __future__ import annotations

from m3bench_world import World
from m3bench_world.atlas import Landmark

_YEARS = 20
"""A wrong year is up to a third of this away from the right one."""


def listing(world: World, place: Landmark) -> dict[str, int]:
    """Return the altitude that a place states, and since when a park says that it has been protected."""
    # Two secondary sources: some owners state a wrong altitude, some parks' listings a wrong year. Terrain
    # and park service are right, and the server `google-maps` shows neither statement.
    errata = world.errata
    metres = round(world.atlas.elevation(place.lat, place.lng))
    stated = {"altitude_m": errata.whole("altitudes of listings", place.id, metres)}
    park = world.parks.named(place.name)
    if park is not None:
        stated["protected_since"] = park.since + errata.whole("years of listings", park.code, _YEARS) - _YEARS
    return stated
