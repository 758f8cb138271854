"""Heatmap: a map of the pictured city and the air over it, tile by tile."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from m3bench.checks import AnswerNames, AnswerNumber, Called, Check, Claim, Claims, Quantity, Tolerance
from m3bench.suites.m3._shared import airs
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3._shared.sights import Sight, geocoded, in_town, sight_of, spot_of
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, Wanted, want

if TYPE_CHECKING:
    from m3bench.world import World
    from m3bench.world.scenes import Scene

_PHOTO = "photo.png"
_TILE = "google-air/heatmap_tile"
_MAP = "google-maps/static_map"
_KINDS = {
    "US_AQI": "US AQI",
    "UNIVERSAL_AQI": "Universal AQI",
    "PM25": "US index of PM2.5",
    "NO2": "US index of NO2",
    "O3": "US index of ozone",
}
_SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_SHAPES = ("one", "row", "row", "cross", "cross", "cross", "kinds", "zooms")
_MEAN = Tolerance(absolute=0.11)


class Tile(NamedTuple):
    z: int
    x: int
    y: int

    def moved(self, side: str) -> Tile:
        across, down = _SIDES[side]
        return Tile(self.z, (self.x + across) % 2**self.z, self.y + down)

    @property
    def words(self) -> str:
        return f"tile {self.x}/{self.y} at zoom {self.z}"

    @property
    def centre(self) -> tuple[float, float]:
        side = 2**self.z
        lat = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (self.y + 0.5) / side))))
        return round(lat, 4), round((self.x + 0.5) / side * 360 - 180, 4)


def tile_at(spot: tuple[float, float], zoom: int) -> Tile:
    """The tile of the Web Mercator map that holds a point."""
    lat, lng = math.radians(spot[0]), spot[1]
    side = 2**zoom
    down = (1 - math.asinh(math.tan(lat)) / math.pi) / 2
    return Tile(zoom, int((lng + 180) / 360 * side), int(down * side))


class Aim(NamedTuple):
    sight: Sight
    shape: str
    kinds: tuple[str, ...]
    zooms: tuple[int, ...]
    sides: tuple[str, ...]
    now: bool

    def tiles(self, spot: tuple[float, float]) -> list[tuple[str, Tile, str]]:
        """What each is called, the tile, and what it shows."""
        middle = tile_at(spot, self.zooms[0])
        if self.shape == "kinds":
            return [(_KINDS[kind], middle, kind) for kind in self.kinds]
        if self.shape == "zooms":
            return [(f"zoom {zoom}", tile_at(spot, zoom), self.kinds[0]) for zoom in self.zooms]
        around = [(side, middle.moved(side), self.kinds[0]) for side in self.sides]
        return [("the city", middle, self.kinds[0]), *around]

    def wishes(self) -> str:
        kind, zoom = _KINDS[self.kinds[0]], self.zooms[0]
        if self.shape == "kinds":
            layers = listed(f"the {_KINDS[kind]}" for kind in self.kinds)
            return f"the heat map tile of its centre at zoom {zoom} for each of {layers}"
        if self.shape == "zooms":
            return (
                f"the {kind} heat map tile of its centre at each of the zooms {listed(map(str, self.zooms))}"
            )
        beside = f", and the tiles directly {listed(self.sides)} of it" if self.sides else ""
        return f"the {kind} heat map tile of its centre at zoom {zoom}{beside}"

    def musings(self) -> str:
        kind = _KINDS[self.kinds[0]]
        if self.shape == "kinds":
            layers = listed(_KINDS[kind] for kind in self.kinds)
            return f"the coloured square over the middle of town in that size, once each for {layers}"
        if self.shape == "zooms":
            return f"the {kind} square over the middle of town, zoomed to {listed(map(str, self.zooms))}"
        beside = f" and its neighbours to the {listed(self.sides)}" if self.sides else ""
        return f"the {kind} square over the middle of town in that size{beside}"


def make(lot: Lot) -> Blueprint:
    shape = lot.pick(_SHAPES, "shape")
    zooms = _zooms(lot, shape)
    photo = fitting(lot, _PHOTO, "postcard", partial(_fits, lot.world, max(zooms)))
    sides = {"row": 2, "cross": 4}.get(shape, 0)
    aim = Aim(
        sight=sight_of(photo.scene.facts),
        shape=shape,
        kinds=tuple(lot.sample(tuple(_KINDS), 3 if shape == "kinds" else 1, "kinds")),
        zooms=zooms,
        sides=tuple(lot.sample(tuple(_SIDES), sides, "sides")),
        now=shape in {"one", "row", "cross"} or lot.whole(0, 1, "now") == 0,
    )
    words = {"photo": photo.name, "tiles": aim.wishes(), "zoom": zooms[0], "follow": _follow(aim)}
    return Blueprint(
        id=lot.id,
        family=FAMILY.title,
        request=lot.phrased(*_REQUESTS, **words),
        fuzzy_request=lot.phrased(*_FUZZY, **words | {"tiles": aim.musings()}),
        servers=("google-maps", "google-air"),
        plans=(partial(_plan, aim), partial(_plan, aim, named=True)),
        pictures=(photo.picture,),
        level="L2" if shape == "one" else "L3",
        extra={"modalities": ["text", "image"], "shape": shape},
        key_facts=(*aim.sight.key_facts, aim.sight.city),
    )


_REQUESTS = (
    (
        "Make an air pollution overlay for the city in {photo}: a static base map around the city's "
        "centre at zoom {zoom}, and {tiles}. Name the city, give tile numbers with lowest, mean and "
        "highest index of each tile{follow}."
    ),
    (
        "For the city whose landmark is in {photo}, fetch a road map centred on the city at zoom "
        "{zoom} and {tiles}. Report the city and, for every tile, its x and y and its lowest, mean and "
        "highest index{follow}."
    ),
    (
        "Which city is this in {photo}? Get its base map (zoom {zoom}, centred on the city) and "
        "{tiles}; list for each tile x, y and the lowest, mean and highest index{follow}."
    ),
)
_FUZZY = (
    (
        "I want to show how the air looks over the city in {photo}: a plain map of the place at zoom "
        "{zoom} to put underneath, and {tiles} from the heat map to lay over it. What are the figures "
        "(tile numbers, low, mean, high){follow}?"
    ),
    (
        "For a talk about the town in {photo} I need its ordinary map at zoom {zoom} and then, from "
        "the pollution heat map, {tiles}. Note down which tiles they are, their range and their "
        "mean{follow}."
    ),
    (
        "Could you pull together a pollution map of wherever {photo} was taken? The usual map at zoom "
        "{zoom}, then {tiles}, with numbers of the tiles and lowest, highest and mean index{follow}."
    ),
)


def _zooms(lot: Lot, shape: str) -> tuple[int, ...]:
    if shape == "zooms":
        first = lot.whole(8, 9, "zoom")
        return (first, first + 1, first + 2)
    return (lot.pick((9, 10, 10, 11), "zoom"),)


def _follow(aim: Aim) -> str:
    if not aim.now:
        return ""
    if aim.shape == "one":
        return ", and the current US AQI at the city's centre"
    if aim.shape in {"row", "cross"}:
        return ", and the current PM2.5 concentration at the centre of the tile with the worst mean"
    return ", and the current US AQI at the city's centre"


def _fits(world: World, zoom: int, scene: Scene) -> bool:
    """Whoever takes the sight for the city comes to the same tile."""
    if not in_town(scene.facts):
        return False
    sight = sight_of(scene.facts)
    found = world.atlas.geocode(sight.town)
    return bool(found) and tile_at((found[0].lat, found[0].lng), zoom) == tile_at(sight.spot, zoom)


def _plan(aim: Aim, *, named: bool = False) -> Plan:
    """`named`: the map can be had by the city's name, without waiting for its position."""
    by_name = want(_MAP, center=aim.sight.town, zoom=aim.zooms[0])
    place, *_ = yield [geocoded(aim.sight.town), *([by_name] if named else [])]
    spot = spot_of(place)
    tiles = aim.tiles(spot)
    layers = [_layer(tile, kind, place) for _, tile, kind in tiles]
    here = [airs.conditions(spot, place)] if aim.now and aim.shape not in {"row", "cross"} else []
    base = [] if named else [want(_MAP, place, center=f"{spot[0]},{spot[1]}", zoom=aim.zooms[0])]
    brought = yield [*base, *layers, *here]
    shown = brought[len(base) : len(base) + len(layers)]
    told, claims = _told(aim, tiles, shown)
    if here:
        air = airs.air_of(brought[-1], "usa_epa")
        told += f" The current US AQI at its centre is {air.aqi} ({air.category})."
        claims = (*claims, airs.aqi_claim(air, "usa_epa"))
    elif aim.now:
        worst = _worst(aim, shown)
        (air_there,) = yield [airs.conditions(tiles[worst][1].centre, *shown)]
        told += (
            f" The worst mean is on {tiles[worst][1].words}; there {airs.amount_words(air_there, 'pm25')}."
        )
        claims = (*claims, airs.amount_claim(air_there, "pm25"))
    return Solution(answer=told, checks=_checks(aim, tiles, shown, claims))


