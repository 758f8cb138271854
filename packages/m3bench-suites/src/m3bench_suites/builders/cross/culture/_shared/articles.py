"""Reading articles of the encyclopedia."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.tasks import computed, require, rows, stated

ARTICLE, SUMMARY = "Wikipedia/get_article", "Wikipedia/get_summary"
FACTS = "Wikipedia/extract_key_facts"
LINKS, SECTIONS = "Wikipedia/get_links", "Wikipedia/get_sections"

_POPULATION = re.compile(r"population of about ([\d,]*\d)")
_RUNTIME = re.compile(r"runs for (\d+) minutes")
_POINT = re.compile(r"It lies at ([\d.]+)° ([NS]), ([\d.]+)° ([EW])")
_AIRPORT = re.compile(r"is (.+) \(([A-Z]{3})\), about")
_NEAREST = re.compile(r"(?:: |, )(.+?) \(([\d,]+) km\)")


class Compared(msgspec.Struct, frozen=True):
    """A number about one thing: as its article states it, and as its fact sheet does."""

    title: str
    article: int
    sheet: int

    @property
    def gap(self) -> int:
        return abs(self.article - self.sheet)


def population(text: str) -> int:
    """Return the population that a text states."""
    return _number(_POPULATION, text)


def running_time(text: str) -> int:
    """Return the minutes that a film runs for by a text."""
    return _number(_RUNTIME, text)


def point(text: str) -> tuple[float, float]:
    """Return the latitude and longitude that a text states."""
    lat, north, lng, east = _match(_POINT, text).groups()
    return (float(lat) if north == "N" else -float(lat), float(lng) if east == "E" else -float(lng))


def airport(text: str) -> tuple[str, str]:
    """Return name and code of the nearest airport, from the section about transport."""
    match = _match(_AIRPORT, text)
    return match[1], match[2]


def nearest_place(article: Mapping[str, Any], without: Collection[str] = ()) -> tuple[str, int]:
    """Return the first of the nearest larger places of a town that is not left out, and how far it is."""
    for match in _NEAREST.finditer(section(article, "Surroundings")):
        if match[1] not in without:
            return match[1], int(match[2].replace(",", ""))
    raise PlanError("no nearest place is left.")


def section(article: Mapping[str, Any], heading: str) -> str:
    """Return the text of a section."""
    for item in article["sections"]:
        if item["title"] == heading:
            return str(item["text"])
    raise PlanError(f"the article has no section {heading}.")


def largest_places(article: Mapping[str, Any], count: int) -> list[str]:
    """Return the first of the largest places that the article on a country lists. A title that itself has a
    comma is put together again, as the links have it."""
    listed, links = section(article, "Largest places").rstrip("."), article["links"]
    places = sorted((link for link in links if f", {link}," in f", {listed},"), key=listed.index)
    require(len(places) >= count, "few places are listed.")
    require(", ".join(places[:count]) == listed[: len(", ".join(places[:count]))], "a place has no article.")
    return places[:count]


def compare(
    titles: Sequence[str], summaries: Sequence[CallResult], sheets: Sequence[CallResult], fact: str
) -> list[Compared]:
    """Return what summaries and fact sheets state about each thing: its `population` or `running time`."""
    read = population if fact == "population" else running_time
    return [
        Compared(title, read(summary.data["summary"]), read(" ".join(sheet.data["facts"])))
        for title, summary, sheet in zip(titles, summaries, sheets, strict=True)
    ]


def wrong_sheets(wrong: Sequence[Compared], thing: str, number: str) -> Expected:
    """Return records of things whose fact sheets state another number than their articles."""
    return rows(
        {
            thing: stated(comparison.title),
            f"article_{number}": stated(comparison.article),
            f"sheet_{number}": stated(comparison.sheet),
        }
        for comparison in wrong
    )


def totals(compared: Sequence[Compared]) -> tuple[Expected, Expected]:
    """Return the expected sums of the numbers in articles and in fact sheets."""
    articles, sheets = ([getattr(thing, side) for thing in compared] for side in ("article", "sheet"))
    return computed(sum(articles), articles), computed(sum(sheets), sheets)


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    match = pattern.search(text)
    if match is None:
        raise PlanError(f"nothing like {pattern.pattern!r} is stated.")
    return match


def _number(pattern: re.Pattern[str], text: str) -> int:
    return int(_match(pattern, text)[1].replace(",", ""))
