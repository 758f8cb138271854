"""Bucketed Hungarian alignment of predicted and reference calls (section 4.1)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.core import Call, Step, iter_calls
from m3bench.encoders import Vectors
from m3bench.scoring.profile import Profile

if TYPE_CHECKING:
    from m3bench.scoring.pairs import PairScores

Similarities = NDArray[np.float64]
Pair = tuple[int, int, float]
"""Row, column and similarity inside a bucket."""

# Cosines of the same two texts differ in the seventh decimal between matrix shapes.
_DECIMALS = 6


class Match(msgspec.Struct, frozen=True, gc=False):
    """A predicted call matched with a reference call. Calls are numbered over all steps, from 0."""

    reference_call: int
    prediction_call: int
    reference_step: int
    prediction_step: int
    similarity: float
    tool: str


class Node(msgspec.Struct, frozen=True, gc=False):
    """A call as the alignment sees it."""

    index: int
    step: int
    text: str
    call: Call


class Bucket(msgspec.Struct, frozen=True, gc=False):
    """The calls of one tool, or of equivalent tools, on both sides, in tie-breaking order."""

    tool: str
    reference: tuple[Node, ...]
    prediction: tuple[Node, ...]
    settles_ties: bool
    by_equality: bool
    """Whether the alignment follows from equal texts, without encoding."""

    def texts(self) -> Iterator[str]:
        return (node.text for node in (*self.reference, *self.prediction))


def make_buckets(
    reference: Sequence[Step],
    prediction: Sequence[Step],
    text_of: Callable[[Call], str],
    *,
    settles_ties: bool = True,
    bucket_of: Callable[[str], str] = str,
    can_match: Callable[[Call], bool] = lambda _: True,
) -> list[Bucket]:
    """Return one bucket per tool that both sides call. Calls of other tools cannot match.

    Args:
        reference: The steps of the reference.
        prediction: The steps of the prediction.
        text_of: Serializes a call.
        settles_ties: Whether ties between equal calls go to the earlier one.
        bucket_of: Maps equivalent tools to the same name, and so to one bucket.
        can_match: Whether a call can match at all.
    """
    sides = [
        [(index, step, call) for index, (step, call) in enumerate(iter_calls(steps)) if can_match(call)]
        for steps in (reference, prediction)
    ]
    shared = set.intersection(*({bucket_of(call.name) for _, _, call in side} for side in sides))
    left, right = (_by_tool(side, shared, text_of, bucket_of, sort=settles_ties) for side in sides)
    return [
        Bucket(
            tool, left[tool], right[tool], settles_ties, _by_equality(left[tool], right[tool], settles_ties)
        )
        for tool in sorted(shared)
    ]


def texts_to_encode(buckets: Iterable[Bucket], scores: PairScores) -> Iterator[str]:
    """Yield the texts whose similarities can change an alignment."""
    for bucket in buckets:
        if not bucket.by_equality:
            yield from scores.texts(bucket)


def matches_of(pairs: Iterable[tuple[Bucket, Iterable[Pair]]], profile: Profile) -> tuple[Match, ...]:
    """Return the match set M of the pairs of all buckets, ordered by reference call."""
    matches = [_match(bucket, pair) for bucket, chosen in pairs for pair in chosen if pair[2] >= profile.weak]
    return tuple(sorted(matches, key=lambda match: match.reference_call))


def similarities(
    rows: Sequence[Node], columns: Sequence[Node], vectors: Mapping[str, Vectors]
) -> Similarities:
    """Return the cosine similarity of every pair, to six decimals."""
    left = np.stack([vectors[node.text] for node in rows])
    right = np.stack([vectors[node.text] for node in columns])
    return rounded(left @ right.T)


def rounded(cosines: Vectors) -> Similarities:
    """Return similarities to six decimals, between -1 and 1."""
    similarity: Similarities = cosines.astype(np.float64).round(_DECIMALS).clip(-1.0, 1.0)
    return similarity


def _by_tool(
    calls: Iterable[tuple[int, int, Call]],
    tools: set[str],
    text_of: Callable[[Call], str],
    bucket_of: Callable[[str], str],
    *,
    sort: bool,
) -> dict[str, tuple[Node, ...]]:
    nodes: dict[str, list[Node]] = defaultdict(list)
    for index, step, call in calls:
        tool = bucket_of(call.name)
        if tool in tools:
            nodes[tool].append(Node(index, step, text_of(call), call))
    if sort:
        # Not the order in the step: a score must not depend on how a step lists its calls.
        for same_tool in nodes.values():
            same_tool.sort(key=lambda node: (node.step, node.text, node.index))
    return {tool: tuple(same_tool) for tool, same_tool in nodes.items()}


def _by_equality(reference: Sequence[Node], prediction: Sequence[Node], settles_ties: bool) -> bool:
    """Return whether every call of the smaller side has an equal on the other side.

    No assignment can be better. If ties are left to the solver, equal calls must also be unique.
    """
    if len(reference) == len(prediction) == 1:
        return reference[0].text == prediction[0].text
    left = Counter([node.text for node in reference])
    right = Counter([node.text for node in prediction])
    if not (left <= right or right <= left):
        return False
    return settles_ties or all(left[text] == right[text] == 1 for text in left.keys() & right.keys())


def allowed_costs(found: Similarities, profile: Profile) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return which pairs may match, and the cost of every pair."""
    allowable = (found >= profile.weak) & (found > profile.forbidden)
    return allowable, np.where(allowable, 1.0 - found, profile.penalty)


