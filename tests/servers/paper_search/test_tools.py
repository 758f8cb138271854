"""Papers are searched, downloaded and read back from their PDFs."""

from __future__ import annotations

import re
from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "paper_search"

SEARCHES = {
    "search_arxiv": ("arxiv", "ti:zebra OR abs:zebra", "zebra"),
    "search_pubmed": ("pubmed", "distal radius fracture", "distal radius fracture"),
    "search_biorxiv": ("biorxiv", "honeybee OR bumblebee", "bee"),
    "search_medrxiv": ("medrxiv", "type 2 diabetes", "type 2 diabetes"),
    "search_google_scholar": ("scholar", "black hole", "black hole"),
    "search_iacr": ("iacr", "homomorphic encryption", "homomorphic encryption"),
    "search_semantic": ("semantic", "reinforcement learning", "reinforcement learning"),
    "search_crossref": ("crossref", "warfarin", "warfarin"),
}
STORED = {
    "arxiv": ("search_arxiv", "download_arxiv", "read_arxiv_paper"),
    "pubmed": ("search_pubmed", "download_pubmed", "read_pubmed_paper"),
    "biorxiv": ("search_biorxiv", "download_biorxiv", "read_biorxiv_paper"),
    "medrxiv": ("search_medrxiv", "download_medrxiv", "read_medrxiv_paper"),
    "iacr": ("search_iacr", "download_iacr", "read_iacr_paper"),
    "semantic": ("search_semantic", "download_semantic", "read_semantic_paper"),
    "crossref": ("search_crossref", "download_crossref", "read_crossref_paper"),
}


def reading(archive: str) -> str:
    return STORED[archive][2]


def first_open(ask: Asking, archive: str) -> dict[str, Any]:
    tool = STORED[archive][0]
    data = ask(tool, query=SEARCHES[tool][1], max_results=30).data
    paper: dict[str, Any] = next(each for each in data if each["open_access"])
    return paper


def test_the_tables_have_every_tool() -> None:
    stored = {tool for tools in STORED.values() for tool in tools}
    assert {*SEARCHES, *stored, "get_crossref_paper_by_doi"} == set(load(SERVER).tools)


@pytest.mark.parametrize("tool", SEARCHES)
def test_every_search_gives_the_papers_of_the_world(ask: Asking, tool: str) -> None:
    archive, query, word = SEARCHES[tool]
    heard = ask(tool, query=query, max_results=4)
    assert heard.sources == {"papers": "invented"}
    expected = World().papers.search(archive, query, 4)
    assert [each["paper_id"] for each in heard.data] == [paper.id for paper in expected]
    for each, paper in zip(heard.data, expected, strict=True):
        assert word in (each["title"] + each["abstract"]).lower()
        assert each["title"] == paper.title
        assert each["doi"] == paper.doi
        assert each["source"] == archive
        assert each["published_date"] <= "2025-11-05"


@pytest.mark.slow
@pytest.mark.parametrize("archive", STORED)
def test_download_and_read(ask: Asking, archive: str) -> None:
    paper = first_open(ask, archive)
    path = ask(STORED[archive][1], paper_id=paper["paper_id"]).text
    assert path.startswith("downloads/")
    data = (ask.workspace / path).read_bytes()
    record = World().papers.record(paper["paper_id"])
    assert record is not None
    assert data == World().papers.pdf(record)
    text = ask(reading(archive), paper_id=paper["paper_id"]).text
    flat = " ".join(text.split())
    assert paper["title"] in flat
    assert record.draft.slots["v"] in flat
    assert all(f"{value:.{record.study.measures[0].digits}f}" in flat for value in record.study.trend)
    assert "Table 1" in flat
    assert "References" in flat
    assert paper["doi"] in flat


def test_reading_downloads_what_is_absent(ask: Asking) -> None:
    paper = first_open(ask, "arxiv")
    ask("read_arxiv_paper", paper_id=paper["paper_id"], save_path="texts/here")
    assert (ask.workspace / "texts" / "here" / f"{paper['paper_id']}.pdf").is_file()


def test_crossref_work_by_doi(ask: Asking) -> None:
    listed = ask("search_crossref", query="warfarin", max_results=1).data[0]
    work = ask("get_crossref_paper_by_doi", doi=f"https://doi.org/{listed['doi']}").data
    references = work.pop("references")
    assert work == listed
    cited = ask("get_crossref_paper_by_doi", doi=references[0]["doi"]).data
    assert cited["title"] == references[0]["title"]
    assert cited["published_date"] < work["published_date"]


def test_what_is_not_open_access_is_refused_with_a_way_on(ask: Asking) -> None:
    data = ask("search_pubmed", query="asthma", max_results=30).data
    closed = next(each for each in data if not each["open_access"])
    assert closed["pdf_url"] == ""
    for tool in ("download_pubmed", "read_pubmed_paper"):
        heard = ask(tool, paper_id=closed["paper_id"])
        assert heard.is_error
        assert "not open access" in heard.text
        assert closed["doi"] in heard.text
    assert ask("download_crossref", paper_id=closed["doi"]).is_error


