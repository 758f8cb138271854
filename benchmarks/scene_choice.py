"""Choice of test scenes for the detector: some of all kinds, and more for rare classes.

The choice depends only on the ground truth, never on detections.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from itertools import chain, count, islice
from typing import NamedTuple

from m3bench_world import World
from m3bench_world.scenes import compose, kind_names

Numbered = tuple[str, int]
"""A scene by its kind and number."""
Truths = dict[Numbered, Counter[str]]
"""Number of objects of each class in scenes."""

ENOUGH = 12
"""Minimum number of objects per class, so that one mistake is not decisive."""
MIN_CLASSES = 4
"""Minimum number of classes of a kind to be searched for a class that no scene has shown."""
ROUND = 10
"""Scenes of each kind that are searched at a time."""
LAST = 400
"""The last scene number that is searched."""


class SceneChoice(NamedTuple):
    evenly: list[Numbered]
    further: list[Numbered]
    """Further scenes that show a class with too few objects."""


def choose(seed: int, scenes: int, known: Collection[str], jobs: int) -> SceneChoice:
    first = list(islice(evenly(), scenes))
    with ProcessPoolExecutor(jobs) as pool:
        shown = _truths(pool, seed, first, known)
        return SceneChoice(first, _further(pool, seed, shown, known))


def spread(scenes: int) -> SceneChoice:
    """Choose scenes of all kinds alone."""
    return SceneChoice(list(islice(evenly(), scenes)), [])


def evenly() -> Iterator[Numbered]:
    """Yield all scenes: the first of each kind, the second of each kind, and so on."""
    return chain.from_iterable(((kind, number) for kind in kind_names()) for number in count())


def missing_counts(there: Counter[str], known: Collection[str]) -> dict[str, int]:
    """Return how many objects are missing of each class with too few."""
    return {label: ENOUGH - there[label] for label in known if there[label] < ENOUGH}


def _further(pool: Executor, seed: int, shown: Truths, known: Collection[str]) -> list[Numbered]:
    seen, there, picked = dict(shown), sum(shown.values(), Counter[str]()), list[Numbered]()
    start = 1 + max((number for _, number in shown), default=-1)
    for low in range(start, LAST, ROUND):
        kinds = _kinds_for(set(missing_counts(there, known)), seen)
        numbers = range(low, min(LAST, low + ROUND))
        truths = _truths(pool, seed, [(kind, number) for number in numbers for kind in kinds], known)
        seen |= truths
        for one, labels in truths.items():
            if labels.keys() & missing_counts(there, known).keys():
                there += labels
                picked.append(one)
    return picked


def _kinds_for(wanted: set[str], seen: Truths) -> list[str]:
    """Return the kinds that showed a wanted class, or kinds with many classes if none did."""
    shows = {kind: set[str]() for kind in kind_names()}
    for (kind, _), labels in seen.items():
        shows[kind] |= labels.keys()
    unseen = wanted - set().union(*shows.values())
    return [
        kind for kind, labels in shows.items() if labels & wanted or (unseen and len(labels) >= MIN_CLASSES)
    ]


def _truths(pool: Executor, seed: int, scenes: list[Numbered], known: Collection[str]) -> Truths:
    truths = pool.map(_truth, [seed] * len(scenes), scenes, chunksize=4)
    return {
        scene: Counter({label: times for label, times in truth.items() if label in known})
        for scene, truth in zip(scenes, truths, strict=True)
    }


def _truth(seed: int, scene: Numbered) -> Counter[str]:
    return Counter(thing.label for thing in compose(_world(seed), *scene).scene.things)


@cache
def _world(seed: int) -> World:
    return World(seed)
