"""Axes put values where they belong, and say how well they can be read."""

from __future__ import annotations

import pytest

from m3bench_world.scenes.plots import axis_for


def test_values_are_placed_between_the_ends() -> None:
    axis = axis_for(20, 6).between(530, 130)
    assert axis.ticks == [0, 20, 40, 60, 80, 100, 120]
    assert (axis.at(0), axis.at(120), axis.at(60)) == (530, 130, 330)
    assert axis.tolerance == 5


def test_an_axis_may_begin_below_zero() -> None:
    axis = axis_for(5, 7, -5).between(0, 700)
    assert (axis.low, axis.high) == (-5, 30)
    assert axis.at(0) == pytest.approx(100)
    assert axis.facts() == {"low": -5, "high": 30, "step": 5, "tolerance": 1.25}
