"""Prompts lead to classes by their own words, synonyms, plurals and families."""

from __future__ import annotations

import pytest

from m3bench_world.servers.dinox.prompts import labels_for, phrases

KNOWN = (
    "apple",
    "bell pepper",
    "box",
    "brick pile",
    "carton",
    "castle",
    "helmet",
    "ladder",
    "open edge",
    "orange",
    "person",
    "safety vest",
    "strawberry",
    "tower",
)


@pytest.mark.parametrize(
    ("phrase", "labels"),
    [
        ("person", ("person",)),
        ("hardhat", ("helmet",)),
        ("hard hat", ("helmet",)),
        ("hard-hats", ("helmet",)),
        ("vest", ("safety vest",)),
        ("unguarded edge", ("open edge",)),
        ("strawberries", ("strawberry",)),
        ("red apple", ("apple",)),
        ("fruits", ("apple", "orange", "strawberry")),
        ("women", ("person",)),
        ("dragon", ()),
        ("box", ("box",)),
        ("parcel", ("box", "carton")),
        ("landmark", ("castle", "tower")),
        ("bricks", ("brick pile",)),
    ],
)
def test_phrases_lead_to_classes(phrase: str, labels: tuple[str, ...]) -> None:
    assert labels_for(phrase, KNOWN) == labels


def test_prompts_are_split_and_tidied() -> None:
    found = phrases("Person. Hard  Hat,ladder;;.person.\nbell_pepper", KNOWN)
    assert [phrase.text for phrase in found] == ["person", "hard hat", "ladder", "bell pepper"]
    assert all(phrase.labels for phrase in found)


def test_endless_prompts_are_bounded() -> None:
    assert len(phrases(".".join(f"thing{index}" for index in range(10_000)), KNOWN)) <= 60
