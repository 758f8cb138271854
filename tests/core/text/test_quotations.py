"""Quotations in descriptions of tools."""

from __future__ import annotations

import time

import pytest

from m3bench.core.text import quotations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The city, such as 'Bergen' or \"Oslo\".", ["Bergen", "Oslo"]),
        ("An id like `ST-1`; again `ST-1`.", ["ST-1"]),
        ("It's what the user's agent doesn't say.", []),
        ("“Quoted” and ‘typographic’", ["Quoted", "typographic"]),
        ("", []),
    ],
)
def test_what_is_quoted(text: str, found: list[str]) -> None:
    assert quotations(text) == found


def test_long_texts_take_no_time() -> None:
    began = time.process_time()
    assert len(quotations("'" * 1_000_000)) < 5_000
    quotations("'a" * 1_000_000)
    assert time.process_time() - began < 1
