"""What a run came to: success first, then scores, groups, failures and what it used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

import msgspec

from m3bench.apps.viewer.index import RunIndex
from m3bench.apps.viewer.summary.figures import run_figures
from m3bench.apps.viewer.summary.scored_runs import ScoredResult, mean_of
from m3bench.apps.viewer.values import View, attributes
from m3bench.reports import floors_line, headline, is_floor, read_floors
from m3bench.runs import RunResult, SuccessCount, describe_limits, success_breakdown
from m3bench.scoring import METRICS, NO_FAMILY, RepeatedTasks, ScoreReport

_MOST_GROUPS = 200


def summary_view(run: RunIndex, scored: ScoredResult) -> View:
    """Return the summary of a run. Without scores, it has the figures of the list."""
    shown: View = {"figures": run_figures(run), "problem": scored.problem}
    if scored.result is None:
        return shown
    result, report = scored.result, scored.report
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
        "not_scored": _counted(attempt.why.value for attempt in result.dropped),
        "failed_checks": _failed_checks(result),
        "statuses": dict(result.statuses),
        "outcomes": dict(result.outcomes),
        "limits_met": dict(result.limits_met),
        **attributes(result, "repaired_calls", "seconds", "waited", "unranked"),
        "retries": sum(max(0, len(run.tries(row.key)) - 1) for row in run.rows()),
        "usage": msgspec.to_builtins(result.usage),
        "limits": describe_limits(result.limits),
        "floors": _floors(run, result, report),
        "warnings": list(result.integrity.lines()),
    }


def success_view(result: RunResult) -> View | None:
    """Return strict success with its interval; None if no task has checks."""
    success = headline(result)
    if success.success is None:
        return None
    return {
        "value": success.success.estimate,
        **attributes(success.success, "low", "high"),
        "passed": success.passed,
        "attempts": success.checked,
        "tasks": success.success.tasks,
        "repeated": _repeated_view(success.repeated),
    }


def _repeated_view(repeated: RepeatedTasks | None) -> View | None:
    if repeated is None:
        return None
    return {
        **attributes(repeated.most, "k", "pass_at_k", "pass_hat_k"),
        **attributes(repeated, "flips", "tasks"),
    }


def metrics_view(report: ScoreReport | None) -> list[View]:
    """Return the six metrics with their intervals, if there are any."""
    if report is None or not report.total.tasks:
        return []
    total, unknown = report.total, {"low": None, "high": None}
    bounds = {name: attributes(interval, "low", "high") for name, interval in total.intervals.items()}
    return [
        {"name": name, "value": getattr(total.metrics, name), **bounds.get(name, unknown)} for name in METRICS
    ]


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
    known = count or SuccessCount()
    return {"name": name, **attributes(known, "passed", "attempts"), "success": known.share}


def _failed_checks(result: RunResult) -> dict[str, int]:
    """Return in how many attempts each check failed."""
    failed = (
        {verdict.check for verdict in verdicts.verdicts if not verdict.passed and not verdict.undecided}
        for verdicts in result.verdicts.values()
    )
    return _counted(chain.from_iterable(failed))


def _counted(names: Any) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))[:_MOST_GROUPS])


def _floors(run: RunIndex, result: RunResult, report: ScoreReport | None) -> str:
    manifest = run.manifest
    if manifest is None or report is None or is_floor(result.settings.agent):
        return ""
    floors = read_floors().get(manifest.suite_digest, {}).get(report.profile, {})
    return floors_line(result.strict_success, mean_of(report), floors) or ""
