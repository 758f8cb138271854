"""Tools that list what is in parks: alerts, visitor centers, campgrounds and events."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import Answer, BadArgument, about, parse_date
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nationalparks.listing import (
    Code,
    Limit,
    Query,
    Start,
    filter_items,
    page,
    parks_of,
    server,
)
from m3bench_world.servers.nationalparks.wording import alert, campground, event, visitor_center

LONGEST_SPAN = 366
USUAL_SPAN = 30
HORIZON = 730
"""Events are listed for this many days before and after today."""


@server.tool(name="getAlerts")
def get_alerts(
    context: ToolContext, parkCode: Code = UNSET, limit: Limit = UNSET, start: Start = UNSET, q: Query = UNSET
) -> Answer:
    """Alerts that are in force now, newest first within each park: category (Danger, Closure, Caution or
    Information), title, text, since when and until when. A park without alerts gives an empty list."""
    found = [
        (item, park) for park in parks_of(context, parkCode) for item in context.world.parks.alerts(park.code)
    ]
    kept = filter_items(
        found,
        q,
        lambda pair: f"{pair[0].title} {pair[0].description} {pair[0].category} {pair[1].full_name}",
        lambda pair: pair[0].title,
    )
    return Answer(page(kept, limit, start, "alerts", lambda pair: alert(*pair)))


@server.tool(name="getVisitorCenters")
def get_visitor_centers(
    context: ToolContext, parkCode: Code = UNSET, limit: Limit = UNSET, start: Start = UNSET, q: Query = UNSET
) -> Answer:
    """Visitor centers of parks: name, description, position and address, opening hours by weekday and in
    winter, amenities, directions and contacts."""
    parks = parks_of(context, parkCode)
    found = [(center, park) for park in parks for center in context.world.parks.visitor_centers(park.code)]
    kept = filter_items(
        found,
        q,
        lambda pair: (
            f"{pair[0].name} {pair[0].description} {' '.join(pair[0].amenities)} {pair[1].full_name}"
        ),
        lambda pair: pair[0].name,
    )
    now = context.world.now
    return Answer(page(kept, limit, start, "visitorCenters", lambda pair: visitor_center(*pair, now)))


@server.tool(name="getCampgrounds")
def get_campgrounds(
    context: ToolContext, parkCode: Code = UNSET, limit: Limit = UNSET, start: Start = UNSET, q: Query = UNSET
) -> Answer:
    """Campgrounds of parks: number of sites by kind (adding up to the total), reservable and first-come
    sites, fees per night, how to reserve, amenities, vehicle limits, position, season and contacts. A park
    without campgrounds gives an empty list."""
    parks = parks_of(context, parkCode)
    found = [(camp, park) for park in parks for camp in context.world.parks.campgrounds(park.code)]
    kept = filter_items(
        found,
        q,
        lambda pair: f"{pair[0].name} {pair[0].description} {pair[0].reservation_info} {pair[1].full_name}",
        lambda pair: pair[0].name,
    )
    now = context.world.now
    return Answer(page(kept, limit, start, "campgrounds", lambda pair: campground(*pair, now)))


@server.tool(name="getEvents")
def get_events(
    context: ToolContext,
    parkCode: Code = UNSET,
    limit: Limit = UNSET,
    start: Start = UNSET,
    dateStart: Annotated[str | UnsetType, about("First day, YYYY-MM-DD; today if left out.")] = UNSET,
    dateEnd: Annotated[
        str | UnsetType, about("Last day, YYYY-MM-DD; 30 days after the first if left out.")
    ] = UNSET,
    q: Query = UNSET,
) -> Answer:
    """Events in parks on days from dateStart to dateEnd (at most a year), soonest first: title, category,
    description, place, the days and times, fee and whether registration is required."""
    first, last = _span(context.world.now.date(), dateStart, dateEnd)
    found = [
        (item, park)
        for park in parks_of(context, parkCode)
        for item in context.world.parks.events(park.code, first, last)
    ]
    found.sort(key=lambda pair: (pair[0].dates[0], pair[0].park_code, pair[0].title))
    kept = filter_items(
        found,
        q,
        lambda pair: f"{pair[0].title} {pair[0].description} {pair[0].category} {pair[1].full_name}",
        lambda pair: pair[0].title,
    )
    span = {"dateStart": first.isoformat(), "dateEnd": last.isoformat()}
    return Answer(span | page(kept, limit, start, "events", lambda pair: event(*pair)))


def _span(today: date, first: str | UnsetType, last: str | UnsetType) -> tuple[date, date]:
    begin = today if first is UNSET else _event_day(today, first, "dateStart")
    end = begin + timedelta(days=USUAL_SPAN) if last is UNSET else _event_day(today, last, "dateEnd")
    if end < begin:
        raise BadArgument("dateEnd", f"{end} is before the first day, {begin}")
    if (end - begin).days > LONGEST_SPAN:
        raise BadArgument("dateEnd", f"the span is longer than {LONGEST_SPAN} days; ask for a shorter one")
    return begin, end


def _event_day(today: date, text: str, name: str) -> date:
    found = parse_date(text, name)
    if abs((found - today).days) > HORIZON:
        near, far = today - timedelta(days=HORIZON), today + timedelta(days=HORIZON)
        raise BadArgument(name, f"{found} is out of range; events are listed from {near} to {far}")
    return found
