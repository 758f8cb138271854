"""Park Visits: alerts, events, campgrounds and weather of national parks."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, holds, use, within
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import joined, weather
from m3bench_suites.builders.verse.places._shared.parks import (
    a_park,
    camp_sizes,
    camping_parks,
    contents,
    find_park,
    has_newest,
    park_code,
    park_spot,
    titles,
)
from m3bench_suites.builders.verse.places._shared.readings import chance_of_rain, leading
from m3bench_suites.builders.verse.places._shared.values import ZERO, compared, kilometres, lowest, quoted

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.parks import Event, Park

_GATEWAYS = (
    "Denver, CO", "Salt Lake City, UT", "Las Vegas, NV", "Phoenix, AZ", "Albuquerque, NM", "Boise, ID",
    "Portland, OR", "Seattle, WA", "Sacramento, CA", "Los Angeles, CA", "Billings, MT", "Rapid City, SD",
)  # fmt: skip
_STATES = {
    "CA": "California", "UT": "Utah", "AZ": "Arizona", "CO": "Colorado", "WA": "Washington", "TX": "Texas",
    "FL": "Florida", "AK": "Alaska", "MT": "Montana", "NM": "New Mexico", "VA": "Virginia",
}  # fmt: skip
_ACTIVITIES = ("Hiking", "Camping", "Fishing", "Birdwatching", "Stargazing", "Wildlife Watching")
_LARGEST = "max_by([0].campgrounds, &campsites.totalSites)"


def _alerts(draw: TaskDraw) -> Lookups:
    park = a_park(draw, lambda world, park: len(titles(world, park)) >= 2, differs=titles)
    return Lookups(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getAlerts", park.code),),
        values={
            "titles": "[0].alerts[].title",
            "newest_category": "[0].alerts[0].category",
            "newest_since": "[0].alerts[0].inForceSince",
        },
        guards=(has_newest(0),),
    )


def soonest_events(world: World, park: Park) -> list[Event]:
    """Return the events of the first day on which there are any."""
    today = world.now.date()
    events = world.parks.events(park.code, today, today + timedelta(days=30))
    soonest = min((event.dates[0] for event in events), default=None)
    return [event for event in events if event.dates[0] == soonest]


def _next_event(draw: TaskDraw) -> Lookups:
    park = a_park(
        draw,
        lambda world, park: len(soonest_events(world, park)) == 1,
        differs=lambda world, park: soonest_events(world, park)[0].dates[0],
    )
    return Lookups(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getEvents", park.code),),
        values={
            "title": "[0].events[0].title",
            "date": "[0].events[0].dates[0]",
            "starts": "[0].events[0].times[0].timeStart",
            "place": "[0].events[0].location",
        },
    )


def _largest_campground(draw: TaskDraw) -> Lookups:
    def fits(world: World, park: Park) -> bool:
        sizes = camp_sizes(world, park)
        return len(sizes) >= 3 and sizes[-1] > sizes[-2]

    park = a_park(draw, fits)
    return Lookups(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getCampgrounds", park.code),),
        values={
            "campground": f"{_LARGEST}.name",
            "sites": Value(f"{_LARGEST}.campsites.totalSites", ZERO),
            "tent_sites": Value(f"{_LARGEST}.campsites.tentOnly", ZERO),
            "phone": f"{_LARGEST}.contacts.phone",
        },
        live=None,
    )


def _parks_of_state(draw: TaskDraw) -> Lookups:
    code, activity = draw.pick(tuple(_STATES), "state"), draw.pick(_ACTIVITIES, "activity")
    top = "max_by([0].parks, &campgrounds)"
    return Lookups(
        level="L2",
        words={"state": _STATES[code], "activity": activity.lower()},
        calls=(
            ask("nationalparks/findParks", stateCode=code, activities=activity, limit=50),
            contents("getCampgrounds", use(f"{top}.parkCode")),
            ask("math/sum", numbers=use("[1].campgrounds[].campsites.totalSites")),
        ),
        values={
            "park": f"{top}.name",
            "campgrounds": Value("[1].total", ZERO),
            "sites": Value("[2]", ZERO),
        },
        live=None,
        guards=(apart("[0].parks[].campgrounds"),),
    )


def _before_the_visit(draw: TaskDraw) -> Lookups:
    park = a_park(draw, lambda world, park: bool(titles(world, park)), differs=titles)
    return Lookups(
        level="L2",
        words={"park": park.full_name},
        calls=(find_park(park), contents("getAlerts", park_code(0, park)), weather(park_spot(0, park), "us")),
        values={
            "alerts": Value("[1].total", ZERO),
            "newest_alert": "[1].alerts[0].title",
            "temperature": Value("[2].current.temperature", within(1.0)),
            "chance": Value("[2].forecast[1].precipitation_chance_percent", within(2)),
        },
        guards=(has_newest(1),),
    )


def _events_tomorrow(draw: TaskDraw) -> Lookups:
    def fits(world: World, park: Park) -> bool:
        days = (world.now.date() + timedelta(days=ahead) for ahead in (0, 1, 2))
        return all(world.parks.events(park.code, day, day) for day in days)

    park = a_park(draw, fits)
    tomorrow = use("[1].forecast[1].date")
    return Lookups(
        level="L2",
        words={"park": park.full_name},
        calls=(
            find_park(park),
            weather(park_spot(0, park), "us"),
            ask(
                "nationalparks/getEvents",
                parkCode=park_code(0, park),
                dateStart=tomorrow,
                dateEnd=tomorrow,
                limit=50,
            ),
        ),
        values={
            "events": "[2].events[].title",
            "high": Value("[1].forecast[1].high", within(1.0)),
            "sunset": "[1].forecast[1].sunset",
        },
    )


def _three_parks(draw: TaskDraw) -> Lookups:
    parks = leading(draw, camping_parks(draw), 3, _chance, by=4, lowest=True)
    rows = ", ".join(
        f"{{park: {quoted(park.full_name)}, alerts: [{3 + number}].total, "
        f"temperature: [{6 + number}].current.temperature}}"
        for number, park in enumerate(parks)
    )
    chances = compared(
        {
            park.full_name: f"[{6 + number}].forecast[1].precipitation_chance_percent"
            for number, park in enumerate(parks)
        }
    )
    return Lookups(
        level="L3",
        words=dict(zip("abc", (park.full_name for park in parks), strict=True)),
        calls=(
            *map(find_park, parks),
            *(contents("getAlerts", park_code(number, park)) for number, park in enumerate(parks)),
            *(weather(park_spot(number, park), "us") for number, park in enumerate(parks)),
        ),
        values={
            "parks": Value(f"[{rows}]", within(0.9)),
            "driest": lowest(chances),
            "chance": Value(f"min({chances}[].value)", within(2)),
        },
        guards=(apart(f"{chances}[].value", 3, lowest=True),),
    )


def _chance(world: World, park: Park) -> float:
    return chance_of_rain(world, f"{park.lat},{park.lng}")


def _camping_trip(draw: TaskDraw) -> Lookups:
    def fits(world: World, park: Park) -> bool:
        sizes = camp_sizes(world, park)
        return len(sizes) >= 2 and sizes[-1] > sizes[-2] and park.states[0] not in ("AK", "HI", "VI", "FL")

    park, start = a_park(draw, fits), draw.pick(_GATEWAYS, "gateway")
    camp = "max_by([1].campgrounds, &campsites.totalSites)"
    goal = joined(f"{camp}.latitude", f"{camp}.longitude")
    way = "rows[0].elements[0]"
    return Lookups(
        level="L3",
        words={"start": start, "park": park.full_name},
        calls=(
            find_park(park),
            contents("getCampgrounds", park_code(0, park)),
            contents("getVisitorCenters", park_code(0, park)),
            ask("google-maps/distance_matrix", origins=[start], destinations=[goal]),
            ask("google-maps/elevation_by_locations", locations=[start, goal]),
            ask(
                "math/subtract",
                minuend=use("[4].results[1].elevation"),
                subtrahend=use("[4].results[0].elevation"),
            ),
            ask("math/add", firstNumber=use("[1].total"), secondNumber=use("[2].total")),
        ),
        values={
            "campground": f"{camp}.name",
            "distance": kilometres(f"[3].{way}.distance.value"),
            "elevation": Value("[4].results[1].elevation", within(2)),
            "climb": Value("[5]", within(3)),
            "facilities": Value("[6]", ZERO),
        },
        live=None,
        guards=(holds(f"[3].{way}.status == 'OK'"),),
    )


FAMILY = Family(
    number=3,
    name="park_visits",
    title="Park Visits",
    goal="Prepare visits of national parks: alerts, events, campgrounds, weather and the way there.",
    tasks=(
        _alerts,
        _next_event,
        _largest_campground,
        _parks_of_state,
        _before_the_visit,
        _events_tomorrow,
        _three_parks,
        _camping_trip,
    ),
    kind="retrieval",
)
