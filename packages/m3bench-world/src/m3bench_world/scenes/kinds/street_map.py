"""A street map of a town with lettered pins at real places, a cross, a legend and a scale bar."""

from __future__ import annotations

import math
from typing import NamedTuple

from m3bench_world.atlas import Landmark
from m3bench_world.scenes.maps import Streets, draw_streets, mark, pin, scale_bar
from m3bench_world.scenes.painting import Canvas, Lens, Point, mix, rect, text_width, textures
from m3bench_world.scenes.prints import TOWNS, is_writable, page
from m3bench_world.scenes.stage import Stage
from m3bench_world.world import World

_MAP, _LEGEND, _HIGH, _MARGIN = 780, 390, 760, 34
_EDGE, _APART, _CLEAR = 70, 92, 1.1
"""Least distances in pixels, and the least ratio of the distances of two pins from the cross."""
_TYPE, _LEADING, _MOST = 27, 62, 6
_KINDS = ("cafe", "restaurant", "museum", "hotel", "pharmacy", "book_store", "park", "supermarket", "bakery")
_METRES_OF_DEGREE = 111_195
_LOOKS = (
    Streets("#efece4", "#ffffff", "#d5cfc2", "#a8cfe6", "#c5e0b4", "#22262b"),
    Streets("#e9e4da", "#fff6dd", "#c9b98f", "#9cc3dd", "#b9d8a6", "#2b241a"),
    Streets("#dfe6e8", "#ffffff", "#b9c6cb", "#86b8d8", "#b4d7b9", "#16232b"),
)
_PINS = ("#c8323a", "#1f5fae", "#7a3fa0", "#1d7f5a")


class Spot(NamedTuple):
    """A pinned place, and its distance from the cross in metres."""

    place: Landmark
    at: Point
    metres: float


def compose(stage: Stage) -> None:
    dice, world = stage.dice, stage.world
    town, scale = dice.pick(TOWNS), dice.pick((1.2, 1.6, 2.0))
    found = world.atlas.locate(town.address)
    centre = found[:2] if found else (0.0, 0.0)
    spots, cross = _spots(stage, _places(world, centre, scale), (centre, scale))
    look, bar = dice.pick(_LOOKS), dice.pick((100, 200))
    stage.size, stage.lens = (_MAP + _LEGEND + 2 * _MARGIN, _HIGH + 2 * _MARGIN), Lens.clean()
    stage.backdrop = dice.pick((textures.wood, textures.concrete, textures.fabric))(stage.size, dice)
    canvas = page(_MAP + _LEGEND, _HIGH)
    with canvas.inside(rect(0, 0, _MAP, _HIGH)):
        draw_streets(canvas, dice, (_MAP, _HIGH), look)
    colour = dice.pick(_PINS)
    _legend(canvas, town.name, spots, (look, colour))
    for letter, spot in zip("ABCDEF", spots, strict=False):
        pin(canvas, spot.at, letter, colour)
    mark(canvas, cross, look.ink)
    scale_bar(canvas, (_MAP + 40, _HIGH - 50), bar / scale, f"{bar} m", look.ink)
    stage.put(canvas.cutout(), stage.size[0] / 2, stage.size[1] / 2, shadow="flat")
    stage.facts = {
        "town": town.name,
        "country": town.country,
        "metres_per_pixel": scale,
        "cross": [_MARGIN + cross[0], _MARGIN + cross[1]],
        "bar": {"metres": bar, "pixels": bar / scale},
        "pins": [_pinned(letter, spot) for letter, spot in zip("ABCDEF", spots, strict=False)],
        "colour": colour,
    }


def _pinned(letter: str, spot: Spot) -> dict[str, object]:
    return {
        "letter": letter,
        "name": spot.place.name,
        "id": spot.place.id,
        "at": [_MARGIN + spot.at[0], _MARGIN + spot.at[1]],
        "metres": round(spot.metres, 1),
    }


def _places(world: World, centre: Point, scale: float) -> list[Landmark]:
    """Return places on the map whose names fit into the legend."""
    reach = scale * math.hypot(_MAP, _HIGH) / 2
    found = world.atlas.landmarks_near(*centre, reach, _KINDS, 160)
    return [one for one in found if is_writable(one.name) and text_width(one.name, _TYPE) < _LEGEND - 90]


def _is_found(world: World, place: Landmark) -> bool:
    """Return whether its name leads to this place alone in its town."""
    return [named.id for named in world.atlas.landmarks_named(place.place, place.name)] == [place.id]


def _pixel(place: Landmark, view: tuple[Point, float]) -> Point:
    (lat, lng), scale = view
    east = (place.lng - lng) * _METRES_OF_DEGREE * math.cos(math.radians(lat))
    return _MAP / 2 + east / scale, _HIGH / 2 - (place.lat - lat) * _METRES_OF_DEGREE / scale


def _spots(stage: Stage, places: list[Landmark], view: tuple[Point, float]) -> tuple[list[Spot], Point]:
    """Draw a cross and up to six places around it: apart from each other, at clearly different distances."""
    dice, home = stage.dice, stage.world.atlas.nearest(*view[0])[0].name
    cross = dice.between(0.3, 0.7) * _MAP, dice.between(0.3, 0.7) * _HIGH
    spots: list[Spot] = []
    for place in dice.shuffled(places):
        at = _pixel(place, view)
        spot = Spot(place, at, math.dist(at, cross) * view[1])
        fits = _is_inside(at) and math.dist(at, cross) >= _APART and all(_differ(spot, one) for one in spots)
        if fits and place.place.name == home and _is_found(stage.world, place):
            spots.append(spot)
        if len(spots) == _MOST:
            break
    return spots, cross


def _is_inside(at: Point) -> bool:
    return _EDGE <= at[0] <= _MAP - _EDGE and _EDGE <= at[1] <= _HIGH - _EDGE / 2


def _differ(one: Spot, other: Spot) -> bool:
    """Return whether two places are apart, and one is clearly nearer to the cross."""
    nearer, farther = sorted((one.metres, other.metres))
    return math.dist(one.at, other.at) >= _APART and farther >= _CLEAR * nearer


def _legend(canvas: Canvas, town: str, spots: list[Spot], look: tuple[Streets, str]) -> None:
    streets, colour = look
    ground = mix(streets.ground, "#ffffff", 0.7)
    canvas.fill(rect(_MAP, 0, _LEGEND, _HIGH), ground, outline=streets.edge, width=2)
    canvas.text(town, _MAP + 30, 48, 38, streets.ink, anchor="start", weight=0.015)
    for index, (letter, spot) in enumerate(zip("ABCDEF", spots, strict=False)):
        y = 128 + index * _LEADING
        canvas.text(letter, _MAP + 40, y, 30, colour, weight=0.02)
        canvas.text(spot.place.name, _MAP + 68, y, _TYPE, streets.ink, anchor="start")
    y = 128 + len(spots) * _LEADING
    with canvas.moved(_MAP + 40, y, scale=0.8):
        mark(canvas, (0, 0), streets.ink)
    canvas.text("Our flat", _MAP + 68, y, _TYPE, streets.ink, anchor="start")
