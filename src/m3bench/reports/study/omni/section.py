"""The section about closed-loop tasks. It appears where tasks have evaluation points."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.reports.study.omni.points import point_table, sabotage_table
from m3bench.reports.study.omni.runs import pointed_runs
from m3bench.reports.study.omni.scores import modality_table, score_table, slice_table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Section


def omni_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no task has evaluation points."""
    pointed = pointed_runs(runs)
    if not pointed:
        return None
    return Section(
        name="tobench",
        title="Closed-loop tasks",
        intro=(
            "Success as TOBench counts it: an attempt succeeds if all evaluation points of its task pass. "
            "Partial credit is the share that passes."
        ),
        tables=(
            score_table(pointed),
            slice_table(pointed),
            modality_table(pointed),
            point_table(pointed),
            *sabotage_table(pointed),
        ),
    )
