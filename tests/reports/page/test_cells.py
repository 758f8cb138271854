"""Numbers for the eye."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.reports.page.cells import interval, raw, shown
from m3bench.reports.study import Cell, Column, Kind


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (None, Kind.SCORE, "–"),
        (0.61249, Kind.SCORE, "0.612"),
        (1, Kind.SCORE, "1.000"),
        (-0.0312, Kind.DIFFERENCE, "−0.031"),
        (0.2, Kind.DIFFERENCE, "+0.200"),
        (0.4567, Kind.SHARE, "45.7\N{NO-BREAK SPACE}%"),
        (12345, Kind.COUNT, "12,345"),
        (1234.567, Kind.NUMBER, "1,234.57"),
        (61.25, Kind.SECONDS, "61.2\N{NO-BREAK SPACE}s"),
        (3.14159, Kind.COST, "$3.14"),
        (0.000321, Kind.COST, "$0.00032"),
        (0.0, Kind.COST, "$0.00"),
        (True, Kind.FLAG, "yes"),
        (False, Kind.FLAG, "no"),
        ("<b>", Kind.TEXT, "<b>"),
    ],
)
def test_each_kind_reads_as_it_should(value: Cell, kind: Kind, text: str) -> None:
    assert shown(value, kind) == text


def test_an_interval_needs_both_ends() -> None:
    column = Column(key="x", title="X", kind=Kind.SCORE, low="l", high="h")
    assert interval({"x": 0.5, "l": 0.4, "h": 0.6}, column) == "0.400–0.600"
    assert interval({"x": 0.5, "l": 0.4, "h": None}, column) == ""
    assert interval({"x": 0.5}, Column(key="x", title="X", kind=Kind.SCORE)) == ""
    signed = Column(key="x", title="X", kind=Kind.DIFFERENCE, low="l", high="h")
    assert interval({"x": 0.0, "l": -0.1, "h": 0.1}, signed) == "−0.100 to +0.100"


@given(st.floats(0, 1), st.sampled_from([Kind.SCORE, Kind.DIFFERENCE, Kind.NUMBER]))
def test_what_is_shown_is_near_and_what_is_sorted_by_is_exact(value: float, kind: Kind) -> None:
    assert float(shown(value, kind)) == pytest.approx(value, abs=0.0051)
    assert float(raw(value)) == value
