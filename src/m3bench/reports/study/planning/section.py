"""Planning metrics without a judge: origins of argument values, and possible parallelism."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import fsum

from m3bench.reports.study import columns
from m3bench.reports.study.mcp_bench import is_judged_by_rubric
from m3bench.reports.study.planning.failures import planning_failure_tables
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Row, Section
from m3bench.scoring import Origin, StructureExtra


def planning_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="planning",
        title="Planning",
        intro=(
            "Where argument values came from, and how calls depend on each other. Computed from the "
            "trajectories, without a judge."
        ),
        tables=(
            columns.table("planning", "Planning without a judge", _COLUMNS, _rows(runs)),
            *planning_failure_tables(runs, published=any(map(is_judged_by_rubric, runs))),
        ),
    )


def _rows(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        yield {"run": run.name, **_origins(_structures(run)), **_structure(_structures(run))}


def _structures(run: StudyRun) -> Iterator[StructureExtra]:
    return (task.structure for task in run.extras.tasks.values() if task.structure)


def _origins(extras: Iterable[StructureExtra]) -> dict[str, Cell]:
    counts: Counter[Origin] = Counter()
    for extra in extras:
        counts.update(extra.origins)
    traced = counts.total()
    shares: dict[str, Cell] = {origin.value: counts[origin] / traced if traced else None for origin in Origin}
    return {**shares, "values": traced}


def _structure(extras: Iterable[StructureExtra]) -> dict[str, Cell]:
    calls = redundant = with_result = 0
    values: dict[str, list[float]] = defaultdict(list)
    for extra in extras:
        shape = extra.structure
        calls += shape.calls
        redundant += len(shape.redundant_calls)
        with_result += shape.calls_with_result
        if shape.calls:
            values["parallel_efficiency"].append(shape.parallel_efficiency)
        values["violations"].append(extra.violations)
        values["multi_hop"].append(shape.multi_hop)
        values["multi_threaded"].append(bool(shape.multi_threaded_steps))
        values["hops"].append(shape.hops)
        values["threads"].append(shape.threads)
    return {
        "parallel_efficiency": _mean(values["parallel_efficiency"]),
        "redundancy": redundant / calls if calls else None,
        "redundant_calls": redundant,
        "violations": sum(values["violations"]),
        "violations_per_task": _mean(values["violations"]),
        **{name: _mean(values[name]) for name in ("multi_hop", "multi_threaded", "hops", "threads")},
        "calls_with_result": with_result / calls if calls else None,
    }


def _mean(values: Sequence[float]) -> float | None:
    return fsum(values) / len(values) if values else None


_FROM = {
    Origin.REQUEST: ("From the request", "The request states the value."),
    Origin.RESULT: ("From a result", "The result of an earlier step contains the value."),
    Origin.ARGUMENT: ("From an argument", "Only the arguments of an earlier call contain the value."),
    Origin.INVENTED: ("Invented", "Neither the request nor an earlier step contains the value."),
}
_COLUMNS = (
    columns.RUN,
    *(
        columns.share(origin.value, title, f"Share of the traced argument values. {meaning}")
        for origin, (title, meaning) in _FROM.items()
    ),
    columns.rate(
        "parallel_efficiency",
        "Parallel efficiency",
        "Steps of the longest chain divided by steps taken; mean over attempts with calls.",
    ),
    columns.number("redundancy", "Redundancy", "Share of calls that repeat an earlier successful call."),
    columns.number(
        "violations_per_task",
        "Violations",
        "Dependencies of the reference that an attempt violated, per attempt.",
    ),
    columns.number(
        "multi_hop", "Multi-hop", "Share of attempts with a call that depends on an earlier step."
    ),
    columns.number("multi_threaded", "Multi-threaded", "Share of attempts with independent calls in a step."),
    columns.number("hops", "Hops", "Calls in the longest chain, mean over attempts."),
    columns.number("threads", "Threads", "Most independent calls in a step, mean over attempts."),
    columns.count("values", "Values", "Argument values that could be traced.", shown=False),
    columns.count("redundant_calls", "Redundant calls", "Number of redundant calls.", shown=False),
    columns.count("violations", "Violations, total", "Number of violations.", shown=False),
    columns.number(
        "calls_with_result",
        "Calls with a result",
        "If this is low, few dependencies can be detected, and depth and efficiency are lower bounds.",
        shown=False,
    ),
)
