from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.encoders import ExactEncoder, HashingEncoder

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


@given(ANY_TEXT)
def test_unit_length_whatever_the_text(text: str) -> None:
    for encoder in (ExactEncoder(), HashingEncoder()):
        assert np.linalg.norm(encoder.encode([text])[0]) == pytest.approx(1, abs=1e-5)


@given(st.lists(ANY_TEXT, min_size=2, max_size=8, unique=True))
def test_exact_keeps_different_texts_far_apart(texts: list[str]) -> None:
    vectors = ExactEncoder().encode(texts)
    similarities = vectors @ vectors.T
    assert np.allclose(np.diag(similarities), 1, atol=1e-5)
    assert similarities[~np.eye(len(texts), dtype=bool)].max() < 0.5


def test_hashing_sees_likeness() -> None:
    base, near, far = HashingEncoder().encode(["weather in Paris", "Weather in Paris today", "0123456789"])
    assert base @ near > 0.7 > 0.3 > base @ far
