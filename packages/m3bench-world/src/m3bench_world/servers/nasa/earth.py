"""Tiles of the ground from a land satellite."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, Picture, about, check_point, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import OptionalDate, past_day, server
from m3bench_world.space import LANDSAT_BEGINS, REVISIT_DAYS, Scene

SMALLEST, LARGEST = 0.005, 1.0

Latitude = Annotated[float, about("Latitude of the centre, -90 to 90.")]
Longitude = Annotated[float, about("Longitude of the centre, -180 to 180.")]
Width = Annotated[float, about("Width and height of the tile in degrees, 0.005 to 1.")]


@server.tool
def get_earth_imagery(
    context: ToolContext,
    lat: Latitude,
    lon: Longitude,
    date: OptionalDate = msgspec.UNSET,
    dim: Width = 0.025,
    cloud_score: Annotated[bool, about("Also say which share of the tile is under cloud, 0 to 1.")] = False,
) -> Answer:
    """A satellite picture of a place, from the pass nearest to a date (since 2013-04-11; a place is passed
    every 16 days). The answer names the scene and its time; the picture is 200 × 200 pixels."""
    lat, lon = check_point(lat, lon, ("lat", "lon"))
    dim = check_range(dim, "dim", SMALLEST, LARGEST)
    space = context.world.space
    scene = space.land_satellite.scene(lat, lon, past_day(context, date, "date", LANDSAT_BEGINS))
    picture, cover = space.render_scene(scene, lat, lon, dim)
    described = _describe_scene(scene) | {"lat": round(lat, 5), "lon": round(lon, 5), "dim": round(dim, 5)}
    if cloud_score:
        described["cloud_score"] = cover
    return Answer(described, (Picture(picture),))


@server.tool
def get_earth_assets(
    context: ToolContext,
    lat: Latitude,
    lon: Longitude,
    date: Annotated[str, about("The date of interest, YYYY-MM-DD, since 2013-04-11.")],
    dim: Width = 0.025,
) -> Answer:
    """Which satellite scene of a place is nearest to a date: its id and time. get_earth_imagery gives its
    picture for the same arguments."""
    lat, lon = check_point(lat, lon, ("lat", "lon"))
    check_range(dim, "dim", SMALLEST, LARGEST)
    chosen = past_day(context, date, "date", LANDSAT_BEGINS)
    scene = context.world.space.land_satellite.scene(lat, lon, chosen)
    request = {"asked_date": str(chosen), "revisit_days": REVISIT_DAYS}
    return Answer(_describe_scene(scene) | request)


def _describe_scene(scene: Scene) -> dict[str, Any]:
    return {
        "id": scene.id,
        "date": f"{scene.at:%Y-%m-%dT%H:%M:%S}Z",
        "resource": {"dataset": "LANDSAT_8", "planet": "earth"},
        "url": f"https://earth.space.example/scenes/{scene.id}.png",
    }
