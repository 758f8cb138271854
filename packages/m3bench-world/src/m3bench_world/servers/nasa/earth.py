"""Pictures of the ground from a land satellite, and of the whole Earth from far away."""

from __future__ import annotations

from datetime import date as calendar_date
from datetime import timedelta
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, NotFound, Picture, about, check_choice, check_point, check_range
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import OptionalDate, past_day, server
from m3bench_world.space import DISC_BEGINS, LANDSAT_BEGINS, REVISIT_DAYS, Disc, Scene

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


COLLECTIONS = ("natural", "enhanced")
RECENT = 30

Collection = Annotated[str, about("natural (as the eye sees it) or enhanced (brighter land).")]


@server.tool
def get_epic_imagery(context: ToolContext, collection: Collection = "natural") -> Answer:
    """The newest day of full-disc pictures of Earth: each with its time, the point at the centre of the disc
    and the positions of spacecraft, Moon and Sun (km). The first picture of the day comes with the answer."""
    kind = check_choice(collection, "collection", COLLECTIONS)
    return _of_day(context, context.world.space.disc_camera.last_day, kind)


@server.tool
def get_epic_imagery_by_date(
    context: ToolContext,
    date: Annotated[str, about("The day, YYYY-MM-DD, since 2015-06-13; see get_epic_dates.")],
    collection: Collection = "natural",
) -> Answer:
    """The full-disc pictures of Earth of one day: each with its time, the point at the centre of the disc and
    the positions of spacecraft, Moon and Sun (km). The first picture of the day comes with the answer."""
    kind = check_choice(collection, "collection", COLLECTIONS)
    day = past_day(context, date, "date", DISC_BEGINS)
    camera = context.world.space.disc_camera
    if not camera.has_pictures(day):
        around = [day + timedelta(days=step) for step in (-3, -2, -1, 1, 2, 3)]
        near = [str(near_day) for near_day in around if camera.has_pictures(near_day)] or [
            str(camera.last_day)
        ]
        raise NotFound(f"no pictures of {day}", near)
    return _of_day(context, day, kind)


@server.tool
def get_epic_dates(context: ToolContext, collection: Collection = "natural") -> Answer:
    """For which days there are full-disc pictures of Earth: the first and the last day, all days between them
    that have none, and the latest days that have some."""
    kind = check_choice(collection, "collection", COLLECTIONS)
    camera = context.world.space.disc_camera
    days = [DISC_BEGINS + timedelta(days=step) for step in range((camera.last_day - DISC_BEGINS).days + 1)]
    present = [day for day in days if camera.has_pictures(day)]
    missing = sorted(set(days) - set(present))
    return Answer(
        {
            "collection": kind,
            "first_date": str(present[0]) if present else None,
            "last_date": str(camera.last_day),
            "count": len(present),
            "dates_without_pictures": [str(day) for day in missing],
            "latest_dates": [str(day) for day in present[: -RECENT - 1 : -1]],
        }
    )


def _of_day(context: ToolContext, day: calendar_date, kind: str) -> Answer:
    space = context.world.space
    discs = space.disc_camera.pictures(day)
    described = {
        "date": str(day),
        "collection": kind,
        "count": len(discs),
        "images": [_describe_disc(disc, kind) for disc in discs],
    }
    shown = [Picture(space.render_disc(disc, enhanced=kind == "enhanced")) for disc in discs[:1]]
    return Answer(described, tuple(shown))


def _describe_disc(disc: Disc, kind: str) -> dict[str, Any]:
    name = f"epic_{'RGB' if kind == 'enhanced' else '1b'}_{disc.id}"
    return {
        "identifier": disc.id,
        "image": name,
        "date": f"{disc.at:%Y-%m-%d %H:%M:%S}",
        "centroid_coordinates": {"lat": disc.latitude, "lon": disc.longitude},
        "dscovr_j2000_position": _vector(disc.spacecraft),
        "lunar_j2000_position": _vector(disc.moon),
        "sun_j2000_position": _vector(disc.sun),
        "url": f"https://epic.space.example/{kind}/{disc.at:%Y/%m/%d}/{name}.png",
    }


def _vector(parts: tuple[int, int, int]) -> dict[str, int]:
    return dict(zip("xyz", parts, strict=True))
