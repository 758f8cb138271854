"""The section about closed-loop tasks. It appears where tasks have evaluation points."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.reports.study.omni.groups import modality_table, slice_table
from m3bench.reports.study.omni.points import point_table, sabotage_table
from m3bench.reports.study.omni.runs import pointed_runs
from m3bench.reports.study.omni.scores import score_table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Section


def omni_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no task has evaluation points."""
    found = pointed_runs(runs)
    if not found:
        return None
    tables = (
        score_table(found),
        slice_table(found),
        modality_table(found),
        point_table(found),
        sabotage_table(found),
    )
    return Section(
        name="tobench",
        title="Closed-loop tasks",
        intro=(
            "Success as TOBench counts it: an attempt succeeds if all evaluation points of its task pass. "
            "Partial credit is the share that passes."
        ),
        tables=tuple(table for table in tables if table is not None),
    )
