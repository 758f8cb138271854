"""The value of a part of a result."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.core import Data, Text, part_value


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (Data([1]), [1]),
        (Text('{"a": 1}'), {"a": 1}),
        (Text("7"), 7),
        (Text("seven"), "seven"),
        (Text(""), ""),
        (Text("[" * 100_000), "[" * 100_000),
    ],
)
def test_json_is_read_and_other_text_stays_as_it_is(part: Text | Data, value: Any) -> None:
    assert part_value(part) == value
