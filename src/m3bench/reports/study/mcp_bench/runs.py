"""A run with its scores as MCP-Bench has them."""

from __future__ import annotations

import msgspec

from m3bench.judges.trust import Label, read_labels
from m3bench.reports.study.run import StudyRun
from m3bench.reports.terminal import McpBenchMeans, mcp_bench_means

LABELS = "labels.csv"
"""The file with people's labels in a run folder."""


class RubricRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run that judges read with the rubric."""

    run: StudyRun
    means: dict[str, McpBenchMeans]
    """Over `all` attempts, and those with a `single` server and with `multiple` ones."""
    labels: tuple[Label, ...] = ()

    @property
    def name(self) -> str:
        return self.run.name


def is_judged_by_rubric(run: StudyRun) -> bool:
    """Return whether a judge read the run with MCP-Bench's rubric."""
    return run.judged is not None and bool(run.judged.rubric)


def rubric_run(run: StudyRun) -> RubricRun:
    """Compute the means of a run that was judged by the rubric, and read its labels."""
    labels = run.path / LABELS if run.path is not None else None
    return RubricRun(
        run=run,
        means=mcp_bench_means(run.result, run.judged),
        labels=tuple(read_labels(labels)) if labels is not None and labels.is_file() else (),
    )


def rubric_overall(run: StudyRun) -> float | None:
    """Return the overall score of a run over all attempts; None if no judge read it with the rubric."""
    if not is_judged_by_rubric(run):
        return None
    return mcp_bench_means(run.result, run.judged)["all"].overall
