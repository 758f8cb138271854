from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.cli.console import counting


def test_where_there_is_no_terminal_ten_lines_tell_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with counting("tying knots", 25) as advance:
        for _ in range(25):
            advance(1)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert (lines[0], lines[-1]) == ("tying knots: 3 of 25", "tying knots: 25 of 25")


@given(counts=st.lists(st.integers(0, 40), max_size=30))
def test_the_last_line_tells_the_whole(counts: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        told: list[str] = []
        patch.setattr("rich.console.Console.print", lambda _, text: told.append(text))
        with counting("counting", sum(counts)) as advance:
            for count in counts:
                if count:
                    advance(count)
    assert len(told) <= 10
    assert not any(counts) or told[-1] == f"counting: {sum(counts)} of {sum(counts)}"
