"""Why runs cannot be told apart, whatever their difference: a paired test needs several families."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from m3bench.core.text import plural
from m3bench.reports.study.run import StudyRun

_LEVEL = 0.05


def want_of_families(runs: Sequence[StudyRun]) -> str:
    """Return that no difference of these runs of a suite can be significant, and why; empty if one can be.

    The paired test flips the sign of whole families, or of tasks if there is one family. With k of them its
    p-value is at least 2 / 2^k, which Holm's correction multiplies by the number of pairs.
    """
    tested = [run for run in runs if not run.result.unranked]
    pairs = comb(len(tested), 2)
    if not pairs:
        return ""
    families = min(len({task.family for task in run.result.planned.values()}) for run in tested)
    tasks = min(len(run.result.planned) // run.result.settings.epochs for run in tested)
    units, noun, plural_noun = (families, "family", "families") if families > 1 else (tasks, "task", "tasks")
    needed = _fewest(pairs)
    if units >= needed:
        return ""
    counted = f"{units} {noun if units == 1 else plural_noun}"
    among = f" among {plural(pairs, 'pair')} of runs" if pairs > 1 else ""
    return f"with {counted}, no difference{among} is significant at 5\N{NO-BREAK SPACE}%; that needs {needed}"


def _fewest(pairs: int) -> int:
    """Return the fewest families with which the best of these many pairs can be significant."""
    return next(units for units in range(1, 100) if pairs * 2.0 ** (1 - units) <= _LEVEL)
