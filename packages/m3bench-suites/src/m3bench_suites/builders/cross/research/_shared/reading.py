"""What plans read out of results: papers that entries name, sizes of studies, references, days, sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from m3bench.suites import CallResult, PlanError, call
from m3bench_suites.builders.tasks import Steps, leader_of, require

_SIZE = re.compile(r"In all, ([\d,]+) \S.*? entered the\s+analysis", re.DOTALL)
_DOI = re.compile(r"\bdoi:\s*(10\.\S+)")
_PEOPLE = re.compile(r"population of about ([\d,]+)")
_RATE = re.compile(r"may send ([\d,]+) requests a minute")


def named_paper(page: Mapping[str, Any]) -> str | None:
    """Return the arXiv id that an entry of the hub names, or None."""
    return next((tag.removeprefix("arxiv:") for tag in page["tags"] if tag.startswith("arxiv:")), None)


def named_papers(pages: Iterable[CallResult]) -> dict[str, list[CallResult]]:
    """Return the arXiv ids that pages of the hub name, each with those pages."""
    papers: dict[str, list[CallResult]] = {}
    for page in pages:
        if (paper := named_paper(page.data)) is not None:
            papers.setdefault(paper, []).append(page)
    return papers


def study_size(text: str) -> int:
    """Return how many subjects the full text of a paper analysed."""
    return _whole(_SIZE, text, "the size of the study")


def cited_dois(text: str) -> list[str]:
    """Return the DOIs of the references at the end of the full text of a paper."""
    _, heading, references = text.rpartition("\nReferences\n")
    dois = list(dict.fromkeys(_DOI.findall(references))) if heading else []
    require(dois, "the paper has no references.")
    return dois


def look_up_references(index: str, text: CallResult) -> Steps[tuple[Sequence[CallResult], dict[str, Any]]]:
    """Look up what a paper cites in an index. Return the results, and the most cited paper among them."""
    cited = yield [call(index, text, query=doi, max_results=1) for doi in cited_dois(text.text)]
    return cited, leader_of([paper.data[0] for paper in cited], lambda paper: paper["citations"], 1)


def inhabitants(summary: str) -> int:
    """Return the population that the summary of an article on a place states."""
    return _whole(_PEOPLE, summary, "the population")


def request_rate(overview: str) -> int:
    """Return how many requests a minute the overview of a service allows."""
    return _whole(_RATE, overview, "the rate")


def event_days(event: Mapping[str, str]) -> tuple[date, date]:
    """Return the first and the last day of a conference."""
    first, last = map(written_day, event["event_time"].split(" - "))
    return first, last


def deadline(event: Mapping[str, str]) -> date:
    return written_day(event["submission_deadline"])


def city_of(event: Mapping[str, str]) -> str:
    return event["event_location"].split(", ")[0]


def topics_of(event: Mapping[str, str]) -> list[str]:
    return event["topics"].split(", ")


def written_day(text: str) -> date:
    """Return a day that is written as `Nov 15, 2025`."""
    try:
        return datetime.strptime(text, "%b %d, %Y").date()  # noqa: DTZ007 - a day has no zone
    except ValueError:
        raise PlanError(f"{text!r} is not a day.") from None


def events_of(result: CallResult) -> list[dict[str, str]]:
    """Return the conferences that a search found, none if it failed."""
    events: list[dict[str, str]] = result.data["events"] if isinstance(result.data, dict) else []
    return events


def papers_of(result: CallResult) -> list[dict[str, Any]]:
    """Return the papers that a search found, none if it failed."""
    return result.data if isinstance(result.data, list) else []


def top_paper(result: CallResult, *, only_open: bool = False) -> dict[str, Any]:
    """Return the most cited paper that a search found, the earliest listed if several are.

    Args:
        result: The result of the search.
        only_open: Leave out papers that are not open access.
    """
    papers = [paper for paper in papers_of(result) if paper["open_access"] or not only_open]
    if not papers:
        raise PlanError("the search found no paper.")
    return max(papers, key=lambda paper: paper["citations"])


def bare(paper_id: str) -> str:
    """Return an arXiv id without its version."""
    return re.sub(r"v\d+$", "", paper_id)


def _whole(pattern: re.Pattern[str], text: str, what: str) -> int:
    match = pattern.search(text)
    if match is None:
        raise PlanError(f"the text does not state {what}.")
    return int(match[1].replace(",", ""))