def test_orders_of_arxiv_and_pubmed(ask: Asking) -> None:
    up = ask("search_arxiv", query="elephant", sort_by="submittedDate", sort_order="ascending").data
    days = [each["published_date"] for each in up]
    assert days == sorted(days)
    changed = ask("search_arxiv", query="elephant", sort_by="lastUpdatedDate").data
    updates = [each["updated_date"] for each in changed]
    assert updates == sorted(updates, reverse=True)
    recent = [each["published_date"] for each in ask("search_pubmed", query="asthma", sort="pub_date").data]
    assert recent == sorted(recent, reverse=True)


@pytest.mark.parametrize(
    ("year", "first", "last"),
    [("2019", 2019, 2019), ("2016-2018", 2016, 2018), ("2024-", 2024, 2025), ("-2016", 2005, 2016)],
)
def test_years_of_semantic_scholar(ask: Asking, year: str, first: int, last: int) -> None:
    data = ask("search_semantic", query="malaria", year=year, max_results=50).data
    assert data
    assert all(first <= int(each["published_date"][:4]) <= last for each in data)


def test_filters_and_orders_of_crossref(ask: Asking) -> None:
    filters = "from-pub-date:2020-05,until-pub-date:2022,type:journal-article,has-full-text:true"
    works = ask(
        "search_crossref", query="malaria", filter=filters, sort="is-referenced-by-count", order="asc"
    ).data
    assert all("2020-05-01" <= work["published_date"] <= "2022-12-31" for work in works)
    assert all(work["type"] == "journal-article" and work["open_access"] for work in works)
    counts = [work["citations"] for work in works]
    assert counts == sorted(counts)


def test_iacr_without_details(ask: Asking) -> None:
    brief = ask("search_iacr", query="lattice", max_results=2, fetch_details=False).data
    assert "abstract" not in brief[0]
    assert re.fullmatch(r"\d{4}/\d{4}", brief[0]["paper_id"])


def test_semantic_scholar_takes_other_names(ask: Asking) -> None:
    own = first_open(ask, "arxiv")
    base = own["paper_id"].split("v")[0]
    assert own["title"] in " ".join(ask("read_semantic_paper", paper_id=f"ARXIV:{base}").text.split())


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("search_arxiv", {"query": ""}, "query"),
        ("search_arxiv", {"query": "zebra", "max_results": 0}, "max_results"),
        ("search_arxiv", {"query": "zebra", "sort_by": "size"}, "submittedDate"),
        ("search_arxiv", {"query": "zebra", "sort_order": "up"}, "ascending"),
        ("search_arxiv", {"query": "title_of:zebra AND tii:lion"}, "ti:"),
        ("search_arxiv", {"query": "zebrra"}, "Did you mean: zebra"),
        ("search_iacr", {"query": "zebra"}, "Not found"),
        ("search_pubmed", {"query": "asthma", "sort": "price"}, "pub_date"),
        ("search_semantic", {"query": "malaria", "year": "soon"}, "2016-2020"),
        ("search_crossref", {"query": "malaria", "filter": "colour:red"}, "from-pub-date"),
        ("search_crossref", {"query": "malaria", "filter": "from-pub-date:2020-99"}, "not a date"),
        ("search_crossref", {"query": "malaria", "sort": "size"}, "relevance"),
        ("search_crossref", {"query": "malaria", "order": "up"}, "asc"),
        ("get_crossref_paper_by_doi", {"doi": "10.5555/none"}, "Not found"),
        ("download_arxiv", {"paper_id": "2510.22618v1"}, "Did you mean: 2510."),
        ("read_arxiv_paper", {"paper_id": "no such"}, "Not found"),
        ("download_pubmed", {"paper_id": "12345678"}, "Not found"),
        ("download_iacr", {"paper_id": "2025/001"}, "Did you mean: 2025/"),
    ],
)
def test_what_cannot_be_done_is_explained(
    ask: Asking, tool: str, arguments: dict[str, Any], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text


@pytest.mark.parametrize("path", ["../outside", "/etc", "a\x00b", ""])
def test_files_stay_in_the_workspace(ask: Asking, path: str) -> None:
    paper = first_open(ask, "arxiv")
    for tool in ("download_arxiv", "read_arxiv_paper"):
        heard = ask(tool, paper_id=paper["paper_id"], save_path=path)
        assert heard.is_error
        assert "save_path" in heard.text


def test_a_file_that_is_not_the_paper_is_told(ask: Asking) -> None:
    paper = first_open(ask, "arxiv")
    folder = ask.workspace / "broken"
    folder.mkdir(exist_ok=True)
    (folder / f"{paper['paper_id']}.pdf").write_text("nothing")
    heard = ask("read_arxiv_paper", paper_id=paper["paper_id"], save_path="broken")
    assert heard.is_error
    assert "is not this paper" in heard.text


def test_answers_are_bounded(ask: Asking) -> None:
    heard = ask("search_google_scholar", query="malaria", max_results=10_000)
    assert len(heard.data) == 50
    assert len(heard.text) < 100_000
