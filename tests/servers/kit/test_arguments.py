"""Checks of arguments say what to change."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from m3bench.servers.kit import BadArgument
from m3bench.servers.kit.arguments import (
    check_choice,
    check_limit,
    check_offset,
    check_point,
    check_range,
    check_text,
    parse_date,
    parse_time,
)


def test_what_is_fine_comes_back() -> None:
    assert check_text("  two words ", "q") == "two words"
    assert check_limit(3.0, "n", 10) == 3
    assert check_limit(10**30, "n", 10) == 10
    assert check_limit(float("inf"), "n", 10) == 10
    assert check_offset(0, "start") == 0
    assert check_range(5, "x", 0, 10) == 5
    assert check_point(-90, 180) == (-90, 180)
    assert check_choice(" US ", "units", ("us", "metric")) == "us"
    assert parse_date("2025-01-03T10:00:00Z", "d") == date(2025, 1, 3)
    assert parse_time("2025-01-03T10:00:00+02:00", "t") == datetime(2025, 1, 3, 8, tzinfo=UTC)
    assert parse_time("2025-01-03", "t") == datetime(2025, 1, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: check_text(" ", "given"),
        lambda: check_text("x" * 3_000, "given"),
        lambda: check_limit(0, "given", 5),
        lambda: check_limit(1.5, "given", 5),
        lambda: check_limit(float("nan"), "given", 5),
        lambda: check_offset(-1, "given"),
        lambda: check_offset(float("inf"), "given"),
        lambda: parse_time("0001-01-01T00:00:00+14:00", "given"),
        lambda: check_range(11, "given", 0, 10),
        lambda: check_point(91, 0, ("given", "other")),
        lambda: check_choice("x", "given", ("a", "b")),
        lambda: parse_date("soon", "given"),
        lambda: parse_time("2025-13-01", "given"),
    ],
)
def test_what_is_not_is_refused_by_name(attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(BadArgument, match="'given'"):
        attempt()
