"""The whole sunlit Earth, photographed from a million miles away."""

from __future__ import annotations

from datetime import date as calendar_date
from datetime import timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, Picture, about, check_choice
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import past_day, server
from m3bench_world.space import DISC_BEGINS, Disc

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
        near = [str(each) for each in around if camera.has_pictures(each)] or [str(camera.last_day)]
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
