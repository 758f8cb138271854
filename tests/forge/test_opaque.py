"""What nobody guesses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.forge.opaque import is_opaque


@pytest.mark.parametrize(
    "text",
    ["1220634", "-122.349277", "48.852968", "ChIJ36QQOFqX49F5Lu2K4TjvIiM", "2508.86014v1", "9786964072864"],
)
def test_identifiers_and_exact_figures_are_opaque(text: str) -> None:
    assert is_opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "2024",
        "15000",
        "800",
        "12.5",
        "2024-12-13",
        "2024-12-13T09:00Z",
        "Paris",
        "Notre-Dame de Paris",
        "photo.png",
        "stroke-rounded",
        "routes.distanceMeters,routes.duration",
        "",
        "LINK-USDT",
        "movie_theater",
    ],
)
def test_words_settings_and_days_are_not(text: str) -> None:
    assert not is_opaque(text)


@given(st.text())
def test_any_text_can_be_asked_about(text: str) -> None:
    assert is_opaque(text) in (True, False)


@given(st.integers(min_value=-9_999, max_value=9_999))
def test_no_small_number_is_opaque(number: int) -> None:
    assert not is_opaque(str(number))
