"""Heatmap: draw the air quality tiles of the pictured city on its map."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, FileExists, Mark, NoStrayFiles, PictureOverlay, Tolerance
from m3bench.core import Media
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel import air_quality
from m3bench_suites.builders.m3._shared.travel.sights import Sight, geocode, in_town, sight_of, spot_of
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_MAP = "google-maps/static_map"
_SIZE = 640
_TILE = 256 / 2
"""Width of a tile on a map of the next smaller zoom, in pixels."""
_KINDS = {
    "US_AQI": "US AQI",
    "UNIVERSAL_AQI": "Universal AQI",
    "PM25": "US index of PM2.5",
    "NO2": "US index of NO2",
}
_SHAPES = {
    "row": ((-1, 0), (0, 0), (1, 0)),
    "column": ((0, -1), (0, 0), (0, 1)),
    "cross": ((0, -1), (-1, 0), (0, 0), (1, 0), (0, 1)),
    "block": tuple((across, down) for down in (-1, 0, 1) for across in (-1, 0, 1)),
}
"""The tiles as steps east and south of the middle one."""
_FILES = ("overlay.png", "air_map.png", "heatmap.png", "city_air.png")
_PAINT = {"red": [0, 0, 255], "yellow": [0, 255, 255], "green": [0, 200, 0]}
"""Colours as blue, green and red."""
_RADIUS = 0.03
"""Radius of a dot as a share of the map's width."""
_MEAN = Tolerance(absolute=0.11)
_STOP = Turn(3, of=7)
"""In this task, the air is too good for a picture."""


class Tile(NamedTuple):
    z: int
    x: int
    y: int

    def moved(self, across: int, down: int) -> Tile:
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
    """Return the Web Mercator tile that contains a point."""
    lat, lng = math.radians(spot[0]), spot[1]
    side = 2**zoom
    down = (1 - math.asinh(math.tan(lat)) / math.pi) / 2
    return Tile(zoom, int((lng + 180) / 360 * side), int(down * side))


class Limit(NamedTuple):
    """The mean of the worst tile from which on a picture is wanted."""

    value: int
    low_is_bad: bool

    def is_passed(self, mean: float) -> bool:
        return mean <= self.value if self.low_is_bad else mean >= self.value

    @property
    def words(self) -> str:
        return f"{self.value} or {'less' if self.low_is_bad else 'more'}"


class Case(NamedTuple):
    sight: Sight
    shape: str
    kind: str
    zoom: int
    """Zoom of the map. The tiles have one more."""
    file: str
    limit: Limit | None

    @property
    def low_is_bad(self) -> bool:
        return self.kind == "UNIVERSAL_AQI"

    def tiles(self, spot: tuple[float, float]) -> list[Tile]:
        middle = tile_at(spot, self.zoom + 1)
        return [middle.moved(across, down) for across, down in _SHAPES[self.shape]]


def heatmap(draw: TaskDraw) -> TaskSpec:
    zoom = draw.pick((9, 10, 10), "zoom")
    shape = draw.pick(tuple(_SHAPES), "shape")
    photo = find_picture(draw, draw.photo_name(), "postcard", partial(_fits, draw.world, zoom + 1))
    sight = sight_of(photo.scene.facts)
    case = _make_case(draw, Case(sight, shape, "US_AQI", zoom, draw.pick(_FILES, "file"), None))
    return TaskSpec(
        words={
            "photo": photo.name,
            "kind": case.kind,
            "zoom": zoom,
            "tile_zoom": zoom + 1,
            "shape": shape,
            "file": case.file,
            "condition": case.limit and case.limit.words,
        },
        plans=(partial(_plan, case), partial(_plan, case, named=True)),
        pictures=(photo.picture,),
        extra={
            "shape": shape,
            "solvable": not draw.is_turn(_STOP),
            **({} if draw.is_turn(_STOP) else {"writes": [case.file]}),
        },
        shown=case.sight.shown,
        key_facts=(*case.sight.key_facts, case.sight.city),
    )


def _make_case(draw: TaskDraw, case: Case) -> Case:
    """Return the case with an index that has one worst and one best tile, and maybe a limit."""
    town = draw.world.atlas.geocode(case.sight.town)[0]
    for kind in draw.sample(tuple(_KINDS), len(_KINDS), "kind"):
        chosen = case._replace(kind=kind)
        tiles = chosen.tiles((town.lat, town.lng))
        means = [draw.world.air.tile(*tile, kind).mean for tile in tiles]
        if means.count(max(means)) == means.count(min(means)) == 1:
            return chosen._replace(limit=_limit(draw, chosen, means))
    raise PlanError(f"{draw.id}: no index has one worst and one best tile.")


def _limit(draw: TaskDraw, case: Case, means: Sequence[float]) -> Limit | None:
    """Return a limit that is missed if the task should stop, else one that is met, or None."""
    worst, by = (min(means), -1) if case.low_is_bad else (max(means), 1)
    slack = draw.whole(3, 8, "slack")
    if draw.is_turn(_STOP):
        return Limit(round(worst) + by * slack, case.low_is_bad)
    if draw.whole(0, 1, "condition"):
        return Limit(max(1, round(worst) - by * slack), case.low_is_bad)
    return None


def _fits(world: World, zoom: int, scene: Scene) -> bool:
    """Return whether the sight and the city centre are on the same tile."""
    if not in_town(scene.facts):
        return False
    sight = sight_of(scene.facts)
    towns = world.atlas.geocode(sight.town)
    return bool(towns) and tile_at((towns[0].lat, towns[0].lng), zoom) == tile_at(sight.spot, zoom)


