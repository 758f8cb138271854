"""NASA Data, Google Maps and Wikipedia: high towns, and sights under clouds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, call
from m3bench_suites.builders.cross.culture._shared.articles import (
    ARTICLE,
    SUMMARY,
    largest_places,
    nearest_place,
    point,
    population,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    computed,
    fork,
    leader,
    pluck,
    require,
    require_clear,
    solution,
    stated,
)

_IMAGERY, _ASSETS = "NASA Data/get_earth_imagery", "NASA Data/get_earth_assets"
_ELEVATION, _GEOCODE = "Google Maps/maps_elevation", "Google Maps/maps_geocode"
_NEARBY, _DETAILS = "Google Maps/search_nearby", "Google Maps/get_place_details"
_COUNTRIES = ("Colombia", "Mexico", "Turkey", "South Africa", "Japan", "Ukraine", "India", "Pakistan", "Peru")
_SIGHTS = (
    *(
        "CN Tower",
        "Spanish Steps",
        "Casa Batlló",
        "Brandenburg Gate",
        "Sydney Harbour Bridge",
        "Galata Tower",
    ),
    *(
        "Wawel Castle",
        "Gyeongbokgung Palace",
        "Tokyo Tower",
        "Prague Castle",
        "Grand Place",
        "Charles Bridge",
    ),
    *("Hassan II Mosque", "Vienna State Opera", "Oslo Opera House", "Helsinki Cathedral", "Belém Tower"),
)
_PLACES, _HIGHEST, _SHARE, _ASKED = 8, 3, 0.15, 6
_METRES, _SCORE = Tolerance(absolute=0.11), Tolerance(absolute=0.0002)
_CLOSE = 0.5
"""Elevations that differ by less, in metres, are too close to be put in order."""
_TOWN = re.compile(r"in or near (.+), ([^,]+)\. It lies")


def _heights(draw: TaskDraw) -> TaskSpec:
    country, radius = draw.turn(_COUNTRIES, "country"), draw.pick((3000, 4000, 5000), "radius")
    on = date(2025, 2, 1) + timedelta(days=draw.whole(0, 240, "day"))
    return TaskSpec(
        words={"country": country, "day": on, "share": _SHARE, "radius": radius},
        plans=(partial(_heights_plan, country, radius, on),),
    )


def _heights_plan(country: str, radius: int, on: date) -> Plan:
    (article,) = yield [call(ARTICLE, title=country)]
    places = largest_places(article.data, _PLACES)
    summaries = yield [call(SUMMARY, article, title=place) for place in places]
    points = {place: point(summary.data["summary"]) for place, summary in zip(places, summaries, strict=True)}
    (risen,) = yield [call(_ELEVATION, *summaries, locations=_locations(points.values()))]
    heights = dict(zip(places, _elevations(risen.data), strict=True))
    ordered = sorted(places, key=heights.__getitem__, reverse=True)
    require(_spaced([heights[place] for place in ordered]), "elevations are close to each other.")
    top = ordered[:_HIGHEST]
    views = yield [
        call(_IMAGERY, risen, summaries[places.index(place)], **_tile(points[place], on)) for place in top
    ]
    cover = pluck(top, views, "cloud_score")
    middle = sorted(top, key=cover.__getitem__)[1]
    share = cover[middle]
    require(all(abs(cover[place] - share) > 0.0005 for place in top if place != middle), "scores are close.")
    require_clear(share, _SHARE, 0.003)
    cloudy = share >= _SHARE
    kind = "museum" if cloudy else "library"
    centre = {"value": "{},{}".format(*points[middle]), "isCoordinates": True}
    full, around = yield [
        call(ARTICLE, *views, title=middle),
        call(_NEARBY, summaries[places.index(middle)], *views, center=centre, keyword=kind, radius=radius),
    ]
    nearest, _ = nearest_place(full.data)
    best = _best_rated(around.data["places"])
    near, details = yield [
        call(SUMMARY, full, title=nearest),
        call(_DETAILS, around, placeId=best["place_id"]),
    ]
    (last,) = yield [call(_ELEVATION, near, locations=_locations([point(near.data["summary"])]))]
    return solution(
        {
            "highest": stated(ordered[0]),
            "highest_elevation": stated(heights[ordered[0]], _METRES),
            "lowest": stated(ordered[-1]),
            "mean_elevation": computed(round(mean(heights.values()), 1), heights.values(), _METRES),
            "middle": stated(middle),
            "middle_score": stated(share, _SCORE),
            "nearest_place": stated(nearest),
            "nearest_elevation": stated(_elevations(last.data)[0], _METRES),
            "count": stated(around.data["count"]),
            **_best_fields(best, details.data),
        },
        branches=[
            fork(
                f"the median cloud score of the three highest places is at least {_SHARE}",
                cloudy,
                _NEARBY,
                met="museum",
                unmet="library",
            )
        ],
    )


def _sights(draw: TaskDraw) -> TaskSpec:
    sights, radius = draw.sample(_SIGHTS, _ASKED, "sights"), draw.pick((1500, 2000, 2500), "radius")
    on = date(2025, 2, 1) + timedelta(days=draw.whole(0, 240, "day"))
    return TaskSpec(
        words={"sights": join(sights), "day": on, "radius": radius},
        plans=(partial(_sights_plan, sights, radius, on), partial(_sights_plan, sights, radius, on, ARTICLE)),
    )


def _sights_plan(sights: list[str], radius: int, on: date, tool: str = SUMMARY) -> Plan:
    read = yield [call(tool, title=sight) for sight in sights]
    texts = pluck(sights, read, "summary")
    points = {sight: point(text) for sight, text in texts.items()}
    risen, *scenes = yield [
        call(_ELEVATION, *read, locations=_locations(points.values())),
        *(
            call(_ASSETS, result, lat=points[sight][0], lon=points[sight][1], date=str(on))
            for sight, result in zip(sights, read, strict=True)
        ),
    ]
    heights = dict(zip(sights, _elevations(risen.data), strict=True))
    highest = leader(heights, 2)
    taken = pluck(sights, scenes, "date")
    require(len(set(taken.values())) == _ASKED, "two scenes are the same.")
    earliest, latest = min(sights, key=taken.__getitem__), max(sights, key=taken.__getitem__)
    towns = {sight: town_of(texts[sight]) for sight in (earliest, latest)}
    require(towns[earliest] != towns[latest], "both stand in one town.")
    named = any(town in sight for town, _ in towns.values() for sight in sights)
    require(
        not named, "whoever looks up a sight called after its town would seem to have looked up the town."
    )
    views = yield [
        call(_IMAGERY, *scenes, read[sights.index(sight)], **_tile(points[sight], on))
        for sight in (earliest, latest)
    ]
    first, last = (view.data["cloud_score"] for view in views)
    require_clear(first, last, 0.001)
    cloudier = last > first
    chosen = latest if cloudier else earliest
    town, country = towns[chosen]
    own = read[sights.index(chosen)]
    home, spot = yield [
        call(SUMMARY, *views, own, title=town),
        call(_GEOCODE, *views, own, address=f"{town}, {country}"),
    ]
    hotels = yield from _hotels(spot, radius)
    ids = pluck(sights, scenes, "id")
    return solution(
        {
            "highest": stated(highest),
            "highest_elevation": stated(heights[highest], _METRES),
            "earliest_scene": stated(ids[earliest]),
            "earliest_score": stated(first, _SCORE),
            "latest_scene": stated(ids[latest]),
            "latest_score": stated(last, _SCORE),
            "population": stated(population(home.data["summary"])),
            **hotels,
        },
        branches=[
            fork(
                "the scene that was taken latest has the higher cloud score",
                cloudier,
                (SUMMARY, ARTICLE),
                met=towns[latest][0],
                unmet=towns[earliest][0],
            )
        ],
    )


def _hotels(spot: CallResult, radius: int) -> Steps[dict[str, Expected]]:
    """Look for hotels around a place. Return their number and the fields of the best."""
    place = spot.data["location"]
    centre = {"value": f"{place['lat']},{place['lng']}", "isCoordinates": True}
    (around,) = yield [call(_NEARBY, spot, center=centre, keyword="hotel", radius=radius)]
    best = _best_rated(around.data["places"])
    (details,) = yield [call(_DETAILS, around, placeId=best["place_id"])]
    return {"hotels": stated(around.data["count"]), **_best_fields(best, details.data)}


def town_of(summary: str) -> tuple[str, str]:
    """Return town and country of a sight, from its summary."""
    where = _TOWN.search(summary)
    if where is None:
        raise PlanError("the article does not say where the sight is.")
    return where[1], where[2]


def _tile(at: tuple[float, float], on: date) -> dict[str, Any]:
    return {"lat": at[0], "lon": at[1], "date": str(on), "dim": 1, "cloud_score": True}


def _locations(points: Any) -> list[dict[str, float]]:
    return [{"latitude": lat, "longitude": lng} for lat, lng in points]


def _elevations(data: Mapping[str, Any]) -> list[float]:
    return [float(result["elevation"]) for result in data["results"]]


def _spaced(heights: Sequence[float]) -> bool:
    """Return whether the highest, the lowest and the border of the three highest are clear."""
    pairs = ((0, 1), (_HIGHEST - 1, _HIGHEST), (-2, -1))
    return all(heights[higher] - heights[lower] > _CLOSE for higher, lower in pairs)


def _best_rated(places: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the best rated place, the nearest of those with the same rating."""
    ordered = sorted(places, key=lambda place: (-place["rating"], place["distance_m"]))
    require(len(ordered) >= 2, "there are few places.")
    same = [place for place in ordered if place["rating"] == ordered[0]["rating"]]
    require(len(same) == 1 or same[1]["distance_m"] > same[0]["distance_m"], "two places are the best.")
    return ordered[0]


def _best_fields(best: Mapping[str, Any], details: Mapping[str, Any]) -> dict[str, Expected]:
    require(details.get("phone"), "the place has no phone.")
    return {"best_rated": stated(best["name"]), "phone": stated(details["phone"])}


FAMILY = cross_family(
    number=49,
    name="nasa_maps_wikipedia",
    title="NASA Data, Google Maps and Wikipedia",
    servers=("NASA Data", "Google Maps", "Wikipedia"),
    tasks=(_heights, _sights),
)
