"""Vision Research: find and read papers about the animals in a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, FileExists
from m3bench.core import Art
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.animals.sightings import all_visible
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.threads import Thread
from m3bench_suites.builders.m3.family import TaskDraw, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.papers import Paper
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
_OFTEN = {
    "bear": ("polar bear", "brown bear", "black bear"), "bee": ("honeybee", "honey bee", "bumblebee"),
    "butterfly": ("monarch butterfly", "monarch"), "chicken": ("hen", "rooster"), "cow": ("cattle", "bull"),
    "deer": ("stag", "red deer"), "eagle": ("bald eagle",), "elephant": ("African elephant",),
    "fox": ("red fox",), "frog": ("toad",), "penguin": ("emperor penguin",), "rabbit": ("hare",),
}  # fmt: skip
"""Other accepted names of the animals."""
Counts = dict[str, int]
Record = dict[str, Any]


class Rule(msgspec.Struct, frozen=True):
    """A rule that selects some of the animals."""

    name: str
    select: Callable[[Counts], list[str]]


def _numerous(counts: Counts) -> list[str]:
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most]


def _lonely(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count == 1]


def _several(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count > 1]


RULES = (Rule("all", list), Rule("several", _several), Rule("single", _lonely), Rule("most", _numerous))


class Search(msgspec.Struct, frozen=True):
    """Which paper about an animal is meant, and how to find it."""

    name: str
    archive: str
    arguments: Callable[[str], dict[str, Any]]
    ascending: bool = False

    def papers(self, world: World, animal: str) -> list[Paper]:
        """Return the first two papers of the search."""
        if self.archive == "biorxiv":
            return world.papers.search(self.archive, animal, 2)
        query = f"ti:{animal}"
        return world.papers.search(self.archive, query, 2, sort="published", ascending=self.ascending)


SEARCHES = (
    Search(
        "latest",
        "arxiv",
        lambda animal: {"query": f"ti:{animal}", "max_results": 5, "sort_by": "submittedDate"},
    ),
    Search(
        "oldest",
        "arxiv",
        lambda animal: {
            "query": f"ti:{animal}", "max_results": 5, "sort_by": "submittedDate", "sort_order": "ascending",
        },
        ascending=True,
    ),
    Search("preprint", "biorxiv", lambda animal: {"query": animal, "max_results": 5}),
)  # fmt: skip


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    counts: Counts
    """All animals of the picture."""
    animals: list[str]
    """The animals to find papers about."""
    search: Search
    folder: str
    since: date | None = None
    """Older papers are not read."""


class Finding(msgspec.Struct, frozen=True):
    """A paper, and its content if it was read."""

    animal: str
    record: Record
    sentences: tuple[str, ...] = ()
    """The shortest sentence of the abstract with the animal's name, and acceptable alternatives."""
    material: str = ""
    outcome: str = ""
    worst: str = ""

    @property
    def paper(self) -> str:
        return str(self.record["paper_id"])

    @property
    def file(self) -> str:
        """The part of the PDF's name that comes from the paper's id."""
        return re.sub(r"v[0-9]+$", "", self.paper.rpartition("/")[2])


def vision_research(draw: TaskDraw) -> TaskSpec:
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
        search=search,
        folder=draw.pick(_FOLDERS, "folder"),
        since=_since(draw, search, animals),
    )
    unread = _SINCE.get(draw.number % 8) == "none"
    ways = [(True, True), (False, True), *([] if unread else [(True, False), (False, False)])]
    return TaskSpec(
        words={
            "photo": photo.name,
            "rule": rule.name,
            "search": search.name,
            "archive": search.archive,
            "since": case.since,
            "folder": case.folder,
        },
        plans=tuple(
            partial(_plan, case, detects=detects, downloads=downloads) for detects, downloads in ways
        ),
        pictures=(photo.picture,),
        extra={"solvable": False} if unread else {"writes": [case.folder]},
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
    papers, many = search.papers(world, animal), search.papers(world, _plural(animal))
    if not papers:
        return False
    tied = search.archive == "arxiv" and len(papers) > 1 and papers[1].published == papers[0].published
    return not tied and (not many or many[0].id == papers[0].id)


def _since(draw: TaskDraw, search: Search, animals: Sequence[str]) -> date | None:
    """Draw a date that some of the papers reach, or none."""
    kept = _SINCE.get(draw.number % 8)
    if kept is None:
        return None
    latest = max(search.papers(draw.world, animal)[0].published for animal in animals)
    since = (draw.world.now.date() - latest).days
    require(since > 1, "the newest paper was published today.")
    return latest if kept == "some" else latest + timedelta(days=draw.whole(1, min(since, 200), "since"))


def _plural(animal: str) -> str:
    return _PLURALS.get(animal, f"{animal}s")


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
    records = [_first(search) for search in searched]
    kept = [index for index, record in enumerate(records) if _is_recent(case, record)]
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
            call(f"paper_search/download_{archive}", search, **paper)
            for paper, search in zip(papers, searched, strict=True)
        ]
        sources = list((yield fetching))
    reading = [
        call(f"paper_search/read_{archive}_paper", search, source, **paper)
        for paper, search, source in zip(papers, searched, sources, strict=True)
    ]
    return list((yield reading))


