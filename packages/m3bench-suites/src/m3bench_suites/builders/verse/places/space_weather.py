"""Space Weather: flares, ejections, storms and streams of the Sun."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import (
    Family,
    Lookups,
    Value,
    apart,
    ask,
    holds,
    require,
    require_lead,
    use,
    within,
)
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import NORTHERN, listed, weather
from m3bench_suites.builders.verse.places._shared.readings import cloud_cover, leading
from m3bench_suites.builders.verse.places._shared.values import ZERO, compared_results, lowest

_FLARES = "nasa-mcp/get_solar_flare"
_EJECTIONS = "nasa-mcp/get_coronal_mass_ejection"
_STORMS = "nasa-mcp/get_geomagnetic_storm"
_STREAMS = "nasa-mcp/get_hight_speed_stream"
_FLUX = {"A": 1e-8, "B": 1e-7, "C": 1e-6, "M": 1e-5, "X": 1e-4}
_LONG_AGO = 700


def flux(flare: dict[str, Any]) -> float:
    """Return the strength of a flare by its class."""
    kind = str(flare["classType"])
    return _FLUX[kind[0]] * float(kind[1:])


def _last_month(_: TaskDraw) -> Lookups:
    return Lookups(
        level="L1",
        calls=(ask(_FLARES),),
        values={
            "since": "[0].start_date",
            "flares": Value("[0].count", ZERO),
            "first_class": "[0].events[0].classType",
            "first_region": Value("[0].events[0].activeRegionNum", ZERO),
        },
    )


def _strongest(draw: TaskDraw) -> Lookups:
    last = draw.world.now.date() - timedelta(days=draw.whole(20, _LONG_AGO, "last"))
    first = last - timedelta(days=draw.whole(3, 5, "span"))

    def strongest(events: list[dict[str, Any]]) -> dict[str, Any]:
        return max(events, key=flux)

    return Lookups(
        level="L1",
        words={"first": f"{first:%-d %B %Y}", "last": f"{last:%-d %B %Y}"},
        calls=(ask(_FLARES, start_date=str(first), end_date=str(last)),),
        values={
            "class": Value(
                "[0].events",
                grounds="[0].events[].classType",
                convert=lambda events: strongest(events)["classType"],
            ),
            "peak": Value(
                "[0].events",
                grounds="[0].events[].peakTime",
                convert=lambda events: strongest(events)["peakTime"][11:16],
            ),
            "region": Value(
                "[0].events",
                ZERO,
                grounds="[0].events[].activeRegionNum",
                convert=lambda events: strongest(events)["activeRegionNum"],
            ),
        },
        live=None,
        guards=(_require_strongest,),
    )


def _require_strongest(results: list[Any]) -> None:
    found = results[0]
    require(len(found["events"]) == found["count"] >= 3, "not all flares were returned.")
    require_lead(map(flux, found["events"]), 1e-8)


def _so_far_today(_: TaskDraw) -> Lookups:
    today = use("[0].end_date")
    return Lookups(
        level="L2",
        calls=(
            ask(_STORMS),
            ask(_FLARES, start_date=today, end_date=today),
            ask(_EJECTIONS, start_date=today, end_date=today),
        ),
        values={
            "storms": Value("[0].count", ZERO),
            "flares": Value("[1].count", ZERO),
            "ejections": Value("[2].count", ZERO),
            "latest_class": "[1].events[-1].classType",
            "latest_begin": "[1].events[-1].beginTime",
        },
    )


def _ejections_of_a_day(draw: TaskDraw) -> Lookups:
    sun, today = draw.world.space.sun, draw.world.now.date()
    for attempt in range(60):
        chosen = today - timedelta(days=draw.whole(10, _LONG_AGO, "day", attempt))
        if len(sun.ejections(chosen)) >= 3 and sun.flares(chosen):
            break
    else:
        raise PlanError("no day has several ejections.")
    speeds = "[1].events[].cmeAnalyses[0].speed"
    return Lookups(
        level="L2",
        words={"date": f"{chosen:%-d %B %Y}"},
        calls=(
            ask(_FLARES, start_date=str(chosen), end_date=str(chosen)),
            ask(_EJECTIONS, start_date=str(chosen), end_date=str(chosen)),
            ask("math/mean", numbers=use(speeds)),
            ask("math/max", numbers=use(speeds)),
        ),
        values={
            "flares": Value("[0].count", ZERO),
            "ejections": Value("[1].count", ZERO),
            "mean_speed": Value("[2]", within(0.6)),
            "top_speed": Value("[3]", within(0.6)),
        },
        live=None,
        guards=(holds("length([1].events) == [1].count"),),
    )


def _northern_lights(draw: TaskDraw) -> Lookups:
    cities = leading(draw, NORTHERN, 3, cloud_cover, by=2, lowest=True)
    clouds = compared_results(cities, "current.cloud_cover_percent", first=3)
    colds = ", ".join(
        f"{{temperature: [{number}].current.temperature, value: [{number}].current.cloud_cover_percent}}"
        for number in range(3, 6)
    )
    return Lookups(
        level="L3",
        words=listed(cities),
        calls=(ask(_STORMS), ask(_STREAMS), ask(_FLARES), *map(weather, cities)),
        values={
            "storms": Value("[0].count", ZERO),
            "latest_storm": "[0].events[-1].startTime",
            "streams": Value("[1].count", ZERO),
            "flares": Value("[2].count", ZERO),
            "clearest": lowest(clouds),
            "cloud_cover": Value(f"min({clouds}[].value)", within(1)),
            "temperature": Value(f"min_by([{colds}], &value).temperature", within(0.6)),
        },
        guards=(
            holds("length([0].events) == [0].count"),
            apart(f"{clouds}[].value", 2, lowest=True),
        ),
    )


FAMILY = Family(
    number=7,
    name="space_weather",
    title="Space Weather",
    goal="Report flares, ejections, storms and streams of the Sun, now and on past days.",
    tasks=(_last_month, _strongest, _so_far_today, _ejections_of_a_day, _northern_lights),
    kind="retrieval",
)
