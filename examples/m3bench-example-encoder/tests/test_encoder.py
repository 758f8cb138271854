"""Unit vectors that depend on the text alone, and that order texts as a person would."""

from __future__ import annotations

import numpy as np
from m3bench_example_encoder import WordBag

import m3bench
from m3bench import Call, Reference, Step, Trajectory

TEXTS = (
    "search for flights to Oslo",
    "Search for flights, to OSLO!",
    "book a flight to Oslo",
    "add two numbers",
    "",
)


def test_vectors_are_units_and_independent_of_their_neighbours() -> None:
    together = WordBag().encode(TEXTS)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0)
    alone = np.concatenate([WordBag().encode([text]) for text in TEXTS])
    assert np.array_equal(together, alone)


def test_nearer_texts_are_nearer() -> None:
    first, same, near, far, _ = WordBag().encode(TEXTS)
    assert np.array_equal(first, same)
    assert first @ same > first @ near > first @ far


def test_scores_can_be_made_with_it() -> None:
    steps = (Step((Call("math/add", {"a": 1}),)),)
    score = m3bench.score(Trajectory(task_id="t", steps=steps), Reference(steps=steps), encoder="wordbag")
    assert score.metrics.recall == 1.0
