"""What plans read out of results, and that other texts are refused."""

from __future__ import annotations

from datetime import date

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.research._shared import reading
from tests.suites.cross.research.results import result

PAPER = """1 Introduction
Between 2018 and 2024, 2,170 annotated examples were gathered. See doi:10.1/own.
3 Results
In all, 12,170 annotated examples entered the
analysis. Table 1 gives the results.
References
[1] A. One. First title. arXiv, 2025.
doi:10.48550/arXiv.2507.78718
[2] B. Two. Second title. arXiv, 2024. doi:10.48550/arXiv.2412.80176
[3] B. Two. Second title again. arXiv, 2024. doi:10.48550/arXiv.2412.80176
"""
EVENT = {
    "event_time": "Feb 25, 2026 - Mar 1, 2026",
    "event_location": "Geneva, Switzerland",
    "submission_deadline": "Nov 15, 2025",
    "topics": "neural network, time series",
}


def test_size_and_references_of_a_paper() -> None:
    assert reading.study_size(PAPER) == 12_170
    assert reading.cited_dois(PAPER) == ["10.48550/arXiv.2507.78718", "10.48550/arXiv.2412.80176"]
    with pytest.raises(PlanError, match="size of the study"):
        reading.study_size("In all, many examples entered the analysis.")
    with pytest.raises(PlanError, match="no references"):
        reading.cited_dois(PAPER.replace("References", "Appendix"))


def test_conferences_have_days_a_city_and_topics() -> None:
    assert reading.event_days(EVENT) == (date(2026, 2, 25), date(2026, 3, 1))
    assert reading.deadline(EVENT) == date(2025, 11, 15)
    assert (reading.city_of(EVENT), reading.topics_of(EVENT)) == ("Geneva", ["neural network", "time series"])
    with pytest.raises(PlanError, match="not a day"):
        reading.written_day("15 November 2025")


def test_numbers_in_texts() -> None:
    assert reading.inhabitants("a city, with a population of about 517,802. It lies") == 517_802
    assert reading.request_rate("A client may send 250 requests a minute.") == 250
    with pytest.raises(PlanError, match="population"):
        reading.inhabitants("a city with 517,802 cats")
    with pytest.raises(PlanError, match="rate"):
        reading.request_rate("A client may send requests.")


def test_papers_that_pages_name() -> None:
    pages = [result({"tags": tags}) for tags in (["arxiv:2501.1", "en"], ["en"], ["arxiv:2501.1"])]
    named = reading.named_papers(pages)
    assert list(named) == ["2501.1"]
    assert len(named["2501.1"]) == 2
    assert reading.bare("2501.12345v12") == reading.bare("2501.12345") == "2501.12345"


def test_the_most_cited_paper_is_the_earliest_of_equals() -> None:
    papers = [
        {"id": name, "citations": count, "open_access": is_open}
        for name, count, is_open in (("a", 3, True), ("b", 9, False), ("c", 9, False), ("d", 3, True))
    ]
    assert reading.top_paper(result(papers))["id"] == "b"
    assert reading.top_paper(result(papers), only_open=True)["id"] == "a"
    with pytest.raises(PlanError, match="no paper"):
        reading.top_paper(result("Not found: no paper"))
    assert reading.events_of(result("Not found: no conference")) == []
