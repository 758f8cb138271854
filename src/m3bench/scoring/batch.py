"""Alignment of many predictions at once.

Buckets of the same shape are compared and assigned together. Most have one call on a side, and then a call of
numpy for each costs more than the work itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from m3bench.core import chunks
from m3bench.scoring.align import (
    Bucket,
    Match,
    Pair,
    Similarities,
    allowed_costs,
    matches_of,
    rounded,
    settled_pairs,
    twins,
)
from m3bench.scoring.pairs import PairScores, TextScores
from m3bench.scoring.profile import Profile
from m3bench.scoring.vectors import VectorTable
from m3bench.statistics import assign

_VALUES_AT_ONCE = 16_000_000
"""Vector components that are gathered together: 64 MB."""

Shape = tuple[int, int]


class Comparison(NamedTuple):
    """The buckets of one prediction and one reference."""

    buckets: Sequence[Bucket]
    scores: PairScores


def align_many(
    comparisons: Sequence[Comparison], vectors: VectorTable, profile: Profile
) -> list[tuple[Match, ...]]:
    """Return the match set of every comparison, each ordered by reference call."""
    pairs: dict[int, list[Pair]] = {}
    for buckets, found in _similarities(comparisons, vectors):
        for bucket, matrix, chosen in zip(buckets, found, _assign(found, profile), strict=True):
            pairs[id(bucket)] = settled_pairs(bucket, chosen, matrix)
    return [
        matches_of(
            (
                (bucket, twins(bucket) if bucket.by_equality else pairs[id(bucket)])
                for bucket in comparison.buckets
            ),
            profile,
        )
        for comparison in comparisons
    ]


def _similarities(
    comparisons: Iterable[Comparison], vectors: VectorTable
) -> Iterator[tuple[list[Bucket], Similarities]]:
    """Yield buckets of the same shape and their similarity matrices, stacked."""
    by_shape: dict[Shape, list[Bucket]] = defaultdict(list)
    for buckets, scores in comparisons:
        for bucket in buckets:
            if bucket.by_equality:
                continue
            if isinstance(scores, TextScores):
                by_shape[len(bucket.reference), len(bucket.prediction)].append(bucket)
            else:
                found = scores.matrix(bucket.reference, bucket.prediction, vectors)
                yield [bucket], found[np.newaxis]
    for shape, same in by_shape.items():
        limit = max(1, _VALUES_AT_ONCE // (sum(shape) * vectors.table.shape[1]))
        for some in chunks(same, limit):
            yield some, _cosines(some, vectors)


def _cosines(buckets: Sequence[Bucket], vectors: VectorTable) -> Similarities:
    left = vectors.rows(node.text for bucket in buckets for node in bucket.reference)
    right = vectors.rows(node.text for bucket in buckets for node in bucket.prediction)
    count = len(buckets)
    references = vectors.table[left.reshape(count, -1)]
    predictions = vectors.table[right.reshape(count, -1)]
    return rounded(references @ predictions.transpose(0, 2, 1))


def _assign(found: Similarities, profile: Profile) -> Iterator[list[Pair]]:
    """Yield the allowed pairs of the cheapest assignment of every matrix."""
    allowable, costs = allowed_costs(found, profile)
    if 1 in found.shape[1:]:
        yield from _single(found, allowable, costs)
        return
    for similarity, cost, allowed in zip(found, costs, allowable, strict=True):
        rows, columns = assign(cost)
        kept = allowed[rows, columns]
        rows, columns = rows[kept], columns[kept]
        yield list(zip(rows.tolist(), columns.tolist(), similarity[rows, columns].tolist(), strict=True))


def _single(
    found: Similarities, allowable: NDArray[np.bool_], costs: NDArray[np.float64]
) -> Iterator[list[Pair]]:
    """Assign where one side has a single call: the first cheapest, as the solver does."""
    count, _, columns = found.shape
    flat = costs.reshape(count, -1).argmin(axis=1)
    buckets = np.arange(count)
    chosen = found.reshape(count, -1)[buckets, flat].tolist()
    allowed = allowable.reshape(count, -1)[buckets, flat].tolist()
    for position, similarity, fine in zip(flat.tolist(), chosen, allowed, strict=True):
        yield [(*divmod(position, columns), similarity)] if fine else []
