"""Vision Research: what has been written about the animals in a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import (
    AnswerNames,
    ArgumentFromPicture,
    ArgumentFromResult,
    Check,
    Claim,
    Claims,
    FileExists,
)
from m3bench.suites.m3._shared.facts import named, told
from m3bench.suites.m3._shared.scenery import fitting, listed
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, want

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_PHOTO = "photo.png"
_MOST = 3
_FOLDERS = ("papers", "library", "reading", "pdfs")
_PLURALS = {"wolf": "wolves", "butterfly": "butterflies", "sheep": "sheep", "deer": "deer", "fox": "foxes"}
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9])")
_ENTERED = re.compile(r"In all, ([\d,]+) ([a-z ]+?) entered the analysis")
_RANKED = re.compile(r"Ranked by ([a-z ]+?), the groups come in this order: (.+?)\. ", re.DOTALL)

Counts = dict[str, int]
Record = dict[str, Any]


class Rule(msgspec.Struct, frozen=True):
    """Which of the animals are meant."""

    asked: str
    hinted: str
    chosen: Callable[[Counts], list[str]]


def _numerous(counts: Counts) -> list[str]:
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most]


def _lonely(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count == 1]


def _several(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count > 1]


RULES = (
    Rule("every kind of animal", "all the sorts of animals", list),
    Rule("each kind of animal of which there are at least two", "the animals that are not alone", _several),
    Rule("each kind of animal of which there is exactly one", "the animals that have no companion", _lonely),
    Rule("the most numerous kind of animal", "the animal there is most of", _numerous),
)


class Search(msgspec.Struct, frozen=True):
    """Which paper on an animal is meant, and how it is found."""

    asked: str
    hinted: str
    archive: str
    arguments: Callable[[str], dict[str, Any]]


SEARCHES = (
    Search(
        "the most recent arXiv paper that has its name in the title",
        "the latest thing on arXiv with its name in the title",
        "arxiv",
        lambda animal: {"query": f"ti:{animal}", "max_results": 5, "sort_by": "submittedDate"},
    ),
    Search(
        "the paper that arXiv finds most relevant for its name in title or abstract",
        "whatever arXiv puts first when one looks for its name in titles and abstracts",
        "arxiv",
        lambda animal: {"query": f"ti:{animal} OR abs:{animal}", "max_results": 5},
    ),
    Search(
        "the first bioRxiv preprint that a search for its name brings up",
        "the preprint that bioRxiv comes up with first for its name",
        "biorxiv",
        lambda animal: {"query": animal, "max_results": 5},
    ),
)


class Case(msgspec.Struct, frozen=True):
    """What one task asks."""

    animals: list[str]
    rule: Rule
    search: Search
    folder: str


class Finding(msgspec.Struct, frozen=True):
    """What a paper says."""

    animal: str
    paper: str
    title: str
    sentences: tuple[str, ...]
    """The shortest of the abstract with the animal's name, and others that may pass for it."""
    material: str
    outcome: str
    worst: str


def make(lot: Lot) -> Blueprint:
    photo = fitting(lot, _PHOTO, "animals", lambda scene: _rule(lot, scene) is not None)
    rule = _rule(lot, photo.scene) or RULES[0]
    counts = photo.scene.facts["animals"]
    case = Case(
        animals=rule.chosen(counts),
        rule=rule,
        search=SEARCHES[lot.number % len(SEARCHES)],
        folder=lot.pick(_FOLDERS, "folder"),
    )
    return Blueprint(
        id=lot.id,
        family=lot.family.title,
        request=_request(lot, case),
        fuzzy_request=_fuzzy(lot, case),
        servers=("dinox-mcp", "paper_search"),
        plans=tuple(
            partial(_plan, case, looks=looks, downloads=downloads)
            for looks, downloads in ((True, True), (False, True), (True, False), (False, False))
        ),
        pictures=(photo.picture,),
        level="L3",
        extra={"modalities": ["text", "image"], "writes": [case.folder]},
        key_facts=tuple(counts),
    )


def _rule(lot: Lot, scene: Scene) -> Rule | None:
    """The rule whose turn it is, where it leaves a fair number of animals and, but for the first, not all."""
    rule, counts = RULES[lot.number % len(RULES)], scene.facts["animals"]
    chosen = rule.chosen(counts) if counts else []
    least, most = (1, 1) if rule is RULES[-1] else (2, _MOST)
    fair = least <= len(chosen) <= most and (rule is RULES[0] or len(counts) > len(chosen))
    return rule if fair else None


def _request(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"Find the animals in {_PHOTO}; people do not count.",
            f"Which animals are in {_PHOTO}? Leave people out.",
            f"Have a close look at the animals in {_PHOTO}, never mind people.",
        ),
        "opening",
    )
    return (
        f"{opening} For {case.rule.asked}, take {case.search.asked}, save its PDF in the folder "
        f"{case.folder}, "
        "and read it. Report the paper's id, the shortest sentence (fewest characters) of its abstract that "
        "contains the animal's name in the singular or plural, how many samples or individuals entered "
        "the analysis, and which "
        "group comes last in the paper's ranking by its main outcome."
    )


