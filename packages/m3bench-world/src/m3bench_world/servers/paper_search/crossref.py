"""Crossref: works of all archives by DOI."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec

from m3bench.servers.kit import Answer, BadArgument, about, check_choice, check_limit
from m3bench_world.papers import Paper
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.paper_search.listing import MOST_RESULTS, MaxResults, Words, entry, search_papers
from m3bench_world.servers.paper_search.pdfs import SavePath, find_paper, read_pdf, save_pdf

SORTS = {
    "relevance": "relevance",
    "score": "relevance",
    "published": "published",
    "published-online": "published",
    "issued": "published",
    "updated": "updated",
    "deposited": "updated",
    "is-referenced-by-count": "citations",
}
TYPES = ("journal-article", "posted-content")
FILTERS = ("from-pub-date", "until-pub-date", "type", "has-abstract", "has-full-text")

Filter = Annotated[
    str | None,
    about(
        "Conditions name:value, separated by commas. Names: from-pub-date and until-pub-date (2020, 2020-05 "
        "or "
        "2020-05-17), type (journal-article or posted-content), has-abstract, has-full-text (true or false)."
    ),
]
Sort = Annotated[str | None, about(f"One of {', '.join(SORTS)}; relevance where it is left out.")]
Order = Annotated[str | None, about("asc or desc (the default).")]
Doi = Annotated[str, about("A DOI, with or without https://doi.org/, such as 10.5555/pub.59961442.")]


class Conditions(msgspec.Struct):
    since: date | None = None
    until: date | None = None
    kind: str | None = None
    full_text: bool | None = None
    abstract: bool | None = None


def _conditions(text: str | None) -> Conditions:
    conditions = Conditions()
    for part in (text or "").split(","):
        name, colon, value = part.strip().partition(":")
        if not part.strip():
            continue
        if not colon or name not in FILTERS:
            raise BadArgument(
                "filter", f"'{part.strip()[:40]}' is not name:value with one of: {', '.join(FILTERS)}"
            )
        _add(conditions, name, value.strip())
    return conditions


def _add(conditions: Conditions, name: str, value: str) -> None:
    if name == "from-pub-date":
        conditions.since = _day(value, last=False)
    elif name == "until-pub-date":
        conditions.until = _day(value, last=True)
    elif name == "type":
        conditions.kind = check_choice(value, "filter", TYPES)
    else:
        wanted = check_choice(value, "filter", ("true", "false")) == "true"
        setattr(conditions, "abstract" if name == "has-abstract" else "full_text", wanted)


def _day(text: str, *, last: bool) -> date:
    """Return the first or last day of a year, a month or a day."""
    parts = text.split("-")
    try:
        numbers = [int(part) for part in parts]
        if len(numbers) == 3:
            return date(*numbers)
        year, month = (numbers[0], numbers[1]) if len(numbers) == 2 else (numbers[0], 12 if last else 1)
        if not last:
            return date(year, month, 1)
        return (
            date(year, 12, 31) if month == 12 else date.fromordinal(date(year, month + 1, 1).toordinal() - 1)
        )
    except (ValueError, TypeError, OverflowError):
        raise BadArgument(
            "filter", f"'{text[:40]}' is not a date; write 2020, 2020-05 or 2020-05-17"
        ) from None


def _kind(paper: Paper) -> str:
    return "journal-article" if paper.home == "pubmed" else "posted-content"


def _fits(paper: Paper, conditions: Conditions) -> bool:
    if conditions.kind and _kind(paper) != conditions.kind:
        return False
    if conditions.abstract is False:
        return False
    return conditions.full_text is None or conditions.full_text == paper.open_access


def _work(paper: Paper) -> dict[str, Any]:
    publisher = paper.journal or "arXiv"
    return entry(paper) | {"type": _kind(paper), "container_title": publisher}


def search_crossref(
    context: ToolContext,
    query: Words,
    max_results: MaxResults = 10,
    filter: Filter = None,
    sort: Sort = None,
    order: Order = None,
) -> Answer:
    """Search works of all archives in Crossref. Returns a list of works with DOI, type, container title and
    citation count; paper_id is the DOI."""
    conditions = _conditions(filter)
    chosen = SORTS[check_choice(sort or "relevance", "sort", tuple(SORTS))]
    ascending = check_choice(order or "desc", "order", ("asc", "desc")) == "asc"
    limit = check_limit(max_results, "max_results", MOST_RESULTS)
    papers = search_papers(
        context,
        "crossref",
        query,
        limit,
        since=conditions.since,
        until=conditions.until,
        sort=chosen,
        ascending=ascending,
        fits=lambda paper: _fits(paper, conditions),
    )
    return Answer([_work(paper) for paper in papers])


def get_crossref_paper_by_doi(context: ToolContext, doi: Doi) -> Answer:
    """Everything that Crossref knows of one work: title, authors, abstract, dates, type, citations, and the
    papers that it refers to."""
    paper = find_paper(context, "crossref", doi, "doi")
    record = context.world.papers.record(paper.home_id)
    assert record is not None
    cited = [
        {"doi": reference.doi, "title": reference.title}
        for reference in context.world.papers.references(record)
    ]
    return Answer(_work(paper) | {"references": cited})


def download_crossref(context: ToolContext, paper_id: Doi, save_path: SavePath = "./downloads") -> Answer:
    """Download the PDF of an open-access work by its DOI. Returns the path of the file; works that are not
    open access are refused with a word on how to get on."""
    return Answer(save_pdf(context, "crossref", paper_id, save_path))


def read_crossref_paper(context: ToolContext, paper_id: Doi, save_path: SavePath = "./downloads") -> Answer:
    """The full text of an open-access work by its DOI, read from its PDF, which is downloaded if need be."""
    return Answer(read_pdf(context, "crossref", paper_id, save_path))
