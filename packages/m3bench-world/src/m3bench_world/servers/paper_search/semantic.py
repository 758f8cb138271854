"""Semantic Scholar: papers of all archives."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.paper_search.listing import MaxResults, Words, papers_answer, search_papers
from m3bench_world.servers.paper_search.pdfs import SavePath, read_pdf, save_pdf

Year = Annotated[
    str | None, about("Year or range of years: 2019, 2016-2020, 2010- (from then on) or -2015 (up to then).")
]
SemanticId = Annotated[
    str,
    about("paper_id from search_semantic (40 digits), or DOI:10.1101/…, ARXIV:2504.67373, PMID:59993255."),
]


def _years(year: str | None) -> tuple[date | None, date | None]:
    if year is None or not year.strip():
        return None, None
    match = re.fullmatch(r"\s*(\d{4})?\s*(-)?\s*(\d{4})?\s*", year, re.ASCII)
    if not match or not (match[1] or match[3]):
        raise BadArgument(
            "year", f"'{year[:30]}' is not a year or range; write 2019, 2016-2020, 2010- or -2015"
        )
    first = match[1]
    last = match[3] if match[2] else match[1]
    if "0000" in (first, last):
        raise BadArgument("year", "there is no year 0")
    return (date(int(first), 1, 1) if first else None), (date(int(last), 12, 31) if last else None)


def _bare(paper_id: str) -> str:
    return re.sub(r"(?i)^\s*(doi|arxiv|pmid|corpusid):\s*", "", paper_id)


def search_semantic(
    context: ToolContext, query: Words, year: Year = None, max_results: MaxResults = 10
) -> Answer:
    """Search papers of all archives in Semantic Scholar, with citation counts. Returns a list of papers;
    open_access says whether a PDF can be downloaded."""
    since, until = _years(year)
    return papers_answer(search_papers(context, "semantic", query, max_results, since=since, until=until))


def download_semantic(
    context: ToolContext, paper_id: SemanticId, save_path: SavePath = "./downloads"
) -> Answer:
    """Download the PDF of an open-access paper found in Semantic Scholar. Returns the path of the file."""
    return Answer(save_pdf(context, "semantic", _bare(paper_id), save_path))


def read_semantic_paper(
    context: ToolContext, paper_id: SemanticId, save_path: SavePath = "./downloads"
) -> Answer:
    """The full text of an open-access paper found in Semantic Scholar, read from its PDF."""
    return Answer(read_pdf(context, "semantic", _bare(paper_id), save_path))
