"""Wikipedia and NASA Data: towns under clouds, and articles on what the Sun does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial
from statistics import mean
from typing import Any

from m3bench.checks import Tolerance
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.culture._shared.articles import (
    ARTICLE,
    FACTS,
    LINKS,
    SECTIONS,
    SUMMARY,
    compare,
    largest_places,
    nearest_place,
    point,
    wrong_sheets,
)
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    leader,
    leader_of,
    pluck,
    require,
    require_clear,
    solution,
    stated,
    together,
    validation,
)

_IMAGERY, _PICTURE = "NASA Data/get_earth_imagery", "NASA Data/get_astronomy_picture_of_day"
_MESSAGES = "NASA Data/get_notifications"
_COUNTRIES = ("Japan", "Argentina", "Colombia", "Philippines", "Nigeria")
_PLACES, _LINKED, _STORMS = 10, 5, 3
_SHARE = 0.2
_SCORE = Tolerance(absolute=0.0002)
_KINDS = {
    "NASA Data/get_coronal_mass_ejection": "Coronal mass ejection",
    "NASA Data/get_solar_flare": "Solar flare",
    "NASA Data/get_geomagnetic_storm": "Geomagnetic storm",
    "NASA Data/get_solar_energetic_particle": "Solar energetic particles",
    "NASA Data/get_hight_speed_stream": "Solar wind",
    "NASA Data/get_radiation_belt_enhancement": "Van Allen radiation belt",
}
_COUNTED = ("ejections", "flares", "storms", "particle_events", "streams", "enhancements")


def _skies(draw: TaskDraw) -> TaskSpec:
    country = draw.turn(_COUNTRIES, "country")
    on = date(2025, 3, 1) + timedelta(days=draw.whole(0, 200, "day"))
    return TaskSpec(
        words={"country": country, "day": on, "share": _SHARE}, plans=(partial(_skies_plan, country, on),)
    )


def _skies_plan(country: str, on: date) -> Plan:
    (article,) = yield [call(ARTICLE, title=country)]
    places = largest_places(article.data, _PLACES)
    summaries, sheets = yield from together(
        (call(SUMMARY, article, title=place) for place in places),
        (call(FACTS, article, title=place, topic_within_article="population") for place in places),
    )
    wrong = [comparison for comparison in compare(places, summaries, sheets, "population") if comparison.gap]
    seen = yield [_view(summary, on) for summary in summaries]
    cover = pluck(places, seen, "cloud_score")
    require(all(abs(score - _SHARE) > 0.003 for score in cover.values()), "a score is close to the limit.")
    average = mean(cover.values())
    require_clear(average, _SHARE, 0.005)
    away = {place: abs(score - average) for place, score in cover.items()}
    typical = leader(away, 0.0005, lowest=True)
    taken = seen[places.index(typical)].data["date"][:10]
    require(taken != str(on), "it was photographed on the very day.")
    cloudy = average >= _SHARE
    full, picture = yield [
        call(ARTICLE, *seen, title=typical),
        call(_PICTURE, *seen, date=taken if cloudy else str(on)),
    ]
    nearest, _ = nearest_place(full.data, places)
    (near,) = yield [call(SUMMARY, full, title=nearest)]
    (view,) = yield [_view(near, on)]
    return solution(
        {
            "wrong_sheets": wrong_sheets(wrong, "town", "population"),
            "typical": stated(typical),
            "typical_score": stated(cover[typical], _SCORE),
            "cloudy_places": computed(sum(score > _SHARE for score in cover.values()), cover.values()),
            "mean_score": computed(round(average, 4), cover.values(), _SCORE),
            "nearest_place": stated(nearest),
            "nearest_score": stated(view.data["cloud_score"], _SCORE),
            "picture": stated(picture.data["title"]),
        },
        branches=[
            fork(
                f"the mean cloud score of the ten places is at least {_SHARE}",
                cloudy,
                _PICTURE,
                met=taken,
                unmet=str(on),
            )
        ],
        validations=[
            validation("the population of a town", (SUMMARY, FACTS), places, [sheet.title for sheet in wrong])
        ],
    )


def _month(draw: TaskDraw) -> TaskSpec:
    start = date(2024, 1, 1) + timedelta(days=draw.whole(0, 600, "start"))
    end = start + timedelta(days=44)
    span = {"start_date": str(start), "end_date": str(end)}

    def plan() -> Plan:
        counts = yield [call(tool, **span) for tool in _KINDS]
        numbers = [count.data["count"] for count in counts]
        occurred = [
            (title, item)
            for title, item, count in zip(_KINDS.values(), counts, numbers, strict=True)
            if count
        ]
        stormy = numbers[_COUNTED.index("storms")] >= _STORMS
        *read, messages = yield [
            *(call(SECTIONS, item, title=title) for title, item in occurred),
            call(_MESSAGES, *counts, notification_type="GST" if stormy else "HSS", **span),
        ]
        sizes = {result.data["title"]: _characters(result.data) for result in read}
        longest = leader(sizes, 1)
        (links,) = yield [call(LINKS, *read, title=longest)]
        others = links.data["links"][:_LINKED]
        require(len(others) == _LINKED, "there are few links.")
        new = [title for title in others if title not in sizes]
        require(len(new) >= 2, "most linked articles are known.")
        more = yield [call(SECTIONS, links, title=title) for title in new]
        known = {result.data["title"]: result for result in (*read, *more)}
        lengths = {title: _characters(known[title].data) for title in others}
        second = leader(lengths, 1)
        (further,) = yield [call(LINKS, *more, *read, title=second)]
        end = further.data["links"][-1]
        require(end not in known, "the last link is known.")
        (ended,) = yield [call(SECTIONS, further, title=end)]
        sections = known[second].data["sections"]
        heading = leader_of(sections, lambda section: section["characters"], 1)["title"]
        return solution(
            {
                **{name: stated(count) for name, count in zip(_COUNTED, numbers, strict=True)},
                "longest_article": stated(longest),
                "longest_characters": computed(sizes[longest], _sizes(known[longest].data)),
                "linked_article": stated(second),
                "longest_section": stated(heading),
                "last_link": stated(end),
                "last_link_characters": computed(_characters(ended.data), _sizes(ended.data)),
                "messages": stated(messages.data["count"]),
            },
            branches=[
                fork(
                    f"at least {_STORMS} geomagnetic storms began", stormy, _MESSAGES, met="GST", unmet="HSS"
                )
            ],
        )

    return TaskSpec(words={"start": start, "end": end, "storms": _STORMS}, plans=(plan,))


def _view(summary: CallResult, on: date) -> PlannedCall:
    """Return the call for the satellite picture of a town, at the coordinates of its summary."""
    lat, lon = point(summary.data["summary"])
    return call(_IMAGERY, summary, lat=lat, lon=lon, date=str(on), dim=1, cloud_score=True)


def _sizes(sections: Mapping[str, Any]) -> list[int]:
    return [section["characters"] for section in sections["sections"]]


def _characters(sections: Mapping[str, Any]) -> int:
    return sum(_sizes(sections))


FAMILY = cross_family(
    number=47,
    name="wikipedia_nasa",
    title="Wikipedia and NASA Data",
    servers=("Wikipedia", "NASA Data"),
    tasks=(_skies, _month),
)
