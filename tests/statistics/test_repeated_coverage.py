"""How often 95 % intervals hold the truth where tasks are attempted several times, by simulation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench.statistics import mean_interval, paired_successes, success_interval
from tests.statistics.test_coverage import holds

DRAWS = 1_500
LOWEST, HIGHEST = 0.93, 0.97
EPOCHS = (1, 3, 10)
RATES = (0.3, 0.5, 0.8)
CONCENTRATION = 2.0
"""Of the beta distribution of the tasks' pass rates: at a mean of 0.5, it is uniform."""
KINSHIP = 0.1
"""The correlation of the pass rates of one family."""
AROUND = 0.1
"""Each draw has its own mean, this near to the rate. With few tasks, counts are few, and a single rate is
covered too often or too seldom."""


class Cell(NamedTuple):
    """What is simulated: so many tasks in so many families, each attempted so often."""

    tasks: int
    families: int
    epochs: int
    rate: float

    def draw(self, seed: int) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Return the true mean of each draw, and by draw, task and epoch whether an attempt passes."""
        generator = np.random.Generator(np.random.PCG64(seed))
        truths = generator.uniform(self.rate - AROUND, self.rate + AROUND, size=DRAWS)
        means = np.repeat(truths[:, None], self.tasks, axis=1)
        if self.families > 1:
            own = _beta(generator, np.repeat(truths[:, None], self.families, axis=1), 1 / KINSHIP - 1)
            means = own[:, np.arange(self.tasks) % self.families]
        rates = _beta(generator, means, CONCENTRATION)
        return truths, generator.random((DRAWS, self.tasks, self.epochs)) < rates[:, :, None]

    @property
    def labels(self) -> tuple[list[int], list[int]]:
        """The family and the task of each attempt."""
        tasks = [task for task in range(self.tasks) for _ in range(self.epochs)]
        return [task % self.families for task in tasks], tasks

    def coverage(self, *, with_tasks: bool = True) -> float:
        """Return how often the interval holds the true mean."""
        families, tasks = self.labels
        known = tasks if with_tasks else None
        truths, draws = self.draw(seed=11)
        intervals = [
            success_interval(draw, families, tasks=known) for draw in draws.reshape(DRAWS, -1).tolist()
        ]
        return float(
            np.mean([holds(interval, truth) for interval, truth in zip(intervals, truths, strict=True)])
        )


def _beta(
    generator: np.random.Generator, means: NDArray[np.float64], concentration: float
) -> NDArray[np.float64]:
    return generator.beta(means * concentration, (1 - means) * concentration)


def measured(tasks: int, families: int, **options: bool) -> dict[Cell, float]:
    cells = [Cell(tasks, families, epochs, rate) for epochs in EPOCHS for rate in RATES]
    return {cell: cell.coverage(**options) for cell in cells}


def listed(coverages: dict[Cell, float]) -> str:
    return "\n".join(f"{share:.3f}  {cell}" for cell, share in coverages.items())


@pytest.mark.slow
@pytest.mark.parametrize(("tasks", "families"), [(20, 1), (20, 8), (60, 1), (60, 8)])
def test_success_is_covered_with_1_3_and_10_epochs(tasks: int, families: int) -> None:
    coverages = measured(tasks, families)
    print(listed(coverages))
    assert all(LOWEST <= share <= HIGHEST for share in coverages.values()), listed(coverages)


@pytest.mark.slow
def test_success_on_six_tasks_is_covered_as_well() -> None:
    coverages = measured(6, 1)
    print(listed(coverages))
    assert all(LOWEST <= share <= 0.98 for share in coverages.values()), listed(coverages)


@pytest.mark.slow
def test_attempts_taken_for_tasks_are_not_covered() -> None:
    """What was wrong: repeating tasks narrowed the interval, and it missed the truth."""
    coverages = {
        cell: cell.coverage(with_tasks=False) for cell in (Cell(20, 1, 3, 0.5), Cell(20, 1, 10, 0.5))
    }
    print(listed(coverages))
    assert all(share < 0.90 for share in coverages.values()), listed(coverages)


@pytest.mark.slow
@pytest.mark.parametrize("epochs", EPOCHS)
def test_means_of_repeated_tasks_are_covered(epochs: int) -> None:
    cell = Cell(60, 1, epochs, 0.5)
    _, tasks = cell.labels
    truths, draws = cell.draw(seed=12)
    coverages = [
        mean_interval(draw, clusters=["one"] * len(tasks), tasks=tasks)
        for draw in draws.reshape(DRAWS, -1).astype(float).tolist()
    ]
    covered = np.mean([holds(interval, truth) for interval, truth in zip(coverages, truths, strict=True)])
    print(f"mean of 60 tasks, {epochs} epochs: {covered:.3f}")
    assert LOWEST <= covered <= HIGHEST, f"{covered:.3f}"


@pytest.mark.slow
@pytest.mark.parametrize("epochs", EPOCHS)
def test_two_equal_agents_are_seldom_told_apart(epochs: int) -> None:
    """Both have the same pass rates. Their difference is 0, and a test at 0.05 finds one in 20 at most."""
    cell = Cell(20, 1, epochs, 0.5)
    families, tasks = cell.labels
    draws = [list(pair) for pair in zip(*_twice(cell), strict=True)]
    coverages = [
        paired_successes(a.ravel().tolist(), b.ravel().tolist(), families, tasks=tasks, seed=0, flips=199)
        for a, b in draws[:500]
    ]
    covered = np.mean([holds(comparison.interval, 0.0) for comparison in coverages])
    told_apart = np.mean([comparison.verdict != "tied" for comparison in coverages])
    print(f"{epochs} epochs: 0 is held in {covered:.3f}, told apart in {told_apart:.3f}")
    assert 0.93 <= covered <= 0.99, f"{covered:.3f}"
    assert told_apart <= 0.075, f"{told_apart:.3f}"


def _twice(cell: Cell) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Draw the attempts of two agents with the same pass rates."""
    generator = np.random.Generator(np.random.PCG64(13))
    rates = _beta(generator, np.full((DRAWS, cell.tasks), cell.rate), CONCENTRATION)
    shape = (DRAWS, cell.tasks, cell.epochs)
    left, other = (generator.random(shape) < rates[:, :, None] for _ in range(2))
    return left, other
