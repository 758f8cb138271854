from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.hosting.process.lines import LineBuffer, LineTooLong


@given(st.binary(max_size=200), st.lists(st.integers(1, 20), max_size=30))
def test_however_it_is_cut_the_lines_are_the_same(data: bytes, cuts: list[int]) -> None:
    buffer, lines, rest = LineBuffer(1000), [], data
    for cut in [*cuts, len(data) + 1]:
        lines += buffer.feed(rest[:cut])
        rest = rest[cut:]
    assert lines == data.split(b"\n")[:-1]


def test_a_line_over_the_limit_is_refused_and_forgotten() -> None:
    buffer = LineBuffer(10)
    assert buffer.feed(b"123456789") == []
    with pytest.raises(LineTooLong):
        buffer.feed(b"12")
    assert buffer.feed(b"ok\n") == [b"ok"]
