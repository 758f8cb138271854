"""The section about MCP-Bench. It appears where a run was judged with its rubric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core.text import join
from m3bench.reports.published_mcp_bench import MULTIPLE, SINGLE
from m3bench.reports.study import columns
from m3bench.reports.study.mcp_bench.judging import agreement_table, has_both, shuffling_table
from m3bench.reports.study.mcp_bench.runs import LABELS, RubricRun, is_judged_by_rubric, rubric_run
from m3bench.reports.study.mcp_bench.scores import band_table, effort_table, score_table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Section, Table


def mcp_bench_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no run was judged with the rubric."""
    judged = [rubric_run(run) for run in runs if is_judged_by_rubric(run)]
    if not judged:
        return None
    parts = (
        score_table(judged),
        score_table(judged, SINGLE),
        score_table(judged, MULTIPLE),
        effort_table(judged),
        band_table(judged),
        shuffling_table(judged),
        *agreement_table(judged),
        *_missing_table(runs, judged),
    )
    return Section(
        name="mcp_bench",
        title="MCP-Bench",
        intro=(
            "Scores as MCP-Bench defines them: three rates counted from the calls, and six dimensions that "
            "judges read in shuffled order. The overall score of an attempt is the mean of four axes."
        ),
        tables=tuple(table for table in parts if table is not None),
    )


def _missing_table(runs: Sequence[StudyRun], judged: Sequence[RubricRun]) -> tuple[Table, ...]:
    return columns.table_if_any(
        "mcp_bench_missing",
        "What is missing",
        [columns.text("what", "Missing"), columns.text("runs", "Runs"), columns.text("how", "How to add it")],
        (
            {"what": what, "runs": join(names), "how": how}
            for what, names, how in _missing(runs, judged)
            if names
        ),
    )


def _missing(runs: Sequence[StudyRun], judged: Sequence[RubricRun]) -> Iterator[tuple[str, list[str], str]]:
    """Yield what is missing, in which runs, and how to add it."""
    names = {run.name for run in judged}
    yield (
        "Rubric",
        [run.name for run in runs if run.name not in names],
        "m3bench judge run RUN --rubric --judges …",
    )
    partly = [run.name for run in judged if run.means["all"].judged < run.means["all"].attempts]
    yield "Judgements of some attempts", partly, "repeat m3bench judge run RUN --rubric"
    for setting, words in ((SINGLE, "one server"), (MULTIPLE, "several servers")):
        without = [run.name for run in judged if setting not in run.means]
        yield f"Tasks with {words}", without, "run a suite that has some"
    yield (
        "Judging without shuffling",
        [run.name for run in judged if not has_both(run)],
        "m3bench judge run RUN --rubric --unshuffled with at least two judges",
    )
    yield (
        "Labels of people",
        [run.name for run in judged if not run.labels],
        f"add {LABELS} to the run folder; see docs/judges.md",
    )
