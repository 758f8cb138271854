from __future__ import annotations

import pytest

from m3bench.workers import LimitExceeded, matches, searching


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^B0", "B0123", True),
        ("^B0", "AB0", False),
        (r"^(\d{3})-(\d{4})$", "555-1234", True),
        (r"^(\d{3})-(\d{4})$", "5555-1234", False),
        ("a.*b.*c", "xaxbxcx", True),
    ],
)
def test_patterns_are_found_as_by_re(pattern: str, text: str, found: bool) -> None:
    assert matches(pattern, text) is found


def test_a_pattern_that_backtracks_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_MATCH_SECONDS", 0.3)
    with pytest.raises(LimitExceeded):
        matches("^(a+)+$", "a" * 60 + "b")
