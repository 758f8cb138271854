"""Species and their status."""

from __future__ import annotations

from m3bench_suites.builders.cross.research.wikipedia_paper_search import status_of


def test_the_status_of_a_species() -> None:
    assert (
        status_of("It feeds on fish. Its conservation status is listed as near threatened.")
        == "near threatened"
    )
    assert status_of("It feeds on fish.") == ""
