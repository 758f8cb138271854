"""Requests of `cross` say what a person wants and not how it is found; forms reveal no branch."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import pytest

from m3bench_suites.builders import cross
from m3bench_suites.builders.tasks.family import Maker
from m3bench_suites.builders.tasks.wording import wording_of

FILES = sorted(Path(cross.__file__).parent.glob("*/**/*.toml"))
LEAST_WORDINGS, MOST_WORDS, MEDIAN_WORDS = 5, {"requests": 130, "fuzzy": 115}, 110
MOST_SHARED, WORDS_SHARED = 0.25, 4
BACKGROUND = {"purpose"}
"""What tells only why somebody asks."""
PROCEDURE = re.compile(
    r"\b(?:extract|retrieve|query|queries|call the|tools?|servers?|api|endpoints?|json|respectively|steps?"
    r"|afterwards|after that|thereafter|next,|finally,|firstly|secondly|using the|by means of|its summary"
    r"|key facts|the results of)\b",
    re.IGNORECASE,
)
MOST_PROCEDURE = 0.004
"""Share of the words of fuzzy requests that may be about how something is found."""


class Wording(NamedTuple):
    file: str
    table: str
    requests: list[str]
    fuzzy: list[str]
    fields: list[dict[str, Any]]


def wordings() -> Iterator[Wording]:
    for path in FILES:
        for name, table in tomllib.loads(path.read_text("utf-8")).items():
            if isinstance(table, dict) and "fuzzy" in table:
                fields = table.get("fields", [])
                yield Wording(path.stem, name, table["requests"], table["fuzzy"], fields)


ALL = list(wordings())
FUZZY = [text for wording in ALL for text in wording.fuzzy]


def tasks(name: str) -> set[Maker]:
    """Return what draws the tasks of a family."""
    return set(import_module(cross.GENERATOR.modules[name]).FAMILY.tasks)


def words(text: str) -> list[str]:
    return re.findall(r"\{\w+\}|[\w'’]+", text)


@pytest.mark.parametrize("kind", ["requests", "fuzzy"])
def test_requests_are_short(kind: str) -> None:
    counts = {text: len(words(text)) for wording in ALL for text in getattr(wording, kind)}
    assert {text: count for text, count in counts.items() if count > MOST_WORDS[kind]} == {}


def test_most_fuzzy_requests_are_shorter_still() -> None:
    assert median(len(words(text)) for text in FUZZY) <= MEDIAN_WORDS


def test_fuzzy_requests_do_not_say_how_something_is_found() -> None:
    told = [(match[0], text[:60]) for text in FUZZY for match in PROCEDURE.finditer(text)]
    assert len(told) / sum(len(words(text)) for text in FUZZY) <= MOST_PROCEDURE, told


def test_a_specification_would_be_noticed() -> None:
    text = "Query the API and extract the key facts; after that, retrieve its summary using the tool."
    assert len(PROCEDURE.findall(text)) / len(words(text)) > MOST_PROCEDURE


@pytest.mark.parametrize("kind", ["requests", "fuzzy"])
def test_every_family_has_several_wordings(kind: str) -> None:
    counts = {
        name: sum(len(getattr(wording_of(task), kind)) for task in tasks(name))
        for name in cross.GENERATOR.families
    }
    assert {name: count for name, count in counts.items() if count < LEAST_WORDINGS} == {}


def test_every_table_words_a_task() -> None:
    """A table that no family draws would be read by nobody."""
    drawn = {task.__name__.lstrip("_") for name in cross.GENERATOR.families for task in tasks(name)}
    assert {wording.table for wording in ALL} == drawn


@pytest.mark.parametrize("kind", ["requests", "fuzzy"])
def test_wordings_of_a_task_are_different_texts(kind: str) -> None:
    alike = [
        (wording.file, wording.table, round(shared, 2))
        for wording in ALL
        for one, other in combinations(getattr(wording, kind), 2)
        if (shared := overlap(one, other)) > MOST_SHARED
    ]
    assert alike == []


def test_a_near_copy_would_be_noticed() -> None:
    one = "Which of these towns is the largest, and how many people live there?"
    assert overlap(one, one.replace("largest", "smallest")) > MOST_SHARED


def test_all_wordings_of_a_task_ask_for_the_same_things() -> None:
    """A brace that one wording has and another has not is a value that the agent would have to guess."""
    for wording in ALL:
        for kind in (wording.requests, wording.fuzzy):
            named = [set(re.findall(r"\{(\w+)", text)) for text in kind]
            said = {name for names in named for name in names}
            form = set(re.findall(r"\{(\w+)", str(wording.fields)))
            assert all(said - names <= form | BACKGROUND for names in named), (wording.file, wording.table)


def test_forms_reveal_no_branch() -> None:
    told = [
        (wording.file, wording.table, field["name"])
        for wording in ALL
        for field in wording.fields
        if re.search(r", if |\bif (?:that|it) is\b|\bif asked\b", field["meaning"])
    ]
    assert told == []


def overlap(one: str, other: str) -> float:
    """Return the share of sequences of four words that two texts have in common."""
    first, second = (set(_sequences(words(text.casefold()))) for text in (one, other))
    return len(first & second) / min(len(first), len(second))


def _sequences(said: list[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(said[start : start + WORDS_SHARED]) for start in range(len(said) - WORDS_SHARED + 1))
