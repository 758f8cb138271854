"""Numbers as people write them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks.reading.amounts import amounts


def values(text: str) -> list[float]:
    return [amount.value for amount in amounts(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,234.5", [1234.5]),
        ("1 234", [1234]),
        ("1\u202f234,5", [1234.5]),
        ("$12.30", [12.3]),
        ("US$3.2M", [3.2e6]),
        ("12,30 €", [12.3]),
        ("3.2 million", [3.2e6]),
        ("1.2e3", [1200]),
        ("5×10^3 and 6 × 10⁻²", [5000, 0.06]),
        ("12%", [12]),
        ("twelve apples", [12]),
        ("twenty-one and two thousand", [21, 2000]),
        ("1'234.50", [1234.5]),
        ("1,23,456.5", [123456.5]),
        ("1.234,50 € and 2.000 pieces", [1234.5, 2000]),
        ("1.234 and 5.5", [1.234, 5.5]),
        ("-5 °C, minus 6, −7.5", [-5, -6, -7.5]),
        ("3-5", [3, 5]),
        ("**12.30**", [12.3]),
        ("total: 3,000.", [3000]),
        ("1.5bn, 5k", [1.5e9, 5000]),
    ],
)
def test_numbers_are_read(text: str, expected: list[float]) -> None:
    assert values(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    [
        "at 12:30",
        "1.2.3.4",
        "COVID-19",
        "photo_12.png",
        "B07XYZ1234",
        "v1.2",
        "https://a.b/12",
        "1/5/26",
        "May 5th",
    ],
)
def test_times_codes_and_dates_are_no_numbers(text: str) -> None:
    assert values(text) == []


def test_dates_tell_a_year_and_nothing_else() -> None:
    text = "On 2026-05-01, 1.5.2025 and May 5, 2024 there were 7; in 2023, 8."
    assert [(amount.value, amount.year) for amount in amounts(text)] == [
        (2026, True),
        (2025, True),
        (2024, True),
        (7, False),
        (2023, True),
        (8, False),
    ]


def test_markers_of_lists_are_no_numbers() -> None:
    assert values("1. Apples: 5\n2. Pears: 6") == [5, 6]
    assert values("12. That is the sum") == [12]


STYLES = {
    "plain": lambda value: f"{value:.2f}",
    "english": lambda value: f"{value:,.2f}",
    "german": lambda value: f"{value:,.2f}".translate(str.maketrans(",.", ".,")),
    "french": lambda value: f"{value:,.2f}".replace(",", "\u202f").replace(".", ","),
    "spaced": lambda value: f"{value:,.2f}".replace(",", " "),
    "swiss": lambda value: f"{value:,.2f}".replace(",", "’"),
    "scientific": lambda value: f"{value:.12e}",
}
AROUND = (
    "{}",
    "${}",
    "{} €",
    "about **{}** in all",
    "Total: {}.",
    "({})",
    "| sum | {} |",
    "it is {}, really",
)


@given(st.integers(-(10**11), 10**11), st.sampled_from(sorted(STYLES)), st.sampled_from(AROUND))
def test_formatted_numbers_are_read_back(cents: int, style: str, around: str) -> None:
    value = cents / 100
    assert values(around.format(STYLES[style](value))) == [pytest.approx(value, abs=1e-6, rel=1e-9)]


@given(st.integers(0, 10**15), st.sampled_from(["{:d}", "{:,d}", "{:_d}"]))
def test_whole_numbers_are_read_back(value: int, style: str) -> None:
    text = style.format(value).replace("_", "\u00a0")
    assert values(f"There are {text} of them") == [value]


@given(st.text())
def test_any_text_can_be_read_and_places_are_true(text: str) -> None:
    for amount in amounts(text):
        assert 0 <= amount.start < amount.end <= len(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["a", "1", "1,", "a_", "1.1.1.1 ", "1a", "- ", "may ", "$ ", " ", "12. x\n"]
)
def test_endless_answers_are_read_in_time(piece: str) -> None:
    began = time.process_time()
    amounts(piece * (1_000_000 // len(piece)))
    assert time.process_time() - began < 20