def _plan(case: Case, *, named: bool = False) -> Plan:
    """`named` requests the map by the city's name instead of its position."""
    (place,) = yield [geocode(case.sight.town)]
    spot = spot_of(place)
    tiles = case.tiles(spot)
    shown = yield [_layer(tile, case.kind, place) for tile in tiles]
    colours = _colours(case, shown)
    worst = colours.index("red")
    is_drawn = case.limit is None or case.limit.is_passed(shown[worst].data["index"]["mean"])
    centre = case.sight.town if named else f"{spot[0]},{spot[1]}"
    base = [call(_MAP, place, center=centre, zoom=case.zoom)] if is_drawn else []
    air, *maps = yield [air_quality.conditions(tiles[worst].centre, *shown), *base]
    answer, fields = _describe(case, tiles, shown, worst)
    answer += f" The worst mean is on {tiles[worst].words}; there {air_quality.describe_amount(air, 'pm25')}."
    fields["concentration"] = air_quality.expected_amount(air, "pm25")
    if not maps:
        assert case.limit is not None
        answer += f" That is not {case.limit.words}, so I made no picture."
        return Solution(answer, (NoStrayFiles(("maps/*",)),), fields | {"picture": Expected()})
    overlay = yield from _draw_dots(case, maps[0], list(zip(tiles, colours, strict=True)), shown)
    checks = (overlay, FileExists(case.file), NoStrayFiles((case.file, "maps/*")))
    named_file = Expected(case.file, grounds=())
    return Solution(f"{answer} The picture is {case.file}.", checks, fields | {"picture": named_file})


def _layer(tile: Tile, kind: str, place: CallResult) -> PlannedCall:
    return call("google-air/heatmap_tile", place, z=tile.z, x=tile.x, y=tile.y, indexType=kind)


def _colours(case: Case, shown: Sequence[CallResult]) -> list[str]:
    """Return red for the worst tile, green for the best, and yellow for the others."""
    means = [layer.data["index"]["mean"] for layer in shown]
    worst, best = (min(means), max(means)) if case.low_is_bad else (max(means), min(means))
    if means.count(worst) > 1 or means.count(best) > 1:
        raise PlanError("two tiles are tied.")
    return [{worst: "red", best: "green"}.get(mean, "yellow") for mean in means]


def _draw_dots(
    case: Case, base: CallResult, dots: Sequence[tuple[Tile, str]], shown: Sequence[CallResult]
) -> Generator[Sequence[PlannedCall], Sequence[CallResult], PictureOverlay]:
    """Draw the dots on the map, and return the check of them."""
    from m3bench.checks.pictures import miniature  # noqa: PLC0415 - loads what reads pictures

    marks = [Mark(*_share(tile, base.data["center"], case.zoom), colour) for tile, colour in dots]
    wide, high = base.data["widthPx"], base.data["heightPx"]
    circles = [_circle(mark, wide, high) for mark in marks]
    source, target = base.data["file"], case.file
    yield [
        call(
            "imagesorcery-mcp/draw_circles",
            base,
            *shown,
            input_path=source,
            circles=circles,
            output_path=target,
        )
    ]
    picture = next(part.data for part in base.result.content if isinstance(part, Media))
    assert picture is not None
    return PictureOverlay(target, miniature(picture), tuple(marks))


def _share(tile: Tile, centre: dict[str, float], zoom: int) -> tuple[float, float]:
    """Return the centre of a tile on the map, as shares of its sides."""
    across, down = _mercator((centre["lat"], centre["lng"]), zoom)
    x = ((tile.x + 0.5) * _TILE - across) / _SIZE + 0.5
    y = ((tile.y + 0.5) * _TILE - down) / _SIZE + 0.5
    return round(x, 4), round(y, 4)


def _mercator(spot: tuple[float, float], zoom: int) -> tuple[float, float]:
    """Return a position in pixels of the whole world's map."""
    lat, lng = math.radians(spot[0]), spot[1]
    world = 2 * _TILE * 2**zoom
    return (lng + 180) / 360 * world, (1 - math.asinh(math.tan(lat)) / math.pi) / 2 * world


def _circle(mark: Mark, wide: int, high: int) -> dict[str, Any]:
    return {
        "center_x": round(mark.x * wide),
        "center_y": round(mark.y * high),
        "radius": round(_RADIUS * wide),
        "color": _PAINT[mark.colour],
        "filled": True,
    }


def _describe(
    case: Case, tiles: Sequence[Tile], shown: Sequence[CallResult], worst: int
) -> tuple[str, dict[str, Expected]]:
    answer = f"The picture shows {case.sight.name}, so the city is {case.sight.city}, {case.sight.country}."
    rows = []
    for tile, layer in zip(tiles, shown, strict=True):
        index = layer.data["index"]
        answer += (
            f" {tile.words.capitalize()}: {_KINDS[case.kind]} from {index['lowest']} to {index['highest']}, "
            f"mean {index['mean']}."
        )
        rows.append(
            {
                "x": Expected(tile.x),
                "y": Expected(tile.y),
                "lowest": Expected(index["lowest"]),
                "mean": Expected(index["mean"], tolerance=_MEAN),
                "highest": Expected(index["highest"]),
            }
        )
    means = tuple(layer.data["index"]["mean"] for layer in shown)
    return answer, {
        "city": case.sight.expected_city,
        "tiles": Expected(rows=tuple(rows)),
        "worst_x": Expected(tiles[worst].x, grounds=means),
        "worst_y": Expected(tiles[worst].y, grounds=means),
    }


FAMILY = m3_family(
    number=19,
    name="heatmap",
    title="Heatmap",
    goal="Draw the air pollution over the pictured city on its map.",
    servers=("google-maps", "google-air", "imagesorcery-mcp"),
    level="L3",
    tasks=(heatmap,),
)
