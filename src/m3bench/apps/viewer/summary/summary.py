"""What a run came to: success first, then scores, groups, failures and what it used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.summary.figures import run_figures
from m3bench.apps.viewer.summary.scored_runs import ScoredResult, mean_of
from m3bench.reports import floors_line, headline, is_floor, read_floors
from m3bench.runs import RunResult, SuccessCount, describe_limits, success_breakdown
from m3bench.scoring import METRICS, NO_FAMILY, Interval, RepeatedTasks, ScoreReport

_MOST_GROUPS = 200

View = dict[str, Any]


def summary_view(run: RunIndex, found: ScoredResult) -> View:
    """Return the summary of a run. Without scores, it has the figures of the list."""
    shown: View = {"figures": run_figures(run), "problem": found.problem}
    if found.result is None:
        return shown
    result, report = found.result, found.report
    return {
        **shown,
        "success": success_view(result),
        "mean": mean_of(report),
        "metrics": metrics_view(report),
        "profile": report.profile if report and report.total.tasks else "",
        "families": _families(result, report),
        "levels": _groups(success_breakdown(result).levels),
        "kinds": _groups(success_breakdown(result).kinds),
        "cameras": _groups(success_breakdown(result).cameras),
        "not_scored": _counted(one.why.value for one in result.dropped),
        "failed_checks": _failed_checks(result),
        "statuses": dict(result.statuses),
        "outcomes": dict(result.outcomes),
        "limits_met": dict(result.limits_met),
        "repaired_calls": result.repaired_calls,
        "retries": sum(max(0, len(run.tries(row.key)) - 1) for row in run.rows()),
        "seconds": result.seconds,
        "waited": result.waited,
        "usage": msgspec.to_builtins(result.usage),
        "limits": describe_limits(result.limits),
        "floors": _floors(run, result, report),
        "unranked": result.unranked,
        "warnings": list(result.integrity.lines()),
    }


def success_view(result: RunResult) -> View | None:
    """Return strict success with its interval; None if no task has checks."""
    found = headline(result)
    if found.success is None:
        return None
    return {
        **interval_view(found.success),
        "passed": found.passed,
        "attempts": found.checked,
        "tasks": found.success.tasks,
        "repeated": _repeated_view(found.repeated),
    }


def _repeated_view(repeated: RepeatedTasks | None) -> View | None:
    if repeated is None:
        return None
    most = repeated.most
    return {
        "k": most.k,
        "pass_at_k": most.pass_at_k,
        "pass_hat_k": most.pass_hat_k,
        "flips": repeated.flips,
        "tasks": repeated.tasks,
    }


def interval_view(interval: Interval) -> View:
    return {"value": interval.estimate, "low": interval.low, "high": interval.high}


def metrics_view(report: ScoreReport | None) -> list[View]:
    """Return the six metrics with their intervals, if there are any."""
    if report is None or not report.total.tasks:
        return []
    total = report.total
    return [
        {"name": name, "value": getattr(total.metrics, name), **_bounds(total.intervals.get(name))}
        for name in METRICS
    ]


def _bounds(interval: Interval | None) -> View:
    return {"low": interval.low, "high": interval.high} if interval else {"low": None, "high": None}


def _families(result: RunResult, report: ScoreReport | None) -> list[View]:
    passed: dict[str, SuccessCount] = {}
    families = result.families
    for name, success in result.strict.items():
        family = families.get(name) or NO_FAMILY
        known = passed.get(family, SuccessCount())
        passed[family] = SuccessCount(known.passed + success, known.attempts + 1)
    scored = report.families if report else {}
    names = sorted({*passed, *scored})[:_MOST_GROUPS]
    means = {name: total.metrics.average for name, total in scored.items()}
    return [{**_group(name, passed.get(name)), "mean": means.get(name)} for name in names]


def _groups(counts: Mapping[str, SuccessCount]) -> list[View]:
    return [_group(name, count) for name, count in list(counts.items())[:_MOST_GROUPS]]


def _group(name: str, count: SuccessCount | None) -> View:
    found = count or SuccessCount()
    return {"name": name, "passed": found.passed, "attempts": found.attempts, "success": found.share}


def _failed_checks(result: RunResult) -> dict[str, int]:
    """Return in how many attempts each check failed."""
    return _counted(
        check
        for verdicts in result.verdicts.values()
        for check in {
            verdict.check for verdict in verdicts.verdicts if not verdict.passed and not verdict.undecided
        }
    )


def _counted(names: Any) -> dict[str, int]:
    found = Counter(names)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0]))[:_MOST_GROUPS])


def _floors(run: RunIndex, result: RunResult, report: ScoreReport | None) -> str:
    manifest = run.manifest
    if manifest is None or report is None or is_floor(result.settings.agent):
        return ""
    floors = read_floors().get(manifest.suite_digest, {}).get(report.profile, {})
    return floors_line(result.strict_success, mean_of(report), floors) or ""
