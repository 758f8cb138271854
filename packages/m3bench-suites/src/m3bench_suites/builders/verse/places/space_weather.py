"""Space Weather: flares, ejections, storms and streams of the Sun."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from m3bench.core import FieldType
from m3bench.suites import Blueprint, PlanError
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.places._shared.cities import NORTHERN, compared, listed, weather
from m3bench_suites.builders.verse.places._shared.fields import clock, code, day, lowest, number, text
from m3bench_suites.builders.verse.places._shared.guards import require, require_lead
from m3bench_suites.builders.verse.places._shared.questions import Question, ask, make_task, use
from m3bench_suites.builders.verse.places._shared.readings import cloud_cover, leading

_FLARES = "nasa-mcp/get_solar_flare"
_EJECTIONS = "nasa-mcp/get_coronal_mass_ejection"
_STORMS = "nasa-mcp/get_geomagnetic_storm"
_STREAMS = "nasa-mcp/get_hight_speed_stream"
_FLUX = {"A": 1e-8, "B": 1e-7, "C": 1e-6, "M": 1e-5, "X": 1e-4}
_LONG_AGO = 700


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, FAMILY, _QUESTIONS)


def flux(flare: dict[str, Any]) -> float:
    """Return the strength of a flare by its class."""
    kind = str(flare["classType"])
    return _FLUX[kind[0]] * float(kind[1:])


def _last_month(draw: TaskDraw) -> Question:
    del draw
    return Question(
        level="L1",
        calls=(ask(_FLARES),),
        wanted=(
            day("since", "the first date of the period", "[0].start_date"),
            number("flares", "how many flares began in it", "[0].count"),
            code("first_class", "the class of the earliest flare", "[0].events[0].classType"),
            number(
                "first_region", "the active region of the earliest flare", "[0].events[0].activeRegionNum"
            ),
        ),
        guard=lambda found: require(found[0]["events"], "there was no flare."),
    )


def _strongest(draw: TaskDraw) -> Question:
    last = draw.world.now.date() - timedelta(days=draw.whole(20, _LONG_AGO, "last"))
    first = last - timedelta(days=draw.whole(3, 5, "span"))

    def strongest(events: list[dict[str, Any]]) -> dict[str, Any]:
        return max(events, key=flux)

    return Question(
        level="L1",
        words={"first": f"{first:%-d %B %Y}", "last": f"{last:%-d %B %Y}"},
        calls=(ask(_FLARES, start_date=str(first), end_date=str(last)),),
        wanted=(
            text(
                "class",
                "its class",
                "[0].events",
                type=FieldType.CODE,
                convert=lambda events: strongest(events)["classType"],
                grounds="[0].events[].classType",
            ),
            text(
                "peak",
                "when it peaked, in UTC",
                "[0].events",
                type=FieldType.TIME,
                convert=lambda events: strongest(events)["peakTime"][11:16],
                grounds="[0].events[].peakTime",
            ),
            number(
                "region",
                "the number of its active region",
                "[0].events",
                convert=lambda events: strongest(events)["activeRegionNum"],
                grounds="[0].events[].activeRegionNum",
            ),
        ),
        changes=False,
        guard=lambda found: _require_strongest(found[0]),
    )


def _require_strongest(found: dict[str, Any]) -> None:
    require(len(found["events"]) == found["count"] >= 3, "not all flares were returned.")
    require_lead(map(flux, found["events"]), 1e-8)


def _so_far_today(draw: TaskDraw) -> Question:
    del draw
    today = use("[0].end_date")
    return Question(
        level="L2",
        calls=(
            ask(_STORMS),
            ask(_FLARES, start_date=today, end_date=today),
            ask(_EJECTIONS, start_date=today, end_date=today),
        ),
        wanted=(
            number("storms", "how many storms began in the last 30 days", "[0].count"),
            number("flares", "how many flares began today", "[1].count"),
            number("ejections", "how many ejections began today", "[2].count"),
            code("latest_class", "the class of today's latest flare", "[1].events[-1].classType"),
            clock("latest_begin", "when it began, in UTC", "[1].events[-1].beginTime"),
        ),
        guard=lambda found: require(found[1]["events"], "there was no flare today."),
    )


def _ejections_of_a_day(draw: TaskDraw) -> Question:
    sun, today = draw.world.space.sun, draw.world.now.date()
    for attempt in range(60):
        chosen = today - timedelta(days=draw.whole(10, _LONG_AGO, "day", attempt))
        if len(sun.ejections(chosen)) >= 3 and sun.flares(chosen):
            break
    else:
        raise PlanError("no day has several ejections.")
    speeds = "[1].events[].cmeAnalyses[0].speed"
    return Question(
        level="L2",
        words={"date": f"{chosen:%-d %B %Y}"},
        calls=(
            ask(_FLARES, start_date=str(chosen), end_date=str(chosen)),
            ask(_EJECTIONS, start_date=str(chosen), end_date=str(chosen)),
            ask("math/mean", numbers=use(speeds)),
            ask("math/max", numbers=use(speeds)),
        ),
        wanted=(
            number("flares", "how many flares began", "[0].count"),
            number("ejections", "how many ejections began", "[1].count"),
            number("mean_speed", "the mean speed of the ejections in km/s", "[2]", within=0.6),
            number("top_speed", "the highest speed of the ejections in km/s", "[3]", within=0.6),
        ),
        changes=False,
        guard=lambda found: require(
            len(found[1]["events"]) == found[1]["count"], "not all ejections were returned."
        ),
    )


def _northern_lights(draw: TaskDraw) -> Question:
    cities = leading(draw, NORTHERN, 3, cloud_cover, by=2, lowest=True)
    clouds = compared(
        {city: f"[{3 + place}].current.cloud_cover_percent" for place, city in enumerate(cities)}
    )
    colds = ", ".join(
        f"{{temperature: [{place}].current.temperature, value: [{place}].current.cloud_cover_percent}}"
        for place in range(3, 6)
    )
    return Question(
        level="L3",
        words=listed(cities),
        calls=(ask(_STORMS), ask(_STREAMS), ask(_FLARES), *map(weather, cities)),
        wanted=(
            number("storms", "how many geomagnetic storms began", "[0].count"),
            day("latest_storm", "when the latest storm began, in UTC", "[0].events[-1].startTime"),
            number("streams", "how many high-speed streams are recorded", "[1].count"),
            number("flares", "how many flares began", "[2].count"),
            lowest("clearest", "the place with the least cloud cover", clouds, cities),
            number("cloud_cover", "its cloud cover now", f"min({clouds}[].value)", unit="%", within=1),
            number(
                "temperature",
                "its temperature now",
                f"min_by([{colds}], &value).temperature",
                unit="°C",
                within=0.6,
            ),
        ),
        guard=_require_storm,
    )


def _require_storm(found: Sequence[Any]) -> None:
    require(found[0]["events"], "there was no storm.")
    require(len(found[0]["events"]) == found[0]["count"], "not all storms were returned.")
    require_lead((each["current"]["cloud_cover_percent"] for each in found[3:6]), 2, lowest=True)


_QUESTIONS = (_last_month, _strongest, _so_far_today, _ejections_of_a_day, _northern_lights)

FAMILY = VerseFamily(
    number=7,
    name="space_weather",
    title="Space Weather",
    goal="Report flares, ejections, storms and streams of the Sun, now and on past days.",
    make=make,
)
