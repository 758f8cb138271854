"""Vision Research: find and read papers about the animals in a picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING

from m3bench.core import Art
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.animals.papers import (
    RULES,
    SEARCHES,
    Case,
    Counts,
    Finding,
    Record,
    Search,
    answer_of,
    checks_of,
    fields_of,
    form_of,
)
from m3bench_suites.builders.m3._shared.animals.sightings import all_visible
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import require
from m3bench_suites.builders.m3._shared.threads import Thread
from m3bench_suites.builders.m3.family import Family, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.scenes import Scene

_MOST = 3
_TRIES = {Art.DRAWN: 40, Art.PHOTOGRAPHS: 100}
"""Photographs seldom have three kinds of animals."""
_CLEAR = 0.8
"""Share of an animal that must be visible."""
_FOLDERS = ("papers", "library", "reading", "pdfs")
_PLURALS = {"wolf": "wolves", "butterfly": "butterflies", "sheep": "sheep", "deer": "deer", "fox": "foxes"}
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_ENTERED = re.compile(r"In all, ([\d,]+) ([a-z ]+?) entered the analysis")
_RANKED = re.compile(r"Ranked by ([a-z ]+?), the groups come in this order: (.+?)\. ", re.DOTALL)

_UNCLEAR = frozenset(("antelope", "bird", "crocodile", "duck", "turtle", "wolf"))
"""Animals that are mistaken for gazelles, robins, alligators, geese, tortoises or arctic foxes."""
_SINCE = {1: "some", 6: "none"}
"""Tasks (modulo 8) that want only recent papers read, and how many are recent."""


def make(draw: TaskDraw) -> Blueprint:
    search = SEARCHES[draw.number % len(SEARCHES)]
    photo = find_picture(
        draw,
        draw.photo_name(),
        "animals",
        lambda scene: _suits(draw, search, scene),
        numbers=scene_numbers(draw, tries=_TRIES[draw.art]),
    )
    counts: Counts = photo.scene.facts["animals"]
    rule = RULES[draw.number % len(RULES)]
    animals = rule.select(counts)
    case = Case(
        photo=photo.name,
        counts=counts,
        animals=animals,
        rule=rule,
        search=search,
        folder=draw.pick(_FOLDERS, "folder"),
        since=_since(draw, search, animals),
    )
    unread = _SINCE.get(draw.number % 8) == "none"
    ways = (
        ((True, True), (False, True))
        if unread
        else ((True, True), (False, True), (True, False), (False, False))
    )
    return Blueprint(
        id=draw.id,
        family=draw.family.title,
        request=_request(draw, case),
        fuzzy_request=_fuzzy(draw, case),
        servers=("dinox-mcp", "paper_search"),
        form=form_of(case),
        plans=tuple(
            partial(_plan, case, detects=detects, downloads=downloads) for detects, downloads in ways
        ),
        pictures=(photo.picture,),
        level="L3",
        extra={
            "modalities": ["text", "image"],
            **({"solvable": False} if unread else {"writes": [case.folder]}),
        },
        shown=tuple(counts),
        key_facts=tuple(counts),
    )


def _suits(draw: TaskDraw, search: Search, scene: Scene) -> bool:
    """Return whether the rule selects enough clear animals, with one clear paper for each."""
    rule, counts = RULES[draw.number % len(RULES)], scene.facts["animals"]
    if not counts or _UNCLEAR.intersection(counts) or not all_visible(scene, set(counts), _CLEAR):
        return False
    chosen = rule.select(counts)
    least, most = (1, 1) if rule is RULES[-1] else (2, _MOST)
    if not least <= len(chosen) <= most or (rule is not RULES[0] and len(counts) == len(chosen)):
        return False
    return all(_is_clear(draw.world, search, animal) for animal in chosen)


def _is_clear(world: World, search: Search, animal: str) -> bool:
    """Return whether singular and plural find the same first paper."""
    found, many = search.papers(world, animal), search.papers(world, _plural(animal))
    if not found:
        return False
    tied = search.archive == "arxiv" and len(found) > 1 and found[1].published == found[0].published
    return not tied and (not many or many[0].id == found[0].id)


def _since(draw: TaskDraw, search: Search, animals: Sequence[str]) -> date | None:
    """Draw a date that some of the papers reach, or none."""
    kept = _SINCE.get(draw.number % 8)
    if kept is None:
        return None
    latest = max(search.papers(draw.world, animal)[0].published for animal in animals)
    since = (draw.world.now.date() - latest).days
    require(since > 1, "the newest paper was published today")
    return latest if kept == "some" else latest + timedelta(days=draw.whole(1, min(since, 200), "since"))


def _plural(animal: str) -> str:
    return _PLURALS.get(animal, f"{animal}s")


def _request(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"Find the animals in {case.photo}; people do not count.",
            f"Which animals are in {case.photo}? Leave people out.",
            f"Have a close look at the animals in {case.photo}, never mind people.",
        ),
        "opening",
    )
    recent = (
        f" If it was published before {case.since:%-d %B %Y}, its id and date are all I want, and no PDF."
        if case.since
        else ""
    )
    return (
        f"{opening} How many are there of each kind? Go by the plain name, such as gull, not by the species. "
        f"For {case.rule.request_text}, find {case.search.request_text}: its id, and when it was "
        f"published.{recent} Save the PDF in the folder {case.folder}, and report from it the shortest "
        "sentence (fewest characters) of the abstract that contains the animal's name in the singular or "
        "plural, how many samples or individuals entered the analysis, and which group comes last in the "
        "paper's ranking by its main outcome."
    )


def _fuzzy(draw: TaskDraw, case: Case) -> str:
    opening = draw.pick(
        (
            f"I took {case.photo} on a trip and want to read up on what I saw.",
            f"My daughter has to give a talk on the animals in {case.photo}.",
            f"Look at {case.photo}. I would love to know what science has to say.",
        ),
        "murmur",
    )
    recent = (
        f" Don't bother to fetch or read what is older than {case.since:%-d %B %Y}; number and date will do."
        if case.since
        else ""
    )
    return (
        f"{opening} Which animals are there (plain names, like gull), and how many of each? Not people. It "
        f"is about {case.rule.fuzzy_text}. For each of those, get me {case.search.fuzzy_text}, with its "
        f"number in the archive and its date.{recent} The PDFs go to a folder called {case.folder}. From "
        "each I need the shortest line of the abstract that mentions the beast (one or many of it), how big "
        "the material was that went into the analysis, and what did worst in the ranking they give for their "
        "main outcome."
    )


def _plan(case: Case, *, detects: bool, downloads: bool) -> Plan:
    """Detect the animals, search for each, then download and read the papers."""
    seen: tuple[CallResult, ...] = ()
    if detects:
        detect = call("dinox-mcp/detect-all-objects", imageFileUri=case.photo, includeDescription=False)
        seen = tuple((yield [detect]))
        _require_animals(seen[0], case)
    searched = yield [
        call(f"paper_search/search_{case.search.archive}", *seen, **case.search.arguments(animal))
        for animal in case.animals
    ]
    records = [_first(each) for each in searched]
    kept = [place for place, record in enumerate(records) if _is_recent(case, record)]
    texts: Sequence[CallResult] = ()
    if kept:
        texts = yield from _read(
            case, [records[place] for place in kept], [searched[place] for place in kept], downloads=downloads
        )
    findings = [Finding(animal, record) for animal, record in zip(case.animals, records, strict=True)]
    for place, text in zip(kept, texts, strict=True):
        findings[place] = _finding(case.animals[place], records[place], text.text)
    return Solution(
        answer=answer_of(case, findings), fields=fields_of(case, findings), checks=checks_of(case, findings)
    )


def _is_recent(case: Case, record: Record) -> bool:
    return case.since is None or date.fromisoformat(record["published_date"]) >= case.since


def _read(
    case: Case, records: Sequence[Record], searched: Sequence[CallResult], *, downloads: bool
) -> Thread[Sequence[CallResult]]:
    """Read the texts of papers, optionally downloading them first."""
    archive = case.search.archive
    papers = [{"paper_id": record["paper_id"], "save_path": case.folder} for record in records]
    sources = list(searched)
    if downloads:
        fetching = [
            call(f"paper_search/download_{archive}", found, **paper)
            for paper, found in zip(papers, searched, strict=True)
        ]
        sources = list((yield fetching))
    reading = [
        call(f"paper_search/read_{archive}_paper", found, source, **paper)
        for paper, found, source in zip(papers, searched, sources, strict=True)
    ]
    return list((yield reading))


def _require_animals(found: CallResult, case: Case) -> None:
    """Raise `PlanError` if the detector misses or confuses an animal."""
    from m3bench_world.scenes.kinds.animals import SIZES  # noqa: PLC0415 - loads the drawing libraries

    seen = {name: count for name, count in found.data["counts"].items() if name in SIZES}
    require(seen == case.counts, "the detector miscounted the animals")


def _first(found: CallResult) -> Record:
    if not isinstance(found.data, list) or not found.data:
        raise PlanError("a search found no paper about an animal.")
    return dict(found.data[0])


def _finding(animal: str, record: Record, text: str) -> Finding:
    flat = " ".join(text.split())
    entered, ranked = _ENTERED.search(flat), _RANKED.search(flat)
    if not entered or not ranked:
        raise PlanError(f"the paper {record['paper_id']} has no sample size or no ranking.")
    groups = re.split(r", then |, ", ranked[2])
    return Finding(
        animal=animal,
        record=record,
        sentences=_shortest(animal, record["abstract"]),
        material=f"{entered[1]} {entered[2]}",
        outcome=ranked[1],
        worst=groups[-1],
    )


def _shortest(animal: str, abstract: str) -> tuple[str, ...]:
    """Return the shortest sentence with the animal's name, then others with as few words or characters."""
    name = re.compile(rf"\b(?:{animal}|{_plural(animal)})\b", re.IGNORECASE)
    ranked = sorted((each for each in _SENTENCE.split(abstract) if name.search(each)), key=len)
    if not ranked:
        raise PlanError(f"the abstract does not name the {animal}.")
    fewest, shortest = min(len(each.split()) for each in ranked), len(ranked[0])
    return tuple(each for each in ranked if len(each) == shortest or len(each.split()) == fewest)


FAMILY = Family(
    number=3,
    name="vision_research",
    title="Vision Research",
    goal="Find papers on the animals in a picture, and report what they say.",
    make=make,
)