def settled_pairs(bucket: Bucket, pairs: list[Pair], found: Similarities) -> list[Pair]:
    """Return an assignment with ties between equal texts going to the earlier call."""
    if not bucket.settles_ties or not pairs or not _has_equals(bucket):
        return pairs
    settled = _earliest(bucket, {row: column for row, column, _ in pairs})
    return [(row, column, float(found[row, column])) for row, column in settled.items()]


def _has_equals(bucket: Bucket) -> bool:
    return any(
        len({node.text for node in side}) < len(side) for side in (bucket.reference, bucket.prediction)
    )


def twins(bucket: Bucket) -> list[Pair]:
    """Pair calls with equal texts, in order."""
    rows, columns = _by_text(bucket.reference), _by_text(bucket.prediction)
    return [
        (row, column, 1.0)
        for text in rows.keys() & columns.keys()
        for row, column in zip(rows[text], columns[text], strict=False)
    ]


def _earliest(bucket: Bucket, partner: dict[int, int]) -> dict[int, int]:
    """Return the same assignment with ties between equal texts going to the earlier call."""
    pairs = _settled(partner, _by_text(bucket.prediction))
    flipped = {column: row for row, column in pairs.items()}
    settled = _settled(flipped, _by_text(bucket.reference))
    return {row: column for column, row in settled.items()}


def _settled(partner: dict[int, int], by_text: Mapping[str, list[int]]) -> dict[int, int]:
    """Assign the first members of each group of equal texts, in order."""
    text_of = {member: text for text, members in by_text.items() for member in members}
    keys: dict[str, list[int]] = defaultdict(list)
    for key in sorted(partner):
        keys[text_of[partner[key]]].append(key)
    return {
        key: member for text, same in keys.items() for key, member in zip(same, by_text[text], strict=False)
    }


def _by_text(nodes: Sequence[Node]) -> dict[str, list[int]]:
    indices: dict[str, list[int]] = defaultdict(list)
    for index, node in enumerate(nodes):
        indices[node.text].append(index)
    return indices


def _match(bucket: Bucket, pair: Pair) -> Match:
    left, right = bucket.reference[pair[0]], bucket.prediction[pair[1]]
    return Match(left.index, right.index, left.step, right.step, pair[2], left.call.name)
