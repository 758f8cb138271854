"""Which scenes the detector is judged by: half evenly of all kinds, half so that no class rests on one thing.

Only the truth about the scenes decides, never what a detector says about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from itertools import chain, count, islice

from m3bench.world import World
from m3bench.world.scenes import compose, kind_names

Numbered = tuple[str, int]
"""A scene by its kind and number."""
Truths = dict[Numbered, Counter[str]]
"""How many things of each class some scenes show."""

ENOUGH = 3
"""Things of a class, so that one slip does not decide about it."""
VARIED = 4
"""Classes that a kind must have shown to be searched for more: the others show the same in every scene."""
CANDIDATES = 9
"""Scenes that are looked through for each one that may be picked, at most."""
ROUND = 10
"""Numbers of each kind that are looked through at a time."""


def choose(seed: int, scenes: int, known: Collection[str], jobs: int) -> list[Numbered]:
    """The first half in the order of kinds and numbers. Then what shows most of the classes that lack things
    so far, out of the next numbers; once none does, on as before."""
    first = list(islice(evenly(), scenes - scenes // 2))
    with ProcessPoolExecutor(jobs) as pool:
        shown = _truths(pool, seed, first, known)
        candidates = _candidates(pool, seed, shown, scenes // 2, known)
    there = sum(shown.values(), Counter[str]())
    picked = first + pick(candidates, there, known, scenes - len(first))
    rest = (one for one in evenly() if one not in picked)
    return picked + list(islice(rest, scenes - len(picked)))


def evenly() -> Iterator[Numbered]:
    """All scenes: the first of each kind, the second of each kind, and so on."""
    return chain.from_iterable(((kind, number) for kind in kind_names()) for number in count())


def lacking(there: Counter[str], known: Collection[str]) -> dict[str, int]:
    """How many things each class lacks that has too few."""
    return {label: ENOUGH - there[label] for label in known if there[label] < ENOUGH}


def pick(candidates: Truths, there: Counter[str], known: Collection[str], most: int) -> list[Numbered]:
    """Again and again the scene that fills most of what is lacking; of several the first."""
    left, there, picked = dict(candidates), there.copy(), list[Numbered]()
    while left and len(picked) < most:
        wanted = lacking(there, known)
        best = max(left, key=lambda one: _gain(left[one], wanted))
        if not _gain(left[best], wanted):
            break
        there += left.pop(best)
        picked.append(best)
    return picked


def _gain(shown: Counter[str], wanted: dict[str, int]) -> int:
    return sum(min(lack, shown[label]) for label, lack in wanted.items())


def _candidates(pool: Executor, seed: int, shown: Truths, most: int, known: Collection[str]) -> Truths:
    """The numbers after those shown, of varied kinds, until nothing is lacking or the bound is reached."""
    found: Truths = {}
    kinds = [kind for kind in kind_names() if _variety(shown, kind) >= VARIED]
    start = 1 + max((number for _, number in shown), default=-1)
    limit = start + CANDIDATES * most // max(1, len(kinds))
    for low in range(start, limit, ROUND):
        if not lacking(sum([*shown.values(), *found.values()], Counter[str]()), known):
            break
        numbers = range(low, min(limit, low + ROUND))
        found |= _truths(pool, seed, [(kind, number) for number in numbers for kind in kinds], known)
    return found


def _variety(shown: Truths, kind: str) -> int:
    return len({label for (other, _), labels in shown.items() if other == kind for label in labels})


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