def _layer(tile: Tile, kind: str, place: Found) -> Wanted:
    return want(_TILE, place, z=tile.z, x=tile.x, y=tile.y, indexType=kind)


def _worst(aim: Aim, shown: Sequence[Found]) -> int:
    sign = -1 if aim.kinds[0] == "UNIVERSAL_AQI" else 1
    means = [sign * found.data["index"]["mean"] for found in shown]
    if means.count(max(means)) > 1:
        raise PlanError("two tiles are equally bad.")
    return means.index(max(means))


def _told(
    aim: Aim, tiles: list[tuple[str, Tile, str]], shown: Sequence[Found]
) -> tuple[str, tuple[Claim, ...]]:
    told = f"The picture shows {aim.sight.name}, so the city is {aim.sight.city}, {aim.sight.country}."
    claims = [Claim(f"the city is {aim.sight.city}", all_of=(aim.sight.city_called,))]
    for (name, tile, kind), found in zip(tiles, shown, strict=True):
        index = found.data["index"]
        told += (
            f" {name[0].upper() + name[1:]}: {tile.words}, {_KINDS[kind]} from {index['lowest']} to "
            f"{index['highest']}, mean {index['mean']}."
        )
        numbers = {"x": tile.x, "y": tile.y}
        claims += [Claim(f"{name}: {axis} is {number}", number=Quantity(float(number)))
                   for axis, number in numbers.items()]  # fmt: skip
        claims.append(Claim(f"{name}: mean {index['mean']}", number=Quantity(index["mean"], _MEAN)))
        claims.append(Claim(f"{name}: highest {index['highest']}", number=Quantity(float(index["highest"]))))
    return told, tuple(claims)


def _checks(
    aim: Aim, tiles: list[tuple[str, Tile, str]], shown: Sequence[Found], claims: tuple[Claim, ...]
) -> tuple[Check, ...]:
    return (
        AnswerNames(all_of=(aim.sight.city_called,)),
        AnswerNumber(shown[0].data["index"]["mean"], _MEAN, near=("mean|average",)),
        Claims(claims, at_least=0.8),
        Called(_MAP, {"zoom": aim.zooms[0]}),
        *(Called(_TILE, {**tile._asdict(), "indexType": kind}) for _, tile, kind in tiles),
    )


FAMILY = Family(
    number=19,
    name="heatmap",
    title="Heatmap",
    goal="Draw a map of the pictured city and the air pollution over it.",
    make=make,
)
