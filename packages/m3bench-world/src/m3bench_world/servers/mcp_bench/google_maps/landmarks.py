"""Places that a text means: a town, an address, or an institution such as `Denver Art Museum`."""

from __future__ import annotations

from m3bench.servers.kit import NotFound, check_text
from m3bench_world import World
from m3bench_world.atlas import Landmark, fold
from m3bench_world.atlas.points import all_types
from m3bench_world.servers.google_maps import read_query

MOST_COMPARED = 30
_SAME = {"emergency shelter": "school", "shelter": "school"}
"""Kinds of places by words that the atlas does not know: in an emergency, people find shelter in schools."""


def kind_of(words: str) -> str | None:
    """Return the type of places that words mean."""
    plain = fold(words)
    typed = plain.replace(" ", "_")
    if typed in all_types():
        return typed
    return _SAME.get(plain.removesuffix("s")) or read_query(plain).kind


def institution(world: World, text: str) -> Landmark | None:
    """Return the landmark that a town and a kind of place name, such as `San Francisco City Hall`.

    It is the one with this name, or else the best of its kind in the town.
    """
    words = text.replace(",", " ").split()[:12]
    for cut in range(len(words) - 1, 0, -1):
        town, rest = " ".join(words[:cut]), " ".join(words[cut:])
        place = world.atlas.find(town)
        kind = kind_of(rest)
        if place is None or kind is None or fold(place.name) != fold(town):
            continue
        found = world.atlas.landmarks_of(place, (kind,), MOST_COMPARED)
        if found:
            named = [one for one in found if fold(one.name) == fold(" ".join(words))]
            return named[0] if named else max(found, key=lambda one: (one.famous, one.rating, one.reviews))
    return None


def locate(world: World, text: str, name: str) -> tuple[float, float, str]:
    """Return latitude, longitude and name of a place, an address or an institution."""
    wanted = check_text(text, name)
    found = world.atlas.locate(wanted)
    if found is not None:
        return found
    landmark = institution(world, wanted)
    if landmark is not None:
        return landmark.lat, landmark.lng, f"{landmark.name}, {landmark.address}"
    near = world.atlas.suggestions(wanted.split(",")[0][:80])
    raise NotFound(f"{name}: no place or address '{wanted[:80]}'", near)
