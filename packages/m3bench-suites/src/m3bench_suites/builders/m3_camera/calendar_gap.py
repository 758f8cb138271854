"""Calendar Gap: find the longest gap in a calendar without written times, and a film that fits into it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from m3bench.checks import Expected
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join
from m3bench.suites import Blueprint, Plan, Solution, call
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3.family import Family, TaskDraw
from m3bench_suites.builders.m3_camera._shared.films import film_id
from m3bench_suites.builders.m3_camera._shared.seeing import find_legible

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


def make(draw: TaskDraw) -> Blueprint:
    pause = draw.pick((10, 15, 20), "pause")
    photo = find_legible(draw, "phone_calendar", _suits)
    gap, blocks = photo.scene.facts["gap"], photo.scene.facts["blocks"]
    films = _films(draw, gap["minutes"] - 2 * pause)
    case = Case(
        photo=photo.name,
        start=gap["start"],
        end=gap["end"],
        minutes=gap["minutes"],
        before=next(each["title"] for each in blocks if each["end"] == gap["start"]),
        after=next(each["title"] for each in blocks if each["start"] == gap["end"]),
        films=tuple((film.title, film.year) for film in films),
        pause=pause,
    )
    titles = [f"{film.title} ({film.year})" for film in draw.sample(films, len(films), "order")]
    words = {"photo": case.photo, "pause": pause, "films": join(titles)}
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*_REQUESTS, **words),
        fuzzy_request=draw.phrased(*_FUZZY, **words),
        servers=("ocr", "tmdb"),
        form=_FORM,
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2",
        extra={"modalities": ["text", "image"]},
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
        same = sum((each.runtime or 0) < room for each in chosen)
        count = same if long < room else len(chosen) - same
        clear = all(abs(long - (each.runtime or 0)) >= _CLEAR for each in chosen)
        if long and count < wanted and clear and abs(long - room) >= _CLEAR and _is_single(draw, film):
            chosen.append(film)
        if len(chosen) == _FITTING + _TOO_LONG:
            return chosen
    require(False, "there are no suitable films")
    return chosen


def _is_single(draw: TaskDraw, film: Film) -> bool:
    """Return whether the title alone finds the film."""
    return [one.id for one in draw.world.films.search(film.title, 20) if one.title == film.title] == [film.id]


_REQUESTS = (
    (
        "{photo} is my calendar. I want to watch a film in the longest free time between two appointments "
        "of that day, with {pause} minutes free before and after it. Which of {films} are short enough (go "
        "by TMDB)? I take the longest of those. When does the free time begin and end, when must the film "
        "start at the latest, and which appointment comes after it?"
    ),
    (
        "Between which times am I free the longest on the day in {photo}, counting only time between two "
        "appointments? Leave {pause} minutes at both ends and tell me which of these films fit in by their "
        "running time on TMDB: {films}. Name the longest that does, when I have to start it at the latest, "
        "and the appointment that follows."
    ),
)
_FUZZY = (
    (
        "Film day! My appointments are in {photo}. In the biggest hole between two of them I could see one "
        "of {films}, if it fits with {pause} minutes to spare on each side (TMDB's running time). Which ones "
        "do? The longest of them it is, so start at the latest when? From when to when am I free, and what "
        "is on afterwards?"
    ),
    (
        "Have a look at {photo}. I would like to use my longest break between appointments for a film, "
        "{pause} minutes of peace before and after. What fits out of {films}, going by TMDB, which is the "
        "longest of these, when do I press play at the latest? Say when the break is and what comes next, "
        "too."
    ),
)
_FORM = AnswerForm((
    AnswerField("free_from", FieldType.TIME, "when the longest free time begins"),
    AnswerField("free_until", FieldType.TIME, "when it ends"),
    AnswerField("fitting", FieldType.NAME, "the films that fit", many=True),
    AnswerField("film", FieldType.NAME, "the film to watch"),
    AnswerField("latest_start", FieldType.TIME, "when it must start at the latest"),
    AnswerField("next_appointment", FieldType.NAME, "the appointment after the free time"),
))  # fmt: skip


def _plan(case: Case) -> Plan:
    searched = yield [call("tmdb/search_movies", query=title) for title, _ in case.films]
    ids = [film_id(*film, found) for film, found in zip(case.films, searched, strict=True)]
    found = yield [
        call("tmdb/get_movie_details", each, movie_id=number)
        for number, each in zip(ids, searched, strict=True)
    ]
    runtimes = {each.data["title"]: int(each.data["runtime"]) for each in found}
    fitting = [title for title, _ in case.films if runtimes[title] <= case.room]
    require(len(fitting) == _FITTING, "the films do not fit as expected")
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


FAMILY = Family(
    number=105,
    name="calendar_gap",
    title="Calendar Gap",
    goal="Find the longest gap in a pictured calendar, and the longest film that fits into it.",
    make=make,
)
