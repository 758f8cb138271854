"""From maps to boxes: exact on maps that were made from known boxes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world.servers.dinox.decoding import Floats, RawDetections, Rules, decode, ious, suppress_overlaps

STRIDE, CELLS, CLASSES = 4, 128, 3
Thing = tuple[int, float, tuple[float, float, float, float]]
"""Class, score, box."""


def rules(threshold: float = 0.3, groups: tuple[int, ...] = (0, 0, 1), overlap: float = 0.6) -> Rules:
    return Rules(np.full(CLASSES, threshold, np.float32), np.asarray(groups, dtype=np.intp), overlap, 0.9)


def maps_of(things: list[Thing], groups: tuple[int, ...] = (0, 0, 1)) -> tuple[Floats, Floats]:
    """Heat and reach as a perfect network would give them."""
    heat = np.zeros((CLASSES, CELLS, CELLS), np.float32)
    reach = np.ones((4 * (max(groups) + 1), CELLS, CELLS), np.float32)
    line = np.arange(CELLS)
    for number, score, (left, top, right, bottom) in things:
        column, row = int((left + right) / 2 / STRIDE), int((top + bottom) / 2 / STRIDE)
        bell = np.exp(-((line[:, None] - row) ** 2 + (line - column) ** 2) / 2)
        heat[number] = np.maximum(heat[number], np.float32(score) * bell.astype(np.float32))
        x, y = (column + 0.5) * STRIDE, (row + 0.5) * STRIDE
        first = 4 * groups[number]
        reach[first : first + 4, row, column] = (x - left, y - top, right - x, bottom - y)
    return heat, reach


def found_in(found: RawDetections) -> list[Thing]:
    rows = zip(found.classes.tolist(), found.scores.tolist(), found.boxes.tolist(), strict=True)
    return [(number, round(score, 4), tuple(round(edge, 3) for edge in box)) for number, score, box in rows]


def test_boxes_are_recovered_exactly() -> None:
    things: list[Thing] = [
        (0, 0.9, (10.0, 20.0, 110.0, 220.0)),
        (1, 0.8, (300.5, 300.0, 340.25, 331.0)),
        (2, 0.7, (0.0, 0.0, 512.0, 512.0)),
        (0, 0.6, (400.0, 40.0, 409.0, 47.0)),
    ]
    assert found_in(decode(*maps_of(things), STRIDE, rules())) == things


def test_things_with_one_middle_are_told_apart_by_their_groups() -> None:
    things: list[Thing] = [(0, 0.9, (100.0, 100.0, 200.0, 300.0)), (2, 0.8, (120.0, 180.0, 180.0, 220.0))]
    assert found_in(decode(*maps_of(things), STRIDE, rules())) == things


def test_each_class_has_its_threshold() -> None:
    things: list[Thing] = [(0, 0.5, (10.0, 10.0, 60.0, 60.0)), (1, 0.5, (210.0, 210.0, 260.0, 260.0))]
    limits = rules()._replace(thresholds=np.asarray([0.6, 0.4, 0.5], np.float32))
    assert [number for number, _, _ in found_in(decode(*maps_of(things), STRIDE, limits))] == [1]


def test_a_plateau_gives_one_box() -> None:
    heat, reach = maps_of([(0, 0.9, (100.0, 100.0, 200.0, 200.0))])
    row, column = 150 // STRIDE, 150 // STRIDE
    heat[0, row, column + 1] = heat[0, row, column]
    x, y = (column + 1.5) * STRIDE, (row + 0.5) * STRIDE
    reach[:4, row, column + 1] = (x - 100, y - 100, 200 - x, 200 - y)
    assert len(decode(heat, reach, STRIDE, rules()).scores) == 1


def test_of_two_boxes_in_one_place_the_stronger_stays() -> None:
    boxes = np.asarray([[0, 0, 100, 100], [5, 0, 105, 100], [0, 1, 100, 100], [60, 0, 160, 100]], np.float32)
    classes = np.asarray([0, 0, 1, 0], dtype=np.intp)
    found = RawDetections(classes, np.asarray([0.9, 0.8, 0.7, 0.6], np.float32), boxes)
    assert suppress_overlaps(found, rules()).scores.tolist() == pytest.approx([0.9, 0.6])
    assert len(suppress_overlaps(found, rules()._replace(same_place=1.0)).scores) == 3
    assert len(suppress_overlaps(found, rules(overlap=0.95)._replace(same_place=1.0)).scores) == 4


def test_empty_maps_give_nothing() -> None:
    found = decode(*maps_of([]), STRIDE, rules())
    assert (len(found.classes), found.boxes.shape) == (0, (0, 4))


def test_overlap_is_intersection_over_union() -> None:
    others = np.asarray([[0, 0, 10, 10], [5, 0, 15, 10], [20, 20, 30, 30], [0, 0, 0, 0]], np.float32)
    assert ious(others[0], others).tolist() == pytest.approx([1.0, 1 / 3, 0.0, 0.0])


@given(
    st.lists(
        st.tuples(
            st.integers(0, 7), st.integers(0, 7), st.floats(6, 50), st.floats(6, 50), st.floats(0.35, 1)
        ),
        unique_by=lambda one: one[:2],
        max_size=12,
    )
)
def test_things_that_lie_apart_are_all_found(drawn: list[tuple[int, int, float, float, float]]) -> None:
    things: list[Thing] = []
    for column, row, wide, high, score in drawn:
        x, y = 32 + 64 * column + 1.5, 32 + 64 * row - 0.5
        things.append((0, score, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)))
    found = decode(*maps_of(things), STRIDE, rules())
    assert len(found.scores) == len(things)
    expected = sorted(things, key=lambda one: one[2])
    got = sorted(found.boxes.tolist())
    for (_, _, box), corners in zip(expected, got, strict=True):
        assert corners == pytest.approx(box, abs=1e-3)
    assert np.all(np.diff(found.scores) <= 0)
