"""Checks of arguments say what to change."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from m3bench.servers.kit import BadArgument
from m3bench.servers.kit.arguments import count, day, moment, one_of, point, start, within, words


def test_what_is_fine_comes_back() -> None:
    assert words("  two words ", "q") == "two words"
    assert count(3.0, "n", 10) == 3
    assert count(10**30, "n", 10) == 10
    assert count(float("inf"), "n", 10) == 10
    assert start(0, "start") == 0
    assert within(5, "x", 0, 10) == 5
    assert point(-90, 180) == (-90, 180)
    assert one_of(" US ", "units", ("us", "metric")) == "us"
    assert day("2025-01-03T10:00:00Z", "d") == date(2025, 1, 3)
    assert moment("2025-01-03T10:00:00+02:00", "t") == datetime(2025, 1, 3, 8, tzinfo=UTC)
    assert moment("2025-01-03", "t") == datetime(2025, 1, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: words(" ", "given"),
        lambda: words("x" * 3_000, "given"),
        lambda: count(0, "given", 5),
        lambda: count(1.5, "given", 5),
        lambda: count(float("nan"), "given", 5),
        lambda: start(-1, "given"),
        lambda: start(float("inf"), "given"),
        lambda: moment("0001-01-01T00:00:00+14:00", "given"),
        lambda: within(11, "given", 0, 10),
        lambda: point(91, 0, ("given", "other")),
        lambda: one_of("x", "given", ("a", "b")),
        lambda: day("soon", "given"),
        lambda: moment("2025-13-01", "given"),
    ],
)
def test_what_is_not_is_refused_by_name(attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(BadArgument, match="'given'"):
        attempt()
