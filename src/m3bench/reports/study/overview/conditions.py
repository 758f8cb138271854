"""What a run met: limits of the model, and what its agent could do before the run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Row, Section
from m3bench.reports.terminal import met_limit
from m3bench.runs import ProbeVerdict


def conditions_section(runs: Sequence[StudyRun]) -> Section | None:
    """Return the section; None if no run met a limit, and none was checked beforehand."""
    limits = (row for run in runs for row in _limit_rows(run))
    probes = (row for run in runs for row in _probe_rows(run))
    tables = (
        *columns.table_if_any("limits_met", "Limits that models met", _LIMITS, limits),
        *columns.table_if_any("preflight", "Preflight checks", _PREFLIGHT, probes),
    )
    if not tables:
        return None
    return Section(
        name="conditions",
        title="Limits and preflight",
        intro=(
            "What models and endpoints could not take, which may cost points without being a mistake of the "
            "agent, and what was checked before the run."
        ),
        tables=tables,
    )


def _limit_rows(run: StudyRun) -> Iterator[Row]:
    attempts = run.result.attempts
    for kind, count in run.result.limits_met.items():
        yield {
            "run": run.name,
            "limit": met_limit(kind),
            "attempts": count,
            "share": count / attempts if attempts else None,
            "kind": kind,
        }


def _probe_rows(run: StudyRun) -> Iterator[Row]:
    preflight = run.result.preflight
    if preflight is None:
        return
    failed = (probe.name for probe in preflight.probes if probe.verdict is ProbeVerdict.FAILED)
    yield {
        "run": run.name,
        "ready": not preflight.failures,
        "summary": preflight.summary,
        "failed": ", ".join(failed) or None,
        "advice": "; ".join(probe.advice or probe.why for probe in preflight.failures) or None,
    }


_LIMITS = (
    columns.RUN,
    columns.text("limit", "Limit"),
    columns.count("attempts", "Attempts", "Attempts in which the model met this limit."),
    columns.share("share", "Share", "Share of all attempts of the run."),
    columns.text("kind", "Key", "The name of the limit in files.", shown=False),
)
_PREFLIGHT = (
    columns.RUN,
    columns.flag("ready", "Ready", "All required checks held before the run."),
    columns.text("summary", "Result", "How many checks had each result."),
    columns.text("failed", "Failed", "Checks that failed."),
    columns.text("advice", "What to do"),
)
