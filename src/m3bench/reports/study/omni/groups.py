"""Success by slice and by modality."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.omni.runs import PointedAttempt, PointedRun, partial_credit, success
from m3bench.reports.study.omni.scores import PARTIAL, SUCCESS
from m3bench.reports.study.table import Row, Table
from m3bench.scoring import NO_FAMILY

_NO_MEDIA = "text only"
_SEVERAL = "two or more"


def slice_table(runs: Sequence[PointedRun]) -> Table:
    """Return success and partial credit by slice."""
    rows = _rows(runs, "slice", lambda attempt: (attempt.task.family or NO_FAMILY,))
    return columns.table("slices", "Success by slice", (columns.RUN, _SLICE, *_COLUMNS), rows)


def modality_table(runs: Sequence[PointedRun]) -> Table:
    """Return success and partial credit by the kinds of data that tasks bring along."""
    rows = _rows(runs, "modality", _modalities)
    return columns.table("modalities", "Success by modality", (columns.RUN, _MODALITY, *_COLUMNS), rows)


def _modalities(attempt: PointedAttempt) -> tuple[str, ...]:
    found = attempt.modalities
    return (*(found or (_NO_MEDIA,)), *((_SEVERAL,) if len(found) > 1 else ()))


def _rows(
    runs: Sequence[PointedRun], key: str, groups: Callable[[PointedAttempt], Iterable[str]]
) -> list[Row]:
    rows: list[Row] = []
    for run in runs:
        found: dict[str, list[PointedAttempt]] = defaultdict(list)
        for attempt in run.attempts:
            for group in groups(attempt):
                found[group].append(attempt)
        rows += [
            {
                "run": run.name,
                key: group,
                "attempts": len(attempts),
                "success": success(attempts),
                "partial": partial_credit(attempts),
            }
            for group, attempts in sorted(found.items())
        ]
    return rows


_SLICE = columns.text("slice", "Slice", "The family of the tasks.")
_MODALITY = columns.text("modality", "Modality", "Tasks with such data. Some count several times.")
_COLUMNS = (SUCCESS, PARTIAL, columns.count("attempts", "Attempts", "All attempts at these tasks."))
