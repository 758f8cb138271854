"""The one tool: conferences that fit keywords."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from m3bench.servers.kit import Answer, NotFound, Proof, Server, about, check_limit, check_text
from m3bench_world.conferences import Conference
from m3bench_world.servers.context import ToolContext

MOST_EVENTS = 50

server = Server(
    "Call for Papers",
    "Conferences and their calls for papers. All conferences are invented.",
    sources=("conferences", "geonames"),
    proof=Proof("get_events", {"keywords": "machine learning", "limit": 3}),
)


@server.tool
def get_events(
    context: ToolContext,
    keywords: Annotated[
        str,
        about(
            "Subject of the conference, also with a place or a year: 'wind energy', 'data privacy Europe'."
        ),
    ],
    limit: Annotated[int, about("How many conferences, 1 to 50.")] = 10,
) -> Answer:
    """Find conferences of this year and those announced for the next one. Gives short name, title, dates,
    place, deadline for submissions, topics and link. Those that fit best come first, among them those whose
    call is still open, the nearest deadline first. A continent, country or city in the keywords restricts
    the place."""
    wanted = check_text(keywords, "keywords")
    conferences = context.world.conferences
    found = conferences.search(wanted, check_limit(limit, "limit", MOST_EVENTS))
    if not found:
        advice = "use fewer or more general words"
        raise NotFound(f"no conference on '{wanted[:80]}'; {advice}", conferences.near(wanted))
    return Answer({"status": "success", "count": len(found), "events": [_event(one) for one in found]})


def _event(conference: Conference) -> dict[str, str]:
    return {
        "event_name": conference.name,
        "event_description": f"{conference.title} {conference.start.year}",
        "event_time": f"{_day(conference.start)} - {_day(conference.end)}",
        "event_location": f"{conference.city.name}, {conference.city.country}",
        "submission_deadline": _day(conference.deadline),
        "topics": ", ".join(conference.topics),
        "event_link": f"https://{conference.slug}.example/cfp",
    }


def _day(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"
