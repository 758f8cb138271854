"""Searches of the single archives, of Google Scholar and of Semantic Scholar."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated

from m3bench.servers.kit import Answer, BadArgument, about, check_choice
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.paper_search.listing import MaxResults, Words, entry, papers_answer, search_papers
from m3bench_world.servers.paper_search.pdfs import SavePath, read_pdf, save_pdf

ARXIV_SORTS = {"relevance": "relevance", "submittedDate": "published", "lastUpdatedDate": "updated"}
PUBMED_SORTS = {
    "relevance": "relevance",
    "pub_date": "published",
    "date": "published",
    "most_recent": "published",
}

ArxivQuery = Annotated[
    str,
    about(
        "Words, or arXiv's syntax: ti: (title), abs: (abstract), au: (author), cat: (category), all:, with "
        "AND, OR, "
        'ANDNOT, quotes and parentheses. Examples: ti:zebra OR abs:zebra; cat:cs.CV AND ti:"object detection"'
    ),
]
SortBy = Annotated[str, about("relevance, submittedDate or lastUpdatedDate.")]
SortOrder = Annotated[str, about("descending (best or newest first) or ascending.")]
PubmedSort = Annotated[str, about("relevance, or pub_date for the newest first.")]
Details = Annotated[bool, about("With abstract, keywords and categories; false lists titles only.")]


def search_arxiv(
    context: ToolContext,
    query: ArxivQuery,
    max_results: MaxResults = 10,
    sort_by: SortBy = "relevance",
    sort_order: SortOrder = "descending",
) -> Answer:
    """Search preprints of arXiv (physics, mathematics, computer science, quantitative biology, economics).
    Returns a list of papers with paper_id, title, authors, abstract, dates, DOI, categories and links."""
    sort = ARXIV_SORTS[check_choice(sort_by, "sort_by", tuple(ARXIV_SORTS))]
    ascending = check_choice(sort_order, "sort_order", ("descending", "ascending")) == "ascending"
    return papers_answer(search_papers(context, "arxiv", query, max_results, sort=sort, ascending=ascending))


def search_pubmed(
    context: ToolContext, query: Words, max_results: MaxResults = 10, sort: PubmedSort = "relevance"
) -> Answer:
    """Search biomedical articles of PubMed. Fields may be tagged, as in asthma[Title] or 2020:2024[dp].
    Returns a list of papers; paper_id is the PMID."""
    order = PUBMED_SORTS[check_choice(sort, "sort", tuple(PUBMED_SORTS))]
    return papers_answer(search_papers(context, "pubmed", query, max_results, sort=order))


def search_biorxiv(context: ToolContext, query: Words, max_results: MaxResults = 10) -> Answer:
    """Search biology preprints of bioRxiv. Returns a list of papers; paper_id is the DOI."""
    return papers_answer(search_papers(context, "biorxiv", query, max_results))


def search_medrxiv(context: ToolContext, query: Words, max_results: MaxResults = 10) -> Answer:
    """Search health-science preprints of medRxiv. Returns a list of papers; paper_id is the DOI."""
    return papers_answer(search_papers(context, "medrxiv", query, max_results))


def search_google_scholar(context: ToolContext, query: Words, max_results: MaxResults = 10) -> Answer:
    """Search papers of all archives at once through Google Scholar. Returns a list of papers with citation
    counts; each has a DOI and a link, by which the other tools find it."""
    return papers_answer(search_papers(context, "scholar", query, max_results))


def search_iacr(
    context: ToolContext, query: Words, max_results: MaxResults = 10, fetch_details: Details = True
) -> Answer:
    """Search the Cryptology ePrint Archive of the IACR. Returns a list of papers; paper_id is like
    2025/7672."""
    papers = search_papers(context, "iacr", query, max_results)
    if fetch_details:
        return papers_answer(papers)
    brief = ("paper_id", "title", "authors", "published_date", "url", "pdf_url", "source")
    return Answer([{name: entry(paper)[name] for name in brief} for paper in papers])


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
