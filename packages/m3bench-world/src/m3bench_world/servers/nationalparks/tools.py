"""Tools that find parks and describe them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_text
from m3bench_world.parks import STATES, Park
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.nationalparks.listing import Limit, Start, page, park_of, server
from m3bench_world.servers.nationalparks.wording import contact, fee, hours


@server.tool(name="findParks")
def find_parks(
    context: ToolContext,
    stateCode: Annotated[
        str | UnsetType, about("Postal code of a state such as 'CA', or several: 'UT,AZ' (any of them).")
    ] = UNSET,
    q: Annotated[
        str | UnsetType, about("Words in the name, description, activities or topics, such as 'volcano'.")
    ] = UNSET,
    limit: Limit = UNSET,
    start: Start = UNSET,
    activities: Annotated[
        str | UnsetType, about("Activities that the park must offer, with commas: 'Hiking,Camping'.")
    ] = UNSET,
) -> Answer:
    """Find parks by state, words and activities (all conditions must hold). Gives name, code, description,
    states, position, activities and entrance fees of each; the code is what the other tools take."""
    found = context.world.parks.all() if q is UNSET else _by_words(context, q)
    if stateCode is not UNSET:
        states = _states(stateCode)
        found = [park for park in found if states & set(park.states)]
    if activities is not UNSET:
        wanted = _activities(context, activities)
        found = [park for park in found if wanted <= set(context.world.parks.activities(park))]
    if not found:
        raise NotFound("no park meets all of these conditions; leave one out")
    return Answer(page(found, limit, start, "parks", lambda park: _short(context, park)))


def _by_words(context: ToolContext, q: str) -> list[Park]:
    wanted = check_text(q, "q")
    found = context.world.parks.search(wanted)
    if not found:
        raise NotFound(f"no park matches '{wanted[:80]}'", context.world.parks.near_misses(wanted))
    return found


def _states(text: str) -> set[str]:
    """Parse codes or names of states."""
    codes = {normalize(name): code for code, name in STATES.items()}
    found = set()
    for part in check_text(text, "stateCode").split(","):
        code = part.strip().upper()
        if code not in STATES:
            code = codes.get(normalize(part), "")
        if not code:
            near = near_misses(part, [*STATES, *STATES.values()])
            raise BadArgument(
                "stateCode", f"'{part.strip()[:40]}' is not a state; use codes such as CA{_or(near)}"
            )
        found.add(code)
    return found


def _or(near: list[str]) -> str:
    return f". Near: {', '.join(near)}" if near else ""


def _activities(context: ToolContext, text: str) -> set[str]:
    known = {name for park in context.world.parks.all() for name in context.world.parks.activities(park)}
    by_plain = {normalize(name): name for name in known}
    found = set()
    for part in check_text(text, "activities").split(","):
        name = by_plain.get(normalize(part))
        if name is None:
            near = near_misses(part, sorted(known)) or sorted(known)
            raise NotFound(f"no activity called '{part.strip()[:60]}'", near)
        found.add(name)
    return found


def _short(context: ToolContext, park: Park) -> dict[str, Any]:
    parks = context.world.parks
    return {
        "name": park.full_name,
        "parkCode": park.code,
        "designation": park.designation,
        "description": parks.description(park),
        "states": list(park.states),
        "latitude": park.lat,
        "longitude": park.lng,
        "url": park.url,
        "activities": parks.activities(park),
        "entranceFees": [fee(item) for item in parks.fees(park)],
        "campgrounds": park.campground_count,
    }


@server.tool(name="getParkDetails")
def get_park_details(
    context: ToolContext, parkCode: Annotated[str, about("Code of one park, such as 'yose' for Yosemite.")]
) -> Answer:
    """Everything about one park: description, states, address, position, activities, topics, entrance fees,
    opening hours, contacts, directions, usual weather, sights, and the names of its campgrounds and visitor
    centers."""
    park = park_of(context, check_text(parkCode, "parkCode"))
    parks = context.world.parks
    return Answer(
        _short(context, park)
        | {
            "protectedSince": park.since,
            "topics": parks.topics(park),
            "isFree": park.free,
            "operatingHours": hours(parks.hours(park)),
            "contacts": contact(parks.contact(park)),
            "address": {"city": park.town, "stateCode": park.state},
            "directionsInfo": parks.directions(park),
            "weatherInfo": parks.weather_info(park),
            "sights": parks.spots(park),
            "visitorCenters": [center.name for center in parks.visitor_centers(park.code)],
            "campgroundNames": [camp.name for camp in parks.campgrounds(park.code)],
            "alertsInForce": len(parks.alerts(park.code)),
        }
    )
