"""What the hub copies from elsewhere is sometimes wrong; where it is not, both sources agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_world import World
from m3bench_world.errata import Errata
from tests.servers.asking import InProcess

SERVER = "Hugging Face"


@pytest.fixture
def flawless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Errata, "has", lambda *_: False)


def sizes(folder: Path) -> list[tuple[int, int]]:
    """Return the parameters of models as a collection lists them, and as their own pages state them."""
    ask = InProcess(SERVER, folder, World())
    (brief,) = ask("search-collections", owner="Helsinki-NLP").data
    items = ask("get-collection-info", namespace="Helsinki-NLP", collection_id=brief["id"]).data["items"]
    pages = [ask("get-model-info", model_id=item["id"]).data for item in items]
    return [(item["parameters"], page["parameters"]) for item, page in zip(items, pages, strict=True)]


def papers(folder: Path) -> list[tuple[tuple[str, int], tuple[str, int]]]:
    """Return day and citations of papers on the hub, and in the archive."""
    hub, archive = InProcess(SERVER, folder, World()), InProcess("Paper Search", folder, World())
    data = archive("search_arxiv", query="machine translation", max_results=20).data
    pages = [hub("get-paper-info", arxiv_id=paper["paper_id"]).data for paper in data]
    return [
        ((page["published"], page["citations"]), (paper["published_date"], paper["citations"]))
        for page, paper in zip(pages, data, strict=True)
    ]


def test_some_sizes_in_collections_are_wrong(tmp_path: Path) -> None:
    pairs = sizes(tmp_path)
    assert 0 < sum(listed != right for listed, right in pairs) < len(pairs)


def test_some_days_and_citations_on_pages_of_papers_are_wrong(tmp_path: Path) -> None:
    pairs = papers(tmp_path)
    for part in (0, 1):
        wrong = sum(noted[part] != right[part] for noted, right in pairs)
        assert 0 < wrong < len(pairs)


@pytest.mark.usefixtures("flawless")
def test_without_errata_all_sources_agree(tmp_path: Path) -> None:
    assert all(listed == right for listed, right in sizes(tmp_path))
    assert all(noted == right for noted, right in papers(tmp_path))
