"""The six trajectory metrics of M³-Bench (sections 4.2 and 4.3), from a match set."""

from __future__ import annotations

# Sums are exact (fsum), so that the order of calls in a step cannot change the last digit.
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, fsum, log

import msgspec
import numpy as np

from m3bench.core import Step
from m3bench.scoring.align import Match
from m3bench.scoring.profile import Coverage, Profile

METRICS = (
    "recall",
    "precision",
    "argument_similarity",
    "step_coherence",
    "order_consistency",
    "merge_purity",
)
"""In the order of the paper's tables."""
_FEW_CELLS = 16


class Metrics(msgspec.Struct, frozen=True, gc=False):
    """The six metrics, each in [0, 1]; the last four include their coverage factor."""

    recall: float
    precision: float
    argument_similarity: float
    step_coherence: float
    order_consistency: float
    merge_purity: float

    @property
    def average(self) -> float:
        """The mean of the six. The paper's Average Score also includes its judges' columns."""
        return fsum(self.values()) / len(METRICS)

    def values(self) -> tuple[float, ...]:
        """The six numbers, in the order of `METRICS`."""
        return msgspec.structs.astuple(self)


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of calls per step."""

    calls_per_step: tuple[int, ...]

    @classmethod
    def of(cls, steps: Sequence[Step]) -> Shape:
        return cls(tuple(len(step.calls) for step in steps))

    @property
    def calls(self) -> int:
        return sum(self.calls_per_step)

    @property
    def cross_step_pairs(self) -> int:
        """Pairs of calls in different steps."""
        return comb(self.calls, 2) - sum(comb(count, 2) for count in self.calls_per_step)


def measure(matches: Sequence[Match], reference: Shape, prediction: Shape, profile: Profile) -> Metrics:
    """Compute all six metrics of one task."""
    if not reference.calls and not prediction.calls:
        return Metrics(*(profile.nothing_asked,) * len(METRICS))
    recall = len(matches) / reference.calls if reference.calls else profile.nothing_asked
    strong = [match.similarity for match in matches if match.similarity >= profile.strong]
    coverage = {
        Coverage.RECALL: recall,
        Coverage.STRONG_RECALL: len(strong) / reference.calls if reference.calls else 0.0,
        Coverage.STEP_PAIRS: _covered_pairs(matches, reference),
    }
    return Metrics(
        recall=recall,
        precision=len(matches) / prediction.calls if prediction.calls else 0.0,
        argument_similarity=_argument_similarity(matches, strong) * coverage[profile.argument_coverage],
        step_coherence=step_coherence(matches) * recall,
        order_consistency=order_consistency(matches) * coverage[profile.order_coverage],
        merge_purity=merge_purity(matches) * recall,
    )


def _argument_similarity(matches: Sequence[Match], strong: Sequence[float]) -> float:
    """Mean similarity of the strong matches; 0 if there are matches but no strong one."""
    if not matches:
        return 1.0
    return fsum(strong) / len(strong) if strong else 0.0


def step_coherence(matches: Sequence[Match]) -> float:
    """1 unless the matches of one reference step are spread over several predicted steps."""
    touched: dict[int, list[int]] = defaultdict(list)
    for match in matches:
        touched[match.reference_step].append(match.prediction_step)
    if not touched:
        return 1.0
    return fsum(len(steps) / len(set(steps)) for steps in touched.values()) / len(matches)


def merge_purity(matches: Sequence[Match]) -> float:
    """1 unless a predicted step mixes several reference steps: one minus the normalized entropy H(G|P)."""
    cells: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        if match.similarity > 0:
            cells[match.prediction_step][match.reference_step].append(match.similarity)
    active = {step for column in cells.values() for step in column}
    if len(active) < 2:
        return 1.0
    columns = [[fsum(cell) for cell in column.values()] for column in cells.values()]
    total = fsum(weight for column in columns for weight in column)
    entropy = fsum(fsum(column) / total * _entropy(column) for column in columns)
    return min(1.0, max(0.0, 1.0 - entropy / log(len(active))))


def _entropy(weights: Sequence[float]) -> float:
    total = fsum(weights)
    return -fsum(weight / total * log(weight / total) for weight in weights)


def order_consistency(matches: Sequence[Match]) -> float:
    """1 minus the share of inverted pairs, among pairs of matches in different steps on both sides."""
    cells = Counter((match.reference_step, match.prediction_step) for match in matches)
    comparable, inverted = (_count_few if len(cells) <= _FEW_CELLS else _count_many)(cells)
    return 1.0 - inverted / comparable if comparable else 1.0


def _count_few(cells: Counter[tuple[int, int]]) -> tuple[int, int]:
    """Count comparable and inverted pairs without numpy, which costs more than it saves here."""
    comparable = inverted = 0
    for (one, count), (other, times) in combinations(cells.items(), 2):
        product = (one[0] - other[0]) * (one[1] - other[1])
        if product:
            comparable += count * times
            inverted += count * times if product < 0 else 0
    return comparable, inverted


def _count_many(cells: Counter[tuple[int, int]]) -> tuple[int, int]:
    comparable = inverted = 0
    steps = np.array(list(cells), dtype=np.int64).reshape(-1, 2)
    counts = np.fromiter(cells.values(), dtype=np.int64, count=len(cells))
    for index in range(1, len(steps)):
        product = (steps[index] - steps[:index]).prod(axis=1)
        pairs = counts[index] * counts[:index]
        comparable += int(pairs[product != 0].sum())
        inverted += int(pairs[product < 0].sum())
    return comparable, inverted


def _covered_pairs(matches: Sequence[Match], reference: Shape) -> float:
    if not reference.cross_step_pairs:
        return 0.0
    per_step = Counter(match.reference_step for match in matches)
    covered = comb(len(matches), 2) - sum(comb(count, 2) for count in per_step.values())
    return covered / reference.cross_step_pairs
