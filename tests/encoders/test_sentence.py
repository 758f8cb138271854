"""What sentence encoders share, with a network that is a sum."""

from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.encoders import Vectors
from m3bench.encoders.sentence import Ids, Pending, SentenceEncoder
from m3bench.encoders.sources import model_folder


class SumEncoder(SentenceEncoder):
    """The vector of a text is the number and the sum of its tokens."""

    tokens_per_batch = 40
    texts_at_once = 5
    fingerprint = "sum"
    dimension = 2

    def __init__(self) -> None:
        super().__init__(model_folder(), name="sum", max_tokens=16)
        self.log: list[str] = []

    def _submit(self, ids: Ids) -> Pending:
        self.log.append("submit")
        assert ids.size <= self.tokens_per_batch

        def wait() -> Vectors:
            self.log.append("wait")
            return np.stack([np.full(len(ids), ids.shape[1]), ids.sum(axis=1)], axis=1).astype(np.float32)

        return wait


@pytest.fixture(scope="module")
def encoder() -> SumEncoder:
    return SumEncoder()


@given(texts=st.lists(st.text(alphabet="ab c", max_size=12), max_size=30))
def test_each_text_gets_its_own_vector(encoder: SumEncoder, texts: list[str]) -> None:
    vectors = encoder.encode(texts)
    assert vectors.shape == (len(texts), 2)
    for text, vector in zip(texts, vectors, strict=True):
        assert np.array_equal(encoder.encode([text])[0], vector)


@given(texts=st.lists(st.sampled_from(["a", "a b", "a b c"]), max_size=20))
def test_progress_counts_every_text(encoder: SumEncoder, texts: list[str]) -> None:
    counts: list[int] = []
    encoder.encode(texts, counts.append)
    assert sum(counts) == len(texts)


def test_the_next_texts_are_submitted_before_the_first_are_awaited(encoder: SumEncoder) -> None:
    encoder.log.clear()
    encoder.encode([f"text {number}" for number in range(2 * encoder.texts_at_once)])
    first_wait = encoder.log.index("wait")
    assert encoder.log[:first_wait].count("submit") > encoder.log[first_wait:].count("submit")


def test_an_error_of_the_tokenizer_is_raised(encoder: SumEncoder) -> None:
    with pytest.raises(AttributeError):
        encoder.encode(["fine"] * encoder.texts_at_once + [None])  # type: ignore[list-item]


@given(text=st.text(alphabet=string.printable, max_size=40))
def test_canonical_ascii_is_what_the_normalizer_makes(encoder: SumEncoder, text: str) -> None:
    assert encoder.canonical(text) == encoder._normalize(text)
