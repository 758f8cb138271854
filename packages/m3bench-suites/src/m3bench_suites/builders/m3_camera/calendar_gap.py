"""Calendar Gap: find the longest gap in a calendar without written times, and a film that fits into it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.m3._shared.films import film_id
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.m3_camera._shared.pictures import find_legible
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.films import Film
    from m3bench_world.scenes import Scene

_SHORTEST_GAP = 150
_FITTING, _TOO_LONG = 2, 2
_CLEAR = 6
"""Minimum difference in minutes between a film and the time for it, and between two films."""
_POOL = 400


class Case(msgspec.Struct, frozen=True):
    photo: str
    start: str
    end: str
    minutes: int
    before: str
    """The appointment before the gap."""
    after: str
    films: tuple[tuple[str, int], ...]
    """Titles and years."""
    pause: int

    @property
    def room(self) -> int:
        """The time for a film, with a pause before and after it."""
        return self.minutes - 2 * self.pause


def calendar_gap(draw: TaskDraw) -> TaskSpec:
    pause = draw.pick((10, 15, 20), "pause")
    photo = find_legible(draw, "phone_calendar", _suits)
    gap, blocks = photo.scene.facts["gap"], photo.scene.facts["blocks"]
    films = _films(draw, gap["minutes"] - 2 * pause)
    case = Case(
        photo=photo.name,
        start=gap["start"],
        end=gap["end"],
        minutes=gap["minutes"],
        before=next(block["title"] for block in blocks if block["end"] == gap["start"]),
        after=next(block["title"] for block in blocks if block["start"] == gap["end"]),
        films=tuple((film.title, film.year) for film in films),
        pause=pause,
    )
    titles = [f"{film.title} ({film.year})" for film in draw.sample(films, len(films), "order")]
    return TaskSpec(
        words={"photo": case.photo, "pause": pause, "films": join(titles)},
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        shown=(case.start, case.end),
        key_facts=(case.start, case.end, case.before, case.after),
    )


def _suits(scene: Scene) -> bool:
    return bool(scene.facts["gap"]["minutes"] >= _SHORTEST_GAP)


def _films(draw: TaskDraw, room: int) -> list[Film]:
    """Draw films that fit into the time and films that do not, all clearly different."""
    known = draw.world.films.top(_POOL)
    chosen: list[Film] = []
    for film in draw.sample(known, len(known), "films"):
        long = film.runtime or 0
        wanted = _FITTING if long < room else _TOO_LONG
        same = sum((film.runtime or 0) < room for film in chosen)
        count = same if long < room else len(chosen) - same
        clear = all(abs(long - (film.runtime or 0)) >= _CLEAR for film in chosen)
        if long and count < wanted and clear and abs(long - room) >= _CLEAR and _is_single(draw, film):
            chosen.append(film)
        if len(chosen) == _FITTING + _TOO_LONG:
            return chosen
    require(False, "there are no suitable films.")
    return chosen


def _is_single(draw: TaskDraw, film: Film) -> bool:
    """Return whether the title alone finds the film."""
    return [match.id for match in draw.world.films.search(film.title, 20) if match.title == film.title] == [
        film.id
    ]


def _plan(case: Case) -> Plan:
    searched = yield [call("tmdb/search_movies", query=title) for title, _ in case.films]
    ids = [film_id(*film, search) for film, search in zip(case.films, searched, strict=True)]
    results = yield [
        call("tmdb/get_movie_details", search, movie_id=number)
        for number, search in zip(ids, searched, strict=True)
    ]
    runtimes = {result.data["title"]: int(result.data["runtime"]) for result in results}
    fitting = [title for title, _ in case.films if runtimes[title] <= case.room]
    require(len(fitting) == _FITTING, "the films do not fit as expected.")
    film = max(fitting, key=lambda title: runtimes[title])
    hour, minute = map(int, case.end.split(":"))
    start = 60 * hour + minute - case.pause - runtimes[film]
    latest = f"{start // 60:02d}:{start % 60:02d}"
    answer = (
        f"You are free from {case.start} until {case.end}. {join(fitting)} fit. Watch {film} "
        f"({runtimes[film]} minutes), starting at {latest} at the latest. {case.after} comes next."
    )
    return Solution(
        answer=answer,
        fields={
            "free_from": Expected(case.start),
            "free_until": Expected(case.end),
            "fitting": Expected(items=tuple(Expected(t, grounds=(runtimes[t],)) for t in fitting)),
            "film": Expected(film, grounds=tuple(runtimes[title] for title in fitting)),
            "latest_start": Expected(latest, grounds=(case.end, runtimes[film])),
            "next_appointment": Expected(case.after),
        },
    )


FAMILY = m3_family(
    number=105,
    name="calendar_gap",
    title="Calendar Gap",
    goal="Find the longest gap in a pictured calendar, and the longest film that fits into it.",
    servers=("ocr", "tmdb"),
    level="L2",
    tasks=(calendar_gap,),
)