def _require_animals(result: CallResult, case: Case) -> None:
    """Raise `PlanError` if the detector misses or confuses an animal."""
    from m3bench_world.scenes.kinds.animals import SIZES  # noqa: PLC0415 - loads the drawing libraries

    seen = {name: count for name, count in result.data["counts"].items() if name in SIZES}
    require(seen == case.counts, "the detector miscounted the animals.")


def _first(result: CallResult) -> Record:
    if not isinstance(result.data, list) or not result.data:
        raise PlanError("a search found no paper about an animal.")
    return dict(result.data[0])


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
    ranked = sorted((sentence for sentence in _SENTENCE.split(abstract) if name.search(sentence)), key=len)
    require(ranked, f"the abstract does not name the {animal}.")
    fewest, shortest = min(len(sentence.split()) for sentence in ranked), len(ranked[0])
    return tuple(
        sentence for sentence in ranked if len(sentence) == shortest or len(sentence.split()) == fewest
    )


def answer_of(case: Case, findings: Sequence[Finding]) -> str:
    counted = join(f"{count} of the kind {animal}" for animal, count in case.counts.items())
    papers = " ".join(_describe(finding) for finding in findings)
    saved = f" The PDFs are in {case.folder}." if any(finding.material for finding in findings) else ""
    return f"The picture shows {counted}. Papers are wanted on: {join(case.animals)}. {papers}{saved}"


def _describe(finding: Finding) -> str:
    record = finding.record
    answer = (
        f"{finding.animal.capitalize()}: paper {finding.paper}, “{record['title']}”, published on "
        f"{record['published_date']}."
    )
    if not finding.material:
        return f"{answer} It is too old to be read."
    return (
        f"{answer} The shortest sentence of its abstract with the name is: “{finding.sentences[0]}” In all, "
        f"{finding.material} entered the analysis. Last in the ranking by {finding.outcome} is "
        f"{finding.worst}."
    )


def fields_of(case: Case, findings: Sequence[Finding]) -> dict[str, Expected]:
    animals = [
        {"animal": Expected(animal, also=_OFTEN.get(animal, ())), "count": Expected(count, grounds=(animal,))}
        for animal, count in case.counts.items()
    ]
    return {
        "animals": Expected(rows=tuple(animals)),
        "papers": Expected(rows=tuple(_expected_paper(finding) for finding in findings)),
    }


def _expected_paper(finding: Finding) -> dict[str, Expected]:
    without_version = re.sub(r"v[0-9]+$", "", finding.paper)
    paper = {
        "animal": Expected(finding.animal, also=_OFTEN.get(finding.animal, ())),
        "paper_id": Expected(finding.paper, also=(without_version,)),
        "published": Expected(finding.record["published_date"]),
    }
    if not finding.material:
        return {**paper, **dict.fromkeys(("sentence", "sample_size", "last_group"), Expected())}
    number = int(finding.material.split(" ", 1)[0].replace(",", ""))
    return {
        **paper,
        "sentence": Expected(finding.sentences[0], also=finding.sentences[1:]),
        "sample_size": Expected(number),
        "last_group": Expected(finding.worst),
    }


def checks_of(case: Case, findings: Sequence[Finding]) -> tuple[Check, ...]:
    """Return checks that the PDFs of exactly the papers to read exist."""
    return tuple(
        FileExists(f"{case.folder}/*{finding.file}*.pdf", at_least_bytes=500)
        if finding.material
        else FileExists(f"{case.folder}/*{finding.file}*.pdf", count=0)
        for finding in findings
    )


FAMILY = m3_family(
    number=3,
    name="vision_research",
    title="Vision Research",
    goal="Find papers on the animals in a picture, and report what they say.",
    servers=("dinox-mcp", "paper_search"),
    level="L3",
    tasks=(vision_research,),
)
