"""Metrics of a detector: matched boxes, the threshold of each class, counts and figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from detector.packs import Pack
from m3bench_world.servers.dinox.decoding import RawDetections, Rules, decode, ious, suppress_overlaps

Floats = NDArray[np.float32]
Predict = Callable[[NDArray[np.uint8]], tuple[Floats, Floats]]
"""Maps pictures N×S×S×3 to heat and reach."""

FITS = 0.5
LOWEST, HIGHEST = 0.08, 0.9
"""The lowest score that is decoded, and the highest threshold."""
LEAST_SURE = 0.3
"""The lowest threshold. A few right examples of a rare class below it do not show how it performs on
similar objects in other scenes."""
BATCH = 16


@dataclass
class Tally:
    """One class: the score of every detection, whether it matches an object, and the number of objects."""

    scores: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    things: int = 0

    def f1(self, threshold: float) -> tuple[float, float, float]:
        """Return F1, precision and recall above a threshold."""
        kept = np.asarray(self.scores) >= threshold
        hits = int(np.asarray(self.right)[kept].sum()) if self.scores else 0
        precision = hits / max(1, int(kept.sum())) if self.scores else 0.0
        recall = hits / max(1, self.things)
        return 2 * hits / max(1, int(np.sum(kept)) + self.things), precision, recall

    def best_threshold(self) -> float:
        """Return the middle of the widest range with the best F1, at least `LEAST_SURE`."""
        steps = np.linspace(LEAST_SURE, HIGHEST, 61)
        values = np.asarray([self.f1(step)[0] for step in steps])
        best = np.flatnonzero(values >= values.max() - 1e-9)
        runs = np.split(best, np.flatnonzero(np.diff(best) > 1) + 1)
        longest = max(runs, key=len)
        return round(float(steps[longest[len(longest) // 2]]), 3)


def detect_all(
    pack: Pack, predict: Predict, rules: Rules, stride: int, limit: int | None = None
) -> list[RawDetections]:
    """Detect objects in every picture, decoded as in the server."""
    found = []
    last = min(len(pack), limit or len(pack))
    for start in range(0, last, BATCH):
        heat, reach = predict(np.asarray(pack.pixels[start : min(last, start + BATCH)]))
        found += [decode(heat[index], reach[index], stride, rules) for index in range(len(heat))]
    return found


def tallies(pack: Pack, found: list[RawDetections], labels: list[str]) -> dict[str, Tally]:
    known: dict[str, Tally] = defaultdict(Tally)
    numbers = {label: number for number, label in enumerate(labels)}
    for index, seen in enumerate(found):
        guessed = {labels[number] for number in seen.classes.tolist()}
        for label in sorted(guessed | (set(pack.labels[index]) & numbers.keys())):
            mine = seen.only(seen.classes == numbers[label])
            boxes = pack.boxes[index][[one == label for one in pack.labels[index]]]
            tally = known[label]
            tally.things += len(boxes)
            tally.scores += mine.scores.tolist()
            tally.right += _match(mine.boxes, boxes)
    return known


def _match(boxes: Floats, truth: Floats) -> list[bool]:
    """Match each true box with the best detection that fits it. `boxes` are sorted by score."""
    free = np.ones(len(truth), dtype=bool)
    fits = []
    for box in boxes:
        common = ious(box, truth) * free if len(truth) else np.zeros(0)
        best = int(np.argmax(common)) if len(common) else -1
        hit = best >= 0 and bool(common[best] >= FITS)
        if hit:
            free[best] = False
        fits.append(hit)
    return fits


def figures(
    pack: Pack, found: list[RawDetections], labels: list[str], thresholds: list[float]
) -> dict[str, Any]:
    """Return the figures of a card: overall, by class, and the share of scenes with exact counts."""
    limits = np.asarray(thresholds)
    sure = [one.only(one.scores >= limits[one.classes]) for one in found]
    per_class = tallies(pack, sure, labels)
    hits = sum(sum(tally.right) for tally in per_class.values())
    guesses = sum(len(tally.right) for tally in per_class.values())
    things = sum(tally.things for tally in per_class.values())
    exact = [_counts_right(pack.labels[index], one, labels) for index, one in enumerate(sure)]
    by_kind: dict[str, list[bool]] = defaultdict(list)
    for kind, right in zip(pack.kinds, exact, strict=False):
        by_kind[kind].append(right)
    return {
        "scenes": len(sure),
        "things": things,
        "f1": round(2 * hits / max(1, guesses + things), 4),
        "precision": round(hits / max(1, guesses), 4),
        "recall": round(hits / max(1, things), 4),
        "counts_exact": round(sum(exact) / max(1, len(exact)), 4),
        "classes": {label: round(per_class[label].f1(0)[0], 4) for label in labels if label in per_class},
        "kinds_counts_exact": {
            kind: round(sum(all_) / len(all_), 3) for kind, all_ in sorted(by_kind.items())
        },
    }


def figures_by_group(
    pack: Pack, found: list[RawDetections], labels: list[str], thresholds: list[float]
) -> dict[str, dict[str, Any]]:
    """Return the figures of each art and camera level, and those of all."""
    return {
        name: figures(pack.part(which), [found[index] for index in which], labels, thresholds)
        for name, which in pack.groups().items()
    }


def _counts_right(truth: list[str], found: RawDetections, labels: list[str]) -> bool:
    return sorted(truth) == sorted(labels[int(number)] for number in found.classes)


def lax_rules(groups: list[int], overlap: float = 1.0, same_place: float = 1.0) -> Rules:
    """Return rules that keep everything that could pass a threshold, with overlaps by default."""
    return Rules(
        np.full(len(groups), LOWEST, dtype=np.float32), np.asarray(groups, dtype=np.intp), overlap, same_place
    )


def stricter(found: list[RawDetections], rules: Rules) -> list[RawDetections]:
    """Apply other rules about overlap to the same detections."""
    return [suppress_overlaps(one, rules) for one in found]
