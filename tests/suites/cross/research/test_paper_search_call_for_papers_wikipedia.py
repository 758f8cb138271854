"""Cities of conferences."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.research.paper_search_call_for_papers_wikipedia import (
    neighbour_of,
    residents,
)
from tests.suites.cross.research.results import result


def test_residents_of_cities_with_an_article_in_the_right_country() -> None:
    events = [{"event_location": place} for place in ("Delft, The Netherlands", "Valencia, Spain")]
    spanish = result({"summary": "a city in Spain, with a population of about 1,000."})
    other = result({"summary": "a city in Venezuela, with a population of about 1,000."})
    assert residents(events, [result("Not found: no article"), spanish]) == {"Valencia": 1_000}
    with pytest.raises(PlanError, match="another Valencia"):
        residents(events, [result("Not found: no article"), other])


def test_the_foremost_neighbour() -> None:
    assert neighbour_of("It has land. It borders Andorra, France and Portugal.") == "Andorra"
    assert neighbour_of("It borders the United Kingdom.") == "United Kingdom"
    with pytest.raises(PlanError, match="no neighbour"):
        neighbour_of("It has no land border.")
