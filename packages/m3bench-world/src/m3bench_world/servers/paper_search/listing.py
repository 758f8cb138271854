"""Paper search, and papers as search results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_limit, check_text
from m3bench_world.papers import InvalidQuery, Paper
from m3bench_world.servers.context import ToolContext

MOST_RESULTS = 50

Words = Annotated[
    str,
    about(
        'What to look for: words, "exact phrases", AND, OR, NOT. Example: adhesive capsulitis OR "frozen '
        'shoulder"'
    ),
]
MaxResults = Annotated[int, about(f"How many papers at most, 1 to {MOST_RESULTS}.")]


def search_papers(
    context: ToolContext,
    archive: str,
    query: str,
    max_results: int,
    *,
    since: date | None = None,
    until: date | None = None,
    sort: str = "relevance",
    ascending: bool = False,
    fits: Callable[[Paper], bool] | None = None,
) -> list[Paper]:
    """Search the papers of an archive. Raises `NotFound` with related subjects if there are none."""
    text = check_text(query, "query")
    limit = check_limit(max_results, "max_results", MOST_RESULTS)
    papers = context.world.papers
    try:
        results = papers.search(archive, text, limit, since, until, sort=sort, ascending=ascending, fits=fits)
    except InvalidQuery as problem:
        raise BadArgument("query", f"{problem}") from None
    if not results:
        raise NotFound(f"no paper in {archive} for '{text[:120]}'", papers.near_subjects(text))
    return results


def papers_answer(papers: list[Paper]) -> Answer:
    return Answer([entry(paper) for paper in papers])


def entry(paper: Paper) -> dict[str, Any]:
    return {
        "paper_id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors),
        "abstract": paper.abstract,
        "doi": paper.doi,
        "published_date": paper.published.isoformat(),
        "updated_date": paper.updated.isoformat(),
        "journal": paper.journal,
        "url": paper.url,
        "pdf_url": paper.pdf_url,
        "source": paper.archive,
        "categories": list(paper.categories),
        "keywords": list(paper.keywords),
        "citations": paper.citations,
        "open_access": paper.open_access,
    }
