"""Whole matrices say what pairs say."""

from __future__ import annotations

import random

import numpy as np
import pytest

from m3bench.core import Call
from m3bench.encoders import HashingEncoder
from m3bench.scoring.arguments import Side, read_fields, similarity_matrix, texts_for_encoder
from m3bench.scoring.arguments import outer as outer_module
from m3bench.scoring.arguments.outer import outer

WORDS = [
    "harbour",
    "museum",
    "lighthouse",
    "orchard",
    "ferry",
    "30",
    "oz",
    "16",
    "box",
    "northern",
    "blue",
    "Banza",
    "Barilla",
    "peaches",
    "8",
]


@pytest.mark.parametrize("name", ["query", "place_id", "count_of", "url", "mode"])
def test_many_values_at_once_are_compared_as_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(3)

    def value() -> object:
        if name == "count_of":
            return dice.randrange(90)
        return " ".join(dice.choices(WORDS, k=dice.randint(1, 4)))

    rows, columns = (
        [read_fields(Call("a/b", {name: value()}), {}, Side()) for _ in range(70)] for _ in range(2)
    )
    texts = list(dict.fromkeys(texts_for_encoder(rows, columns)))
    encoder = HashingEncoder()
    vectors = dict(zip(texts, encoder.encode(texts), strict=True)) if texts else {}
    left, right = [fields[name] for fields in rows], [fields[name] for fields in columns]
    monkeypatch.setattr(outer_module, "_MANY", 1)
    many = outer(left, right, vectors)
    monkeypatch.setattr(outer_module, "_MANY", 10**9)
    assert np.abs(outer(left, right, vectors) - many).max() < 1e-9


def test_options_together_never_outweigh_what_a_call_carries() -> None:
    options = {f"show_{name}": True for name in "abcdefghijklmnop"}
    rows = [read_fields(Call("a/b", {"title": "Taj Mahal", **options}), {}, Side())]
    columns = [read_fields(Call("a/b", {"title": "Taj", **options}), {}, Side())]
    alone = [read_fields(Call("a/b", {"title": text}), {}, Side()) for text in ("Taj Mahal", "Taj")]
    bare = similarity_matrix(alone[:1], alone[1:], {})[0, 0]
    found = similarity_matrix(rows, columns, {})[0, 0]
    assert bare < found <= (bare + 0.25) / 1.25 + 1e-6
