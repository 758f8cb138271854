"""Several attempts at each task: pass@k, pass^k, and tasks that flip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, fsum

import msgspec

from m3bench.core import UsageError
from m3bench.statistics.arrays import ratio


class PassRates(msgspec.Struct, frozen=True, kw_only=True):
    """Means over the tasks with at least k attempts. `tasks_left_out` counts the attempts of others."""

    k: int
    pass_at_k: float | None
    pass_hat_k: float | None
    tasks_counted: int
    tasks_left_out: dict[str, int]


class RepeatedTasks(msgspec.Struct, frozen=True, kw_only=True):
    """What several attempts at each task say."""

    tasks: int
    """Tasks with several attempts."""
    flips: int
    """Those of them that both passed and failed."""
    pass_rates: tuple[PassRates, ...]
    """pass@k and pass^k for every k, up to the most attempts at a task."""

    @property
    def most(self) -> PassRates:
        """The rates of the largest k."""
        return self.pass_rates[-1]


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the chance that at least one of k attempts succeeds, drawn from n with c successes."""
    _check_attempts(n, c, k)
    return (comb(n, k) - comb(n - c, k)) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Return pass^k: the chance that all of k attempts succeed, drawn from n with c successes."""
    _check_attempts(n, c, k)
    return comb(c, k) / comb(n, k)


def pass_rates(successes: Mapping[str, Sequence[bool]], k: int) -> PassRates:
    """Return pass@k and pass^k as means over tasks. None if no task has k attempts."""
    if k < 1:
        raise UsageError(f"k must be at least 1, not {k}")
    counted = [(len(tries), sum(tries)) for tries in successes.values() if len(tries) >= k]
    return PassRates(
        k=k,
        pass_at_k=ratio(fsum(pass_at_k(n, c, k) for n, c in counted), len(counted)),
        pass_hat_k=ratio(fsum(pass_hat_k(n, c, k) for n, c in counted), len(counted)),
        tasks_counted=len(counted),
        tasks_left_out={task: len(tries) for task, tries in successes.items() if len(tries) < k},
    )


def repeated_tasks(successes: Mapping[str, Sequence[bool]]) -> RepeatedTasks | None:
    """Return pass@k, pass^k and flips of tasks. None if no task was attempted more than once."""
    several = [tries for tries in successes.values() if len(tries) > 1]
    if not several:
        return None
    return RepeatedTasks(
        tasks=len(several),
        flips=sum(any(tries) and not all(tries) for tries in several),
        pass_rates=tuple(pass_rates(successes, k) for k in range(1, max(map(len, several)) + 1)),
    )


def _check_attempts(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise UsageError(f"successes must be between 0 and the {n} attempts, not {c}")
    if not 1 <= k <= n:
        raise UsageError(f"k must be between 1 and the {n} attempts, not {k}")
