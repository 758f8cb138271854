"""New tasks of a family have other words, not only other data."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import mean

import pytest

from m3bench.core import Task
from m3bench.suites import make_suite
from m3bench_world import World

SUITES = ("m3", "m3-camera", "m3-photo", "verse", "cross", "omni")
WORDS_SHARED = 4
MOST_SHARED, MOST_OF_A_FAMILY = 0.12, 0.2


def sequences(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[\w'’]+", text.casefold())
    return {tuple(words[start : start + WORDS_SHARED]) for start in range(len(words) - WORDS_SHARED + 1)}


def overlap(texts: Sequence[str]) -> float:
    """Return the mean Jaccard similarity of two texts, by their sequences of four words."""
    pairs = combinations([sequences(text) for text in texts], 2)
    return mean(len(one & other) / max(1, len(one | other)) for one, other in pairs)


def overlaps(tasks: Sequence[Task], kind: str) -> Iterator[float]:
    families: dict[str | None, list[str]] = defaultdict(list)
    for task in tasks:
        families[task.family].append(getattr(task, kind))
    yield from (overlap(texts) for texts in families.values() if len(texts) > 1)


@pytest.mark.parametrize("kind", ["request", "fuzzy_request"])
@pytest.mark.parametrize("suite", SUITES)
def test_tasks_of_a_family_share_few_words(suite: str, kind: str) -> None:
    found = list(overlaps(make_suite(suite, World()).tasks, kind))
    assert mean(found) <= MOST_SHARED
    assert max(found) <= MOST_OF_A_FAMILY


def test_the_first_release_is_recognized_by_its_repetitions() -> None:
    assert mean(overlaps(make_suite("m3@1", World()).tasks, "request")) > 2 * MOST_SHARED
