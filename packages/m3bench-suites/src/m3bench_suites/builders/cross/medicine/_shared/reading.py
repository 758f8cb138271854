"""Readers of the texts that `BioMCP` returns. What is missing makes the draw fail."""

from __future__ import annotations

import re
from typing import NamedTuple

from m3bench.suites import CallResult, PlanError

_ENTRY = re.compile(r"^- \*\*(?P<name>[^*]+)\*\*: (?P<value>.+)$", re.MULTILINE)
_FOUND = re.compile(r"^([\d,]+) [a-z ]+ found;", re.MULTILINE)
_NAMED = re.compile(r"(?P<name>[^,].*?) \((?P<code>BMK\d+)\)(?:, |$)")
_LISTED_TRIAL = re.compile(r"^- (NCT\d{8}) \(", re.MULTILINE)
_SITE = re.compile(r"^- \*\*(?P<name>.+?)\*\* \((?P<code>NCI-\d+)\), ", re.MULTILINE)
_COHORT = re.compile(r"^- (.+?: .+?): ([\d,]+) of ([\d,]+) samples altered \(([\d.]+)%\)", re.MULTILINE)


class Named(NamedTuple):
    """A thing with its code."""

    name: str
    code: str


class Cohort(NamedTuple):
    """Tumors of one study with a change in a gene."""

    name: str
    altered: int
    samples: int
    percent: float


def entry(result: CallResult | str, name: str) -> str:
    """Return the value of the first line such as `- **Enrollment**: 120`."""
    text = result if isinstance(result, str) else result.text
    for match in _ENTRY.finditer(text):
        if match["name"] == name:
            return match["value"]
    raise PlanError(f"no line {name!r} in: {text[:80]}")


def whole(result: CallResult | str, name: str) -> int:
    """Return the number that a line starts with."""
    match = re.match(r"[\d,]+", entry(result, name))
    if match is None:
        raise PlanError(f"the line {name!r} has no number.")
    return int(match[0].replace(",", ""))


def items(result: CallResult, name: str) -> list[str]:
    """Return the values of a line with several."""
    return entry(result, name).split(", ")


def code_in(value: str, pattern: str) -> str:
    """Return the part of a value that fits a pattern."""
    match = re.search(pattern, value)
    if match is None:
        raise PlanError(f"nothing like {pattern} in {value!r}.")
    return match[0]


def application(result: CallResult) -> str:
    """Return the number of the application under which a drug was approved."""
    return code_in(entry(result, "Application"), r"[A-Z]+\d+")


def claimed_year(result: CallResult) -> int:
    """Return the year of a drug's approval by its entry."""
    return int(code_in(entry(result, "Application"), r"(?<=\()\d{4}"))


def approval_date(result: CallResult) -> str:
    """Return the date of an approval, from its record or from a search for the drug."""
    if "**Approved**" in result.text:
        return entry(result, "Approved")
    return code_in(result.text, r"(?<=; approved )\d{4}-\d{2}-\d{2}")


def total(result: CallResult) -> int:
    """Return how many records a search found."""
    match = _FOUND.search(result.text)
    if match is None:
        raise PlanError("the search does not say how many it found.")
    return int(match[1].replace(",", ""))


def parts(result: CallResult) -> list[str]:
    """Return the sections of a search, one for each record."""
    return [part for part in result.text.split("\n## ")[1:] if "**" in part]


def biomarkers(result: CallResult) -> list[Named]:
    """Return the biomarkers of a disease."""
    line = entry(result, "Biomarkers of trials")
    return [Named(match["name"], match["code"]) for match in _NAMED.finditer(line)]


def sites(result: CallResult) -> list[Named]:
    """Return the sites of a trial."""
    return [Named(match["name"], match["code"]) for match in _SITE.finditer(result.text)]


def listed_trials(result: CallResult) -> list[str]:
    """Return the trials that the page of an organization lists."""
    return _LISTED_TRIAL.findall(result.text)


def cohorts(result: CallResult) -> list[Cohort]:
    """Return the tumor cohorts of a gene."""
    return [
        Cohort(name, int(altered.replace(",", "")), int(samples.replace(",", "")), float(percent))
        for name, altered, samples, percent in _COHORT.findall(result.text)
    ]
