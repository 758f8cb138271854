"""Readers of papers, which plans of tasks use."""

from __future__ import annotations

import json

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.medicine._shared.citation_counts import first_reference, in_archive
from m3bench_suites.builders.cross.medicine.paper_search_biomcp import site_count


def test_a_paper_is_found_by_its_id_only() -> None:
    listed = json.dumps([{"paper_id": "1", "citations": 3}, {"paper_id": "12", "citations": 5}])
    found = CallResult(0, "Paper Search/search_pubmed", Result(content=(Text(listed),)))
    assert in_archive(found, "paper_id", "12")["citations"] == 5
    with pytest.raises(PlanError, match="123"):
        in_archive(found, "paper_id", "123")
    refused = CallResult(0, "Paper Search/search_pubmed", Result(content=(Text("Not found"),)))
    with pytest.raises(PlanError):
        in_archive(refused, "paper_id", "1")


def test_the_first_reference_and_the_sites_are_read() -> None:
    paper = "from 7 centres [1-3]. References [1] A. Bo et al. On x. arXiv, 2025.\ndoi:10.48550/arXiv.2 [2]"
    assert first_reference(paper) == "10.48550/arXiv.2"
    assert site_count(paper) == 7
    assert site_count("gathered at 12\nsites") == 12
    with pytest.raises(PlanError):
        first_reference("Related findings were reported before [1-10].")
    with pytest.raises(PlanError):
        site_count("from 2022 to 2024")
