"""The section about MCP-Bench. It appears where a run was judged with its rubric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core.text import join
from m3bench.reports.published_mcp_bench import MULTIPLE, SINGLE
from m3bench.reports.study import columns
from m3bench.reports.study.mcp_bench.effort import effort_table
from m3bench.reports.study.mcp_bench.judging import agreement_table, has_both, shuffling_table
from m3bench.reports.study.mcp_bench.runs import LABELS, RubricRun, is_judged_by_rubric, rubric_run
from m3bench.reports.study.mcp_bench.scores import band_table, score_table
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Section, Table


def mcp_bench_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no run was judged with the rubric."""
    found = [rubric_run(run) for run in runs if is_judged_by_rubric(run)]
    if not found:
        return None
    parts = (
        score_table(found),
        score_table(found, SINGLE),
        score_table(found, MULTIPLE),
        effort_table(found),
        band_table(found),
        shuffling_table(found),
        agreement_table(found),
        _missing_table(runs, found),
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


def _missing_table(runs: Sequence[StudyRun], judged: Sequence[RubricRun]) -> Table | None:
    rows = [
        {"what": what, "runs": join(names), "how": how}
        for what, names, how in _missing(runs, judged)
        if names
    ]
    if not rows:
        return None
    return columns.table(
        "mcp_bench_missing",
        "What is missing",
        (
            columns.text("what", "Missing"),
            columns.text("runs", "Runs"),
            columns.text("how", "How to add it"),
        ),
        rows,
    )


def _missing(runs: Sequence[StudyRun], judged: Sequence[RubricRun]) -> Iterator[tuple[str, list[str], str]]:
    """Yield what is missing, in which runs, and how to add it."""
    names = {each.name for each in judged}
    yield (
        "Rubric",
        [run.name for run in runs if run.name not in names],
        "m3bench judge RUN --rubric --judges …",
    )
    partly = [each.name for each in judged if each.means["all"].judged < each.means["all"].attempts]
    yield "Judgements of some attempts", partly, "repeat m3bench judge RUN --rubric"
    for setting, words in ((SINGLE, "one server"), (MULTIPLE, "several servers")):
        without = [each.name for each in judged if setting not in each.means]
        yield f"Tasks with {words}", without, "run a suite that has some"
    yield (
        "Judging without shuffling",
        [each.name for each in judged if not has_both(each)],
        "m3bench judge RUN --rubric --unshuffled with at least two judges",
    )
    yield (
        "Labels of people",
        [each.name for each in judged if not each.labels],
        f"add {LABELS} to the run folder; see docs/judging-runs.md",
    )
