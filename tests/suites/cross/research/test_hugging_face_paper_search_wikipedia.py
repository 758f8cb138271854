"""Companies behind models."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.research.hugging_face_paper_search_wikipedia import seat_and_ticker


def test_seat_and_ticker_of_a_company() -> None:
    summary = "It makes things. Its seat is in Menlo Park, CA. Its shares are under the ticker META, and"
    assert seat_and_ticker(summary) == ("Menlo Park, CA", "META")
    with pytest.raises(PlanError, match="seat or ticker"):
        seat_and_ticker("Its seat is in Menlo Park, CA.")
