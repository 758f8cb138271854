"""Papers about the animals in a picture: rules, searches, answer form and expected values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Check, Expected, FileExists
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.core.text import join

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.papers import Paper

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

    request_text: str
    fuzzy_text: str
    select: Callable[[Counts], list[str]]


def _numerous(counts: Counts) -> list[str]:
    most = max(counts.values())
    return [name for name, count in counts.items() if count == most]


def _lonely(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count == 1]


def _several(counts: Counts) -> list[str]:
    return [name for name, count in counts.items() if count > 1]


RULES = (
    Rule("every kind of animal", "all the sorts of animals", list),
    Rule("each kind of animal of which there are at least two", "the sorts with two or more", _several),
    Rule("each kind of animal of which there is exactly one", "the sorts with a single one", _lonely),
    Rule("the most numerous kind of animal", "the animal there is most of", _numerous),
)


class Search(msgspec.Struct, frozen=True):
    """Which paper about an animal is meant, and how to find it."""

    request_text: str
    fuzzy_text: str
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
        "the most recent arXiv paper that has its name in the title",
        "the latest thing on arXiv with its name in the title",
        "arxiv",
        lambda animal: {"query": f"ti:{animal}", "max_results": 5, "sort_by": "submittedDate"},
    ),
    Search(
        "the oldest arXiv paper that has its name in the title",
        "the very first thing on arXiv with its name in the title",
        "arxiv",
        lambda animal: {
            "query": f"ti:{animal}", "max_results": 5, "sort_by": "submittedDate", "sort_order": "ascending",
        },
        ascending=True,
    ),
    Search(
        "the first bioRxiv preprint that a search for its name brings up",
        "the preprint that bioRxiv comes up with first for its name",
        "biorxiv",
        lambda animal: {"query": animal, "max_results": 5},
    ),
)  # fmt: skip


class Case(msgspec.Struct, frozen=True):
    """What one task asks for."""

    photo: str
    counts: Counts
    """All animals of the picture."""
    animals: list[str]
    """The animals to find papers about."""
    rule: Rule
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


def form_of(case: Case) -> AnswerForm:
    kind = (
        AnswerField("animal", FieldType.NAME, "its plain name"),
        AnswerField("count", FieldType.NUMBER, "how many the picture shows"),
    )
    paper = (
        AnswerField("animal", FieldType.NAME, "the animal that it is about"),
        AnswerField("paper_id", FieldType.CODE, "the paper's id in the archive"),
        AnswerField("published", FieldType.DATE, "when it was published"),
        AnswerField(
            "sentence", FieldType.TEXT, "the shortest sentence of the abstract that names the animal"
        ),
        AnswerField("sample_size", FieldType.NUMBER, "how many samples or individuals entered the analysis"),
        AnswerField("last_group", FieldType.NAME, "the group that comes last in the ranking"),
    )
    where = f"each paper from {case.search.archive}"
    return AnswerForm(
        (
            AnswerField("animals", FieldType.RECORD, "each kind of animal", many=True, fields=kind),
            AnswerField("papers", FieldType.RECORD, where, many=True, fields=paper),
        )
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
