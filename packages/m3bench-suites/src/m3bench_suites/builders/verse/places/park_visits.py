"""Park Visits: alerts, events, campgrounds and weather of national parks."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from m3bench.core import AnswerField, FieldType
from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import compared, joined, quoted, weather
from m3bench_suites.builders.verse.places._shared.fields import (
    clock,
    day,
    kilometres,
    lowest,
    names,
    number,
    table,
    text,
)
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.parks import (
    a_park,
    camp_sizes,
    camping_parks,
    contents,
    find_park,
    park_code,
    park_spot,
    titles,
)
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, use
from m3bench_suites.builders.verse.places._shared.readings import chance_of_rain, leading

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


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def _alerts(draw: TaskDraw) -> Question:
    park = a_park(draw, lambda world, one: len(titles(world, one)) >= 2, differs=titles)
    return Question(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getAlerts", park.code),),
        wanted=(
            names("titles", "the titles of the alerts in force", "[0].alerts[].title"),
            text("newest_category", "the category of the newest alert", "[0].alerts[0].category"),
            day("newest_since", "since when the newest alert is in force", "[0].alerts[0].inForceSince"),
        ),
        guard=lambda found: require_newest(found[0]["alerts"]),
    )


def require_newest(alerts: list[dict[str, Any]]) -> None:
    """Raise `PlanError` if two alerts began on the newest day."""
    first = [alert["inForceSince"] for alert in alerts[:2]]
    require(len(set(first)) == len(first), "two alerts began on the same day.")


def soonest_events(world: World, park: Park) -> list[Event]:
    """Return the events of the first day on which there are any."""
    today = world.now.date()
    events = world.parks.events(park.code, today, today + timedelta(days=30))
    soonest = min((event.dates[0] for event in events), default=None)
    return [event for event in events if event.dates[0] == soonest]


def _next_event(draw: TaskDraw) -> Question:
    park = a_park(
        draw,
        lambda world, one: len(soonest_events(world, one)) == 1,
        differs=lambda world, one: soonest_events(world, one)[0].dates[0],
    )
    return Question(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getEvents", park.code),),
        wanted=(
            text("title", "the title of the event", "[0].events[0].title"),
            day("date", "the next date of the event", "[0].events[0].dates[0]"),
            clock("starts", "when it starts", "[0].events[0].times[0].timeStart"),
            text(
                "place",
                "where it takes place or where to meet",
                "[0].events[0].location",
                type=FieldType.TEXT,
            ),
        ),
    )


def _largest_campground(draw: TaskDraw) -> Question:
    def fits(world: World, park: Park) -> bool:
        sizes = camp_sizes(world, park)
        return len(sizes) >= 3 and sizes[-1] > sizes[-2]

    park = a_park(draw, fits)
    return Question(
        level="L1",
        words={"park": park.full_name, "code": park.code},
        calls=(contents("getCampgrounds", park.code),),
        wanted=(
            text("campground", "the name of the campground", f"{_LARGEST}.name"),
            number("sites", "the number of its sites", f"{_LARGEST}.campsites.totalSites"),
            number("tent_sites", "the number of sites for tents only", f"{_LARGEST}.campsites.tentOnly"),
            text("phone", "its phone number", f"{_LARGEST}.contacts.phone", type=FieldType.CODE),
        ),
        changes=False,
    )


def _parks_of_state(draw: TaskDraw) -> Question:
    code, activity = draw.pick(tuple(_STATES), "state"), draw.pick(_ACTIVITIES, "activity")
    top = "max_by([0].parks, &campgrounds)"
    return Question(
        level="L2",
        words={"state": _STATES[code], "activity": activity.lower()},
        calls=(
            ask("nationalparks/findParks", stateCode=code, activities=activity, limit=50),
            contents("getCampgrounds", use(f"{top}.parkCode")),
            ask("math/sum", numbers=use("[1].campgrounds[].campsites.totalSites")),
        ),
        wanted=(
            text("park", "the name of the park", f"{top}.name"),
            number("campgrounds", "how many campgrounds it has", "[1].total"),
            number("sites", "how many sites they have together", "[2]"),
        ),
        changes=False,
        guard=lambda found: require_lead(park["campgrounds"] for park in found[0]["parks"]),
    )


def _before_the_visit(draw: TaskDraw) -> Question:
    park = a_park(draw, lambda world, one: bool(titles(world, one)), differs=titles)
    return Question(
        level="L2",
        words={"park": park.full_name},
        calls=(find_park(park), contents("getAlerts", park_code(0, park)), weather(park_spot(0, park), "us")),
        wanted=(
            number("alerts", "how many alerts are in force", "[1].total"),
            text("newest_alert", "the title of the newest alert", "[1].alerts[0].title"),
            number("temperature", "the temperature now", "[2].current.temperature", unit="°F", within=1.0),
            number(
                "chance",
                "the chance of precipitation tomorrow",
                "[2].forecast[1].precipitation_chance_percent",
                unit="%",
                within=2,
            ),
        ),
        guard=lambda found: require_newest(found[1]["alerts"]),
    )


def _events_tomorrow(draw: TaskDraw) -> Question:
    def fits(world: World, park: Park) -> bool:
        days = (world.now.date() + timedelta(days=ahead) for ahead in (0, 1, 2))
        return all(world.parks.events(park.code, each, each) for each in days)

    park = a_park(draw, fits)
    tomorrow = use("[1].forecast[1].date")
    return Question(
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
        wanted=(
            names("events", "the titles of the events tomorrow", "[2].events[].title"),
            number("high", "the highest temperature tomorrow", "[1].forecast[1].high", unit="°F", within=1.0),
            clock("sunset", "when the sun sets tomorrow, local time", "[1].forecast[1].sunset"),
        ),
    )


def _three_parks(draw: TaskDraw) -> Question:
    parks = leading(draw, camping_parks(draw), 3, _chance, by=4, lowest=True)
    rows = ", ".join(
        f"{{park: {quoted(park.full_name)}, alerts: [{3 + place}].total, "
        f"temperature: [{6 + place}].current.temperature}}"
        for place, park in enumerate(parks)
    )
    chances = compared(
        {
            park.full_name: f"[{6 + place}].forecast[1].precipitation_chance_percent"
            for place, park in enumerate(parks)
        }
    )
    return Question(
        level="L3",
        words=dict(zip("abc", (park.full_name for park in parks), strict=True)),
        calls=(
            *map(find_park, parks),
            *(contents("getAlerts", park_code(place, park)) for place, park in enumerate(parks)),
            *(weather(park_spot(place, park), "us") for place, park in enumerate(parks)),
        ),
        wanted=(
            table(
                "parks",
                "the three parks",
                f"[{rows}]",
                AnswerField("park", FieldType.NAME, "the full name of the park"),
                AnswerField("alerts", FieldType.NUMBER, "how many alerts are in force"),
                AnswerField("temperature", FieldType.NUMBER, "the temperature now", "°F"),
                within=0.9,
            ),
            lowest(
                "driest",
                "the park with the lowest chance of precipitation tomorrow",
                chances,
                [park.full_name for park in parks],
            ),
            number("chance", "that chance", f"min({chances}[].value)", unit="%", within=2),
        ),
        guard=lambda found: require_lead(
            (each["forecast"][1]["precipitation_chance_percent"] for each in found[6:9]), 3, lowest=True
        ),
    )


def _chance(world: World, park: Park) -> float:
    return chance_of_rain(world, f"{park.lat},{park.lng}")


def _camping_trip(draw: TaskDraw) -> Question:
    def fits(world: World, park: Park) -> bool:
        sizes = camp_sizes(world, park)
        return len(sizes) >= 2 and sizes[-1] > sizes[-2] and park.states[0] not in ("AK", "HI", "VI", "FL")

    park, start = a_park(draw, fits), draw.pick(_GATEWAYS, "gateway")
    camp = "max_by([1].campgrounds, &campsites.totalSites)"
    goal = joined(f"{camp}.latitude", f"{camp}.longitude")
    way = "rows[0].elements[0]"
    return Question(
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
        wanted=(
            text("campground", "the name of the campground", f"{camp}.name"),
            kilometres("distance", "the road distance", f"[3].{way}.distance.value"),
            number(
                "elevation", "the elevation of the campground", "[4].results[1].elevation", unit="m", within=2
            ),
            number("climb", "how much higher it lies than the start", "[5]", unit="m", within=3),
            number("facilities", "campgrounds and visitor centers together", "[6]"),
        ),
        changes=False,
        guard=lambda found: require(_has_way(found[3]), "no road leads there."),
    )


def _has_way(matrix: Any) -> bool:
    return isinstance(matrix, dict) and matrix["rows"][0]["elements"][0]["status"] == "OK"


_QUESTIONS = (
    _alerts,
    _next_event,
    _largest_campground,
    _parks_of_state,
    _before_the_visit,
    _events_tomorrow,
    _three_parks,
    _camping_trip,
)

FAMILY = VerseFamily(
    number=3,
    name="park_visits",
    title="Park Visits",
    goal="Prepare visits of national parks: alerts, events, campgrounds, weather and the way there.",
    make=make,
)