def _fuzzy(lot: Lot, case: Case) -> str:
    opening = lot.pick(
        (
            f"I took {_PHOTO} on a trip and want to read up on what I saw.",
            f"My daughter has to give a talk on the animals in {_PHOTO}.",
            f"Look at {_PHOTO}. I would love to know what science has to say.",
        ),
        "murmur",
    )
    return (
        f"{opening} It is about {case.rule.hinted}, not people. For each such sort, get me "
        f"{case.search.hinted}, "
        f"with the PDF in a folder called {case.folder}. From each I need its number in the archive, the "
        "shortest line of the abstract that mentions the beast (one or many of it), how big the material "
        "was that went into the analysis, and what did worst in the ranking they give for their main outcome."
    )


def _plan(case: Case, *, looks: bool, downloads: bool) -> Plan:
    """See the animals, search for each, fetch and read."""
    seen: tuple[Found, ...] = ()
    if looks:
        seen = tuple(
            (yield [want("dinox-mcp/detect-all-objects", imageFileUri=_PHOTO, includeDescription=False)])
        )
        _must_see(seen[0], case)
    archive = case.search.archive
    searched = yield [
        want(f"paper_search/search_{archive}", *seen, **case.search.arguments(animal))
        for animal in case.animals
    ]
    records = [_first(each) for each in searched]
    papers = [{"paper_id": record["paper_id"], "save_path": case.folder} for record in records]
    sources = list(searched)
    if downloads:
        sources = list(
            (
                yield [
                    want(f"paper_search/download_{archive}", found, **paper)
                    for paper, found in zip(papers, searched, strict=True)
                ]
            )
        )
    texts = yield [
        want(f"paper_search/read_{archive}_paper", found, source, **paper)
        for paper, found, source in zip(papers, searched, sources, strict=True)
    ]
    findings = [
        _finding(animal, record, text.text)
        for animal, record, text in zip(case.animals, records, texts, strict=True)
    ]
    return Solution(answer=_answer(case, findings), checks=_checks(case, findings))


def _must_see(found: Found, case: Case) -> None:
    """The detector finds the animals that are meant, and takes none for another."""
    from m3bench.world.scenes.kinds.animals import SIZES  # noqa: PLC0415 - loads the drawing libraries

    seen = {name: count for name, count in found.data["counts"].items() if name in SIZES}
    if not seen or sorted(case.rule.chosen(seen)) != sorted(case.animals):
        raise PlanError("the detector misses an animal, or sees one too many.")


def _first(found: Found) -> Record:
    if not isinstance(found.data, list) or not found.data:
        raise PlanError("there is no paper on an animal.")
    return dict(found.data[0])


def _finding(animal: str, record: Record, text: str) -> Finding:
    flat = " ".join(text.split())
    entered, ranked = _ENTERED.search(flat), _RANKED.search(flat)
    if not entered or not ranked:
        raise PlanError(f"the paper {record['paper_id']} lacks what is asked for.")
    groups = re.split(r", then |, ", ranked[2])
    return Finding(
        animal=animal,
        paper=record["paper_id"],
        title=record["title"],
        sentences=_shortest(animal, record["abstract"]),
        material=f"{entered[1]} {entered[2]}",
        outcome=ranked[1],
        worst=groups[-1],
    )


def _shortest(animal: str, abstract: str) -> tuple[str, ...]:
    """The shortest sentence with the animal in it; then others that are as short if one counts words."""
    name = re.compile(rf"\b(?:{animal}|{_PLURALS.get(animal, animal + 's')})\b", re.IGNORECASE)
    ranked = sorted((each for each in _SENTENCE.split(abstract) if name.search(each)), key=len)
    if not ranked:
        raise PlanError(f"the abstract does not name the {animal}.")
    fewest, shortest = min(len(each.split()) for each in ranked), len(ranked[0])
    return tuple(each for each in ranked if len(each) == shortest or len(each.split()) == fewest)


def _answer(case: Case, findings: Sequence[Finding]) -> str:
    papers = " ".join(
        f"{finding.animal.capitalize()}: paper {finding.paper}, “{finding.title}”. The shortest sentence "
        "of its "
        f"abstract with the name is: “{finding.sentences[0]}” In all, {finding.material} entered the "
        "analysis. "
        f"Last in the ranking by {finding.outcome} is {finding.worst}."
        for finding in findings
    )
    return f"The animals meant are: {listed(case.animals)}. {papers} The PDFs are in {case.folder}."


def _checks(case: Case, findings: Sequence[Finding]) -> tuple[Check, ...]:
    return (
        Claims(tuple(claim for finding in findings for claim in _claims(finding))),
        AnswerNames(all_of=tuple(_id(finding) for finding in findings)),
        FileExists(f"{case.folder}/*.pdf", at_least_bytes=500, count=len(findings)),
        ArgumentFromPicture(
            "paper_search/search_*", "query", tuple(case.animals), at_least=len(case.animals)
        ),
        ArgumentFromResult("paper_search/read_*", "paper_id", "paper_search/search_*"),
    )


def _claims(finding: Finding) -> list[Claim]:
    number, unit = finding.material.split(" ", 1)
    about = finding.animal
    return [
        named(f"the paper on the {about} is {finding.paper}", _id(finding)),
        Claim(f"its shortest sentence on the {about}", any_of=finding.sentences),
        told(f"how many {unit} the paper on the {about} studied", float(number.replace(",", ""))),
        named(f"last in the paper on the {about} is {finding.worst}", finding.worst),
    ]


def _id(finding: Finding) -> str:
    """The paper's id, be it without its version."""
    return f"{finding.paper}|{re.sub(r'v[0-9]+$', '', finding.paper)}"


FAMILY = Family(
    number=3,
    name="vision_research",
    title="Vision Research",
    goal="Find papers on the animals that a picture shows, and report what they say.",
    make=make,
)
