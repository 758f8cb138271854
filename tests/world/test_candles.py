"""Bars are split and combined without loss."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from m3bench_world.candles import Bar, SeededLadder, combine, shares, split
from m3bench_world.chance import Chance

PRICES = st.integers(2, 10**7)


@st.composite
def bars(draw: st.DrawFn) -> Bar:
    first, last, low, high = (draw(PRICES) for _ in range(4))
    return Bar(first, max(first, last, high), min(first, last, low), last, draw(st.integers(0, 10**12)))


@given(bars(), st.integers(1, 60), st.floats(0, 1e6), st.integers(0, 2**32))
def test_parts_combine_to_the_whole(bar: Bar, parts: int, swing: float, seed: int) -> None:
    made = split(bar, parts, swing, Random(seed))
    assert combine(made) == bar if parts > 1 else made == (bar,)
    for earlier, later in pairwise(made):
        assert earlier.close == later.open
    for part in made:
        assert part.low <= min(part.open, part.close) <= max(part.open, part.close) <= part.high
        assert part.volume >= 0


@given(st.integers(0, 10**15), st.integers(1, 100), st.integers(0, 2**32))
def test_shares_add_up(total: int, parts: int, seed: int) -> None:
    given_out = shares(total, parts, Random(seed))
    assert sum(given_out) == total
    assert len(given_out) == parts
    assert min(given_out) >= 0


@given(st.integers(0, 5 * 1440 - 1), st.integers(1, 1440), st.integers(1, 1440))
def test_a_span_is_the_sum_of_any_two_that_make_it(start: int, first: int, second: int) -> None:
    days = {day: Bar(1000 + day, 1100 + day, 900, 1001 + day, 10_000 + day) for day in range(9)}
    ladder = SeededLadder(Chance(1), "test", (1440, 240, 60, 15, 1), days.__getitem__, 0.03)
    middle, end = start + first, start + first + second
    both = combine([ladder.span(start, middle), ladder.span(middle, end)])
    assert both == ladder.span(start, end)
