"""The server `Paper Search`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import InProcess
from tests.servers.mcp_bench.twins import Both, Calls

SEARCHES: Calls = {
    "search_arxiv": {"query": "zebra", "max_results": 3},
    "search_pubmed": {"query": "asthma", "max_results": 3},
    "search_biorxiv": {"query": "zebra", "max_results": 3},
    "search_medrxiv": {"query": "asthma", "max_results": 3},
    "search_google_scholar": {"query": "malaria", "max_results": 3},
    "search_iacr": {"query": "lattice", "max_results": 3, "fetch_details": False},
}
CALLED = (*SEARCHES, "search_semantic", "download_pubmed", "read_arxiv_paper")
"""PDFs are slow to write and to read: of like tools that are the original's own functions, one is called."""
ARCHIVES = ("arxiv", "pubmed", "biorxiv", "medrxiv", "iacr")


NAMES = (
    *("download_arxiv", "download_pubmed", "download_biorxiv", "download_medrxiv", "download_iacr"),
    *("read_arxiv_paper", "read_pubmed_paper", "read_biorxiv_paper", "read_medrxiv_paper", "read_iacr_paper"),
)


def calls(ids: dict[str, str]) -> Calls:
    found = SEARCHES | {name: {"paper_id": ids[name.split("_")[1]]} for name in NAMES}
    return found | {
        "search_semantic": {"query": "malaria", "year": "2019-2024", "max_results": 3},
        "download_semantic": {"paper_id": f"ARXIV:{ids['arxiv']}"},
        "read_semantic_paper": {"paper_id": f"ARXIV:{ids['arxiv']}"},
    }


@pytest.fixture(scope="module")
def ids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    ask = InProcess("Paper Search", tmp_path_factory.mktemp("ids"), World())
    found = {archive: ask(f"search_{archive}", **SEARCHES[f"search_{archive}"]).data for archive in ARCHIVES}
    return {archive: papers[0]["paper_id"] for archive, papers in found.items()}


def test_what_is_found_and_read_is_what_the_original_says(tmp_path: Path, ids: dict[str, str]) -> None:
    both, chosen = Both("Paper Search", tmp_path), calls(ids)
    assert list(chosen) == list(load("Paper Search").tools)
    for tool, arguments in chosen.items():
        if tool in CALLED:
            here, there = both(tool, **arguments)
            assert here == there, tool
            assert not here.is_error, f"{tool}: {here.text}"
        else:
            assert load("Paper Search").tools[tool].handler is load("paper_search").tools[tool].handler


def test_a_search_is_by_relevance_only(tmp_path: Path) -> None:
    both = Both("Paper Search", tmp_path)
    oldest = {"query": "elephant", "sort_by": "submittedDate", "sort_order": "ascending"}
    here, there = both("search_arxiv", **oldest)
    plain, _ = both("search_arxiv", query="elephant")
    assert here == plain
    assert here != there
    assert "sort_by" not in load("Paper Search").tools["search_arxiv"].input_schema["properties"]


def test_an_empty_query_is_refused(tmp_path: Path) -> None:
    here, there = Both("Paper Search", tmp_path)("search_arxiv", query=" ")
    assert here == there
    assert here.is_error
