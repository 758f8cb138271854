"""Alignment, with vectors chosen by hand so that every similarity is known."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Call, Step
from m3bench.encoders import Vectors
from m3bench.scoring import M3, M3_RELEASED, Profile
from m3bench.scoring.align import Bucket, Match, make_buckets, texts_to_encode
from m3bench.scoring.batch import Comparison, align_many
from m3bench.scoring.pairs import TextScores
from m3bench.scoring.vectors import VectorTable


def _steps(*texts: str, tool: str = "t") -> tuple[Step, ...]:
    """One step per letter group: "ab c" is a step of two calls, then one of one."""
    return tuple(Step(tuple(Call(tool, text) for text in group)) for group in texts)


def _text(call: Call) -> str:
    return str(call.arguments)


def _pairs(matches: tuple[Match, ...]) -> list[tuple[int, int]]:
    return [(match.reference_call, match.prediction_call) for match in matches]


def _align(buckets: list[Bucket], vectors: dict[str, Vectors], profile: Profile) -> tuple[Match, ...]:
    table = np.array([*vectors.values()], dtype=np.float32).reshape(len(vectors), 2)
    (matches,) = align_many([Comparison(buckets, TextScores())], VectorTable([*vectors], table), profile)
    return matches


def _at(angle: float) -> Vectors:
    return np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)


def test_only_tools_of_both_sides_are_looked_at() -> None:
    reference = (Step((Call("a", "1"), Call("b", "2"))),)
    prediction = (Step((Call("b", "3"), Call("c", "4"))),)
    (bucket,) = make_buckets(reference, prediction, _text)
    assert (bucket.tool, list(bucket.texts())) == ("b", ["2", "3"])


def test_equal_calls_need_no_encoding() -> None:
    buckets = make_buckets(_steps("ab", "c"), _steps("c", "ba", "x"), _text)
    assert list(texts_to_encode(buckets, TextScores())) == []
    assert _pairs(_align(buckets, {}, M3)) == [(0, 2), (1, 1), (2, 0)]


def test_distinct_texts_are_encoded_when_sides_differ() -> None:
    buckets = make_buckets(_steps("ab"), _steps("ac"), _text)
    assert sorted(texts_to_encode(buckets, TextScores())) == ["a", "a", "b", "c"]


def test_the_whole_is_optimal_even_where_a_twin_must_be_given_up() -> None:
    """a lies between b and c: pairing a with its twin would leave b and c, who do not match at all."""
    vectors = {"a": _at(0), "b": _at(0.8), "c": _at(-0.8)}
    buckets = make_buckets(_steps("ab"), _steps("ac"), _text)
    matches = _align(buckets, vectors, M3)
    assert _pairs(matches) == [(0, 1), (1, 0)]
    assert all(abs(match.similarity - np.cos(0.8)) < 1e-5 for match in matches)


def test_pairs_under_the_weak_threshold_are_no_matches() -> None:
    vectors = {"a": _at(0), "b": _at(1.2)}
    assert _align(make_buckets(_steps("a"), _steps("b"), _text), vectors, M3) == ()
    loose = M3.with_thresholds(weak=0.3)
    assert len(_align(make_buckets(_steps("a"), _steps("b"), _text), vectors, loose)) == 1


def test_of_equal_calls_the_earlier_is_taken() -> None:
    buckets = make_buckets(_steps("a"), _steps("x", "a", "a"), _text)
    assert _pairs(_align(buckets, {}, M3)) == [(0, 1)]
    buckets = make_buckets(_steps("a", "a"), _steps("a"), _text)
    assert _pairs(_align(buckets, {}, M3)) == [(0, 0)]


def test_ties_among_encoded_calls_are_settled_in_order() -> None:
    vectors = {"a": _at(0), "b": _at(0.3), "c": _at(2.5)}
    buckets = make_buckets(_steps("a", "a", "c"), _steps("b", "b", "b"), _text)
    assert _pairs(_align(buckets, vectors, M3)) == [(0, 0), (1, 1)]


def test_similarities_are_exact_to_six_decimals() -> None:
    vectors = {"a": _at(0), "b": _at(1e-4)}
    (match,) = _align(make_buckets(_steps("a"), _steps("b"), _text), vectors, M3)
    assert match.similarity == 1.0


texts = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=4)


@given(texts, texts, st.sampled_from([M3, M3_RELEASED]), st.integers(0, 100))
@settings(max_examples=150)
def test_no_assignment_is_better(left: list[str], right: list[str], profile: Profile, seed: int) -> None:
    """Against brute force: as many matches as possible, and among those the greatest similarity."""
    generator = np.random.Generator(np.random.PCG64(seed))
    vectors = {text: _at(angle) for text, angle in zip("abcdef", generator.uniform(0, 1.6, 6), strict=True)}
    buckets = make_buckets(_steps(*left), _steps(*right), _text, settles_ties=profile.settles_ties)
    matches = _align(buckets, vectors, profile)
    found = (len(matches), sum(match.similarity for match in matches))
    best = max(_value(option, buckets[0], vectors, profile) for option in _options(len(left), len(right)))
    assert found[0] == best[0]
    assert abs(found[1] - best[1]) < 1e-4


def _options(rows: int, columns: int) -> list[list[tuple[int, int]]]:
    if rows <= columns:
        return [list(enumerate(order)) for order in permutations(range(columns), rows)]
    return [
        [(row, column) for column, row in enumerate(order)] for order in permutations(range(rows), columns)
    ]


def _value(
    option: list[tuple[int, int]], bucket: Bucket, vectors: dict[str, Vectors], profile: Profile
) -> tuple[int, float]:
    scores = [
        float(vectors[bucket.reference[row].text] @ vectors[bucket.prediction[column].text])
        for row, column in option
    ]
    kept = [score for score in scores if round(score, 6) >= profile.weak]
    return len(kept), sum(kept)
