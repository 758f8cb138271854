"""Alignment of many comparisons at once equals the alignment of each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from m3bench.core import Call, Step
from m3bench.encoders import HashingEncoder
from m3bench.scoring import M3, Profile, batch
from m3bench.scoring.align import Bucket, Pair, allowed_costs, make_buckets, similarities
from m3bench.scoring.batch import Comparison, _assign, align_many
from m3bench.scoring.pairs import TextScores
from m3bench.scoring.vectors import VectorTable

TEXTS = [f"{colour} {thing}" for colour in ("red", "blue") for thing in ("house", "horse", "mouse", "tree")]
TABLE = VectorTable(TEXTS, HashingEncoder().encode(TEXTS))

Sides = list[tuple[list[list[str]], list[list[str]]]]

steps = st.lists(st.lists(st.sampled_from(TEXTS), max_size=4), max_size=3)
comparisons = st.lists(st.tuples(steps, steps), max_size=8)


def _steps(groups: list[list[str]]) -> tuple[Step, ...]:
    return tuple(Step(tuple(Call(("t", "u")[len(text) % 2], text) for text in group)) for group in groups)


def _comparison(reference: list[list[str]], prediction: list[list[str]]) -> Comparison:
    buckets = make_buckets(_steps(reference), _steps(prediction), lambda call: str(call.arguments))
    return Comparison(buckets, TextScores())


@given(sides=comparisons)
def test_company_makes_no_difference(sides: Sides) -> None:
    every = [_comparison(*both) for both in sides]
    together = align_many(every, TABLE, M3)
    assert together == [align_many([one], TABLE, M3)[0] for one in every]


@given(sides=comparisons)
def test_similarities_are_those_of_a_single_bucket(
    sides: Sides,
) -> None:
    """To the bit: a stack of matrices is multiplied one by one, as a single one is."""
    for comparison in (_comparison(*both) for both in sides):
        for match in align_many([comparison], TABLE, M3)[0]:
            bucket = next(bucket for bucket in comparison.buckets if bucket.tool == match.tool)
            alone = similarities(bucket.reference, bucket.prediction, TABLE)
            row, column = _places(bucket, match.reference_call, match.prediction_call)
            assert match.similarity == (1.0 if bucket.by_equality else alone[row, column])


@given(
    shape=st.tuples(st.integers(1, 3), st.integers(1, 4)),
    count=st.integers(1, 5),
    data=st.data(),
)
@settings(max_examples=200)
def test_assignments_are_those_of_the_solver(shape: tuple[int, int], count: int, data: st.DataObject) -> None:
    values = st.sampled_from([0.1, 0.59, 0.6, 0.7, 0.7, 0.9, 1.0])
    found = np.array(
        data.draw(
            st.lists(values, min_size=count * shape[0] * shape[1], max_size=count * shape[0] * shape[1])
        )
    ).reshape(count, *shape)
    for matrix, pairs in zip(found, _assign(found, M3), strict=True):
        assert sorted(pairs) == _solved(matrix, M3)


def test_a_large_group_is_gathered_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [_comparison([["red house"]], [[text]]) for text in TEXTS if len(text) % 2]
    loose = M3.with_thresholds(weak=-1.0)
    whole = align_many(every, TABLE, loose)
    monkeypatch.setattr(batch, "_VALUES_AT_ONCE", 1)
    assert len(every) > 2
    assert align_many(every, TABLE, loose) == whole


def _places(bucket: Bucket, reference: int, prediction: int) -> tuple[int, int]:
    row = next(index for index, node in enumerate(bucket.reference) if node.index == reference)
    return row, next(index for index, node in enumerate(bucket.prediction) if node.index == prediction)


def _solved(matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]], profile: Profile) -> list[Pair]:
    allowable, costs = allowed_costs(matrix, profile)
    rows, columns = linear_sum_assignment(costs)
    return sorted(
        (int(row), int(column), float(matrix[row, column]))
        for row, column in zip(rows, columns, strict=True)
        if allowable[row, column]
    )
