"""Which scenes the detector is judged by: some of all kinds, and more where these show too few things.

Only the truth about the scenes decides, never what a detector says about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from itertools import chain, count, islice
from typing import NamedTuple

from m3bench.world import World
from m3bench.world.scenes import compose, kind_names

Numbered = tuple[str, int]
"""A scene by its kind and number."""
Truths = dict[Numbered, Counter[str]]
"""How many things of each class some scenes show."""

ENOUGH = 12
"""Things of a class, so that one slip does not decide about it."""
VARIED = 4
"""Classes that a kind must have shown to be searched for one that was not seen yet."""
ROUND = 10
"""Numbers of each kind that are looked through at a time."""
LAST = 400
"""The number after which no more are looked through."""


class Chosen(NamedTuple):
    evenly: list[Numbered]
    further: list[Numbered]
    """Those of the next numbers that show a class with too few things so far."""


def choose(seed: int, scenes: int, known: Collection[str], jobs: int) -> Chosen:
    first = list(islice(evenly(), scenes))
    with ProcessPoolExecutor(jobs) as pool:
        shown = _truths(pool, seed, first, known)
        return Chosen(first, _further(pool, seed, shown, known))


def evenly() -> Iterator[Numbered]:
    """All scenes: the first of each kind, the second of each kind, and so on."""
    return chain.from_iterable(((kind, number) for kind in kind_names()) for number in count())


def lacking(there: Counter[str], known: Collection[str]) -> dict[str, int]:
    """How many things each class lacks that has too few."""
    return {label: ENOUGH - there[label] for label in known if there[label] < ENOUGH}


def _further(pool: Executor, seed: int, shown: Truths, known: Collection[str]) -> list[Numbered]:
    seen, there, picked = dict(shown), sum(shown.values(), Counter[str]()), list[Numbered]()
    start = 1 + max((number for _, number in shown), default=-1)
    for low in range(start, LAST, ROUND):
        kinds = _kinds_for(set(lacking(there, known)), seen)
        numbers = range(low, min(LAST, low + ROUND))
        truths = _truths(pool, seed, [(kind, number) for number in numbers for kind in kinds], known)
        seen |= truths
        for one, labels in truths.items():
            if labels.keys() & lacking(there, known).keys():
                there += labels
                picked.append(one)
    return picked


def _kinds_for(wanted: set[str], seen: Truths) -> list[str]:
    """The kinds that have shown a wanted class; for one that none has shown, those that show many classes."""
    shows = {kind: set[str]() for kind in kind_names()}
    for (kind, _), labels in seen.items():
        shows[kind] |= labels.keys()
    unseen = wanted - set().union(*shows.values())
    return [kind for kind, labels in shows.items() if labels & wanted or (unseen and len(labels) >= VARIED)]


def _truths(pool: Executor, seed: int, scenes: list[Numbered], known: Collection[str]) -> Truths:
    truths = pool.map(_truth, [seed] * len(scenes), scenes, chunksize=4)
    return {
        one: Counter({label: times for label, times in truth.items() if label in known})
        for one, truth in zip(scenes, truths, strict=True)
    }


def _truth(seed: int, scene: Numbered) -> Counter[str]:
    return Counter(thing.label for thing in compose(_world(seed), *scene).scene.things)


@cache
def _world(seed: int) -> World:
    return World(seed)
