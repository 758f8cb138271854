"""The astronomy picture of the day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, BadArgument, Picture, about
from m3bench.servers.kit import check_limit as counted
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nasa.server import OptionalDate, past_day, server
from m3bench_world.space import FIRST_PICTURE, DailyPicture

MOST_PICTURES = 5
_SITE = "https://apod.space.example"


@server.tool
def get_astronomy_picture_of_day(
    context: ToolContext,
    date: OptionalDate = msgspec.UNSET,
    count: Annotated[
        int | msgspec.UnsetType,
        about(f"Instead of one date: this many pictures of random days, 1 to {MOST_PICTURES}."),
    ] = msgspec.UNSET,
    thumbs: Annotated[
        bool, about("For days with a video: also give its thumbnail picture and thumbnail address.")
    ] = False,
) -> Answer:
    """The astronomy picture of a day (since 1995-06-16): title, explanation, credit, and the picture itself.
    Give `date` for one day, or `count` for several random days; not both."""
    if count is msgspec.UNSET:
        plate = context.world.space.daily_picture(past_day(context, date, "date", FIRST_PICTURE))
        return Answer(_describe_picture(plate, thumbs=thumbs), _pictures(context, [plate], thumbs=thumbs))
    if date is not msgspec.UNSET:
        raise BadArgument("count", "it cannot be combined with `date`; leave one of them out")
    plates = [
        context.world.space.daily_picture(day)
        for day in _random_days(context, counted(count, "count", MOST_PICTURES))
    ]
    described = [_describe_picture(plate, thumbs=thumbs) for plate in plates]
    return Answer(described, _pictures(context, plates, thumbs=thumbs))


def _random_days(context: ToolContext, number: int) -> list[date]:
    today = context.world.now.date()
    days = range((today - FIRST_PICTURE).days + 1)
    draw = context.world.chance.stream("random plates", number, today)
    return [FIRST_PICTURE + timedelta(days=step) for step in draw.sample(days, min(number, len(days)))]


def _describe_picture(plate: DailyPicture, *, thumbs: bool) -> dict[str, Any]:
    kind = "video" if plate.is_video else "image"
    address = f"{_SITE}/{plate.day:%y%m%d}"
    described = {
        "date": str(plate.day),
        "title": plate.title,
        "explanation": plate.explanation,
        "copyright": plate.credit,
        "media_type": kind,
        "url": f"{address}.mp4" if plate.is_video else f"{address}.png",
    }
    if plate.is_video and thumbs:
        described["thumbnail_url"] = f"{address}_thumb.png"
    return described


def _pictures(context: ToolContext, plates: list[DailyPicture], *, thumbs: bool) -> tuple[Picture, ...]:
    shown = [plate for plate in plates if thumbs or not plate.is_video]
    return tuple(Picture(context.world.space.render_daily_picture(plate)) for plate in shown)
