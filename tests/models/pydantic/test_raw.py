"""Answers as providers wrote them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.models.pydantic.replies import LONGEST_RAW, read_raw, tells_cached_tokens


def test_ids_and_times_are_left_out_and_all_else_stays() -> None:
    answer = {"id": "x", "created": 7, "timings": {"ms": 1}, "model": "m", "choices": [{"index": 0}]}
    assert read_raw(json.dumps(answer).encode()) == {"model": "m", "choices": [{"index": 0}]}


@pytest.mark.parametrize(
    "body", [b"", b"no json", b"[1]", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 500 + b"1" + b"}" * 500,
             b'{"text": "' + b"a" * LONGEST_RAW + b'"}']
)  # fmt: skip
def test_what_is_no_answer_or_too_long_is_not_kept(body: bytes) -> None:
    assert read_raw(body) is None


@pytest.mark.parametrize(
    ("raw", "tells"),
    [
        ({"usage": {"prompt_tokens_details": {"cached_tokens": 0}}}, True),
        ({"usage": {"cache_read_input_tokens": 3}}, True),
        ({"usageMetadata": {"cachedContentTokenCount": 3}}, True),
        ({"usage": {"prompt_tokens": 3}}, False),
        ({"cache": 1}, False),
        (None, False),
    ],
)
def test_whether_cached_tokens_are_told(raw: Any, tells: bool) -> None:
    assert tells_cached_tokens(raw) is tells
