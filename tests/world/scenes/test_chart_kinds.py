"""Charts: what is drawn has the size of the values, measured in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench_world import World
from m3bench_world.scenes import Composition, compose
from m3bench_world.scenes.painting import rgb
from m3bench_world.scenes.plots import INKS
from tests.world.scenes.read_back import missed_texts, overlapping_texts

NUMBERS = range(12)
WORLD = World()
PIXELS = 1.6
"""How far a measured edge may be from the computed one."""


@cache
def composed(kind: str, number: int) -> Composition:
    return compose(WORLD, kind, number)


def charts(form: str) -> Iterator[Composition]:
    found = [composed("chart", number) for number in NUMBERS]
    fitting = [each for each in found if each.scene.facts["form"] == form]
    assert fitting, f"none of the first charts has the form {form}"
    yield from fitting


def painted(image: Composition, colour: str) -> NDArray[np.bool_]:
    """Return the pixels of about this colour."""
    pixels = np.asarray(image.image, dtype=int)
    near: NDArray[np.bool_] = np.abs(pixels - np.array(rgb(INKS[colour]))).max(axis=2) < 12
    return near


def height_of(value: float, facts: dict[str, Any]) -> float:
    """Return the row of a value on the upright axis."""
    _, top, _, bottom = facts["plot"]
    axis = facts["axis"]
    return float(bottom - (bottom - top) * (value - axis["low"]) / (axis["high"] - axis["low"]))


@pytest.mark.parametrize("form", ["bars", "grouped bars"])
def test_bars_are_as_high_as_their_values(form: str) -> None:
    for chart in charts(form):
        facts = chart.scene.facts
        left, _, right, bottom = facts["plot"]
        count = len(facts["categories"])
        for row, series in enumerate(facts["series"]):
            mask = painted(chart, series["colour"])
            for index, value in enumerate(series["values"]):
                slot = (right - left) / count
                each = slot * 0.72 / len(facts["series"])
                x = left + index * slot + slot * 0.14 + (row + 0.5) * each
                rows = np.flatnonzero(mask[: round(bottom), round(x)])
                assert rows.min() == pytest.approx(height_of(value, facts), abs=PIXELS)
                assert not mask[round(height_of(value, facts)) - 6, round(x)]


def test_lines_pass_through_their_values() -> None:
    for chart in charts("lines"):
        facts = chart.scene.facts
        left, _, right, _ = facts["plot"]
        for series in facts["series"]:
            mask = painted(chart, series["colour"])
            slot = (right - left) / len(series["values"])
            for index, value in enumerate(series["values"]):
                x, y = left + (index + 0.5) * slot, height_of(value, facts)
                around = mask[round(y) - 14 : round(y) + 15, round(x) - 14 : round(x) + 15]
                rows, columns = np.nonzero(around)
                assert rows.min() == pytest.approx(28 - rows.max(), abs=10)
                assert len(columns) > 60, (series["name"], index)


def test_rings_have_the_shares_of_their_values() -> None:
    for chart in charts("ring"):
        series = chart.scene.facts["series"]
        # The keys of the legend are squares of the same colour, right of the ring.
        areas = [painted(chart, each["colour"])[:, :620].sum() for each in series]
        assert sum(each["values"][0] for each in series) == 100
        for each, area in zip(series, areas, strict=True):
            assert 100 * area / sum(areas) == pytest.approx(each["values"][0], abs=0.8)


def test_values_of_one_category_can_be_told_apart() -> None:
    for number in NUMBERS:
        facts = composed("chart", number).scene.facts
        least = facts["axis"]["tolerance"]
        columns = zip(*(each["values"] for each in facts["series"]), strict=True)
        for column in columns if facts["form"] != "ring" else []:
            ranked = sorted(column)
            assert all(high - low >= 2 * least for low, high in pairwise(ranked))


def test_the_trend_is_drawn_where_the_facts_say() -> None:
    for number in range(4):
        plot = composed("scatter_plot", number)
        facts = plot.scene.facts
        left, _, right, _ = facts["plot"]
        across = facts["across"]
        masks = [painted(plot, colour) for colour in INKS]
        for warm in (-3, 4, 11, 18, 26):
            x = left + (right - left) * (warm - across["low"]) / (across["high"] - across["low"])
            y = height_of(facts["intercept"] + facts["slope"] * warm, facts)
            assert any(mask[round(y), round(x)] for mask in masks), (number, warm)
            assert not any(mask[round(y) - 40 : round(y) - 30, round(x)].all() for mask in masks)


@pytest.mark.parametrize("kind", ["chart", "scatter_plot"])
def test_texts_do_not_overlap(kind: str) -> None:
    assert [overlapping_texts(composed(kind, number).scene) for number in range(6)] == [[]] * 6


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["chart", "scatter_plot"])
def test_ocr_reads_names_and_ticks(kind: str, tmp_path: Path) -> None:
    missed = missed_texts([composed(kind, number) for number in range(4)], tmp_path)
    assert all(len(texts) <= 1 for texts in missed), missed
