"""The result of a run, and several runs side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import LazyMapping, LazySequence
from m3bench.reports.published import TOTAL, published_average, published_mean
from m3bench.reports.successes import scored_interval, strict_interval
from m3bench.reports.terminal.outcomes import left_out_lines, outcome_lines, outcomes_to_dict
from m3bench.reports.terminal.progress import usage_parts
from m3bench.reports.terminal.tables import HEADINGS, interval_text, plain_table
from m3bench.runs import (
    DroppedAttempt,
    Integrity,
    RunLimits,
    RunResult,
    ToolErrors,
    VisionSummary,
    ablations,
    describe_change,
    describe_limits,
    record_of,
)
from m3bench.scoring import METRICS, ScoreReport

_MOST_LISTED = 12
_MANY_ERRORS = 3
"""Tool errors of one server above which the summary names it."""
_BEST_PUBLISHED = "GPT-5"
_LONGEST_FAMILY = 22
_OPTIONAL = (
    "missing_plugins", "needed_judge", "compared", "classes", "calling", "mounted_tools", "schema_tokens",
    "left_out",
)  # fmt: skip
"""Parts of a run that a file has only where there is something to say."""


def print_run(console: Console, result: RunResult) -> None:
    """Print success, then outcomes of attempts and calls, resources, and attempts that were not scored."""
    settings = result.settings
    model = f" with {settings.model.name}" if settings.model.name else ""
    model += " (text only)" if settings.model.text_only else ""
    lacking = [f"ablation: {', '.join(ablations(settings))}"] if ablations(settings) else []
    console.print(Text("\n".join([f"{settings.suite.name} by {settings.agent}{model}", *lacking])))
    if result.sandbox is not None and result.sandbox.warning is not None:
        console.print(Text(f"WARNING: {result.sandbox.warning}", style="bold red"), soft_wrap=True)
    for missing in result.missing_plugins:
        console.print(Text(f"not installed: {missing}; its checks cannot be run again"), soft_wrap=True)
    print_integrity(console, result.integrity)
    _print_lines(console, (*_success_lines(result), *outcome_lines(result)))
    for title, counts in (("attempts", result.statuses), ("calls", result.outcomes)):
        listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()) or "none"
        console.print(Text(f"{title}: {listed}"))
    _print_lines(console, _resource_lines(result))
    _print_lines(console, left_out_lines(result))
    _print_dropped(console, result)
    console.print()


def _print_lines(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def _resource_lines(result: RunResult) -> Iterator[str]:
    """Yield failing tools, what judges were asked, and what was used."""
    for found in result.tool_errors:
        if found.errors >= _MANY_ERRORS:
            yield f"tool errors: {_tool_errors(found)}"
    if result.looks is not None:
        yield f"image checks: {_looked(result.looks)}"
    if result.compared is not None:
        yield f"answers compared with the key: {_looked(result.compared)}"
    used = usage_parts(result.usage)
    if used:
        yield f"used: {', '.join(used)}"
    yield from _limit_lines(result)


def _limit_lines(result: RunResult) -> Iterator[str]:
    """Yield the provider's waiting time, and limits if they are unusual or were changed."""
    if result.waited >= 1:
        yield f"waited for the provider: {result.waited:.0f} s (not counted as agent time)"
    if result.limit_changes or describe_limits(result.limits) != describe_limits(RunLimits()):
        yield f"limits: {describe_limits(result.limits)}"
    for change in result.limit_changes:
        yield from (f"  changed: {line}" for line in describe_change(change))


def print_integrity(console: Console, integrity: Integrity, name: str = "") -> None:
    """Print what was changed in a run's files; nothing if they are intact."""
    for line in integrity.lines():
        console.print(Text(f"warning: {name}{line}"), soft_wrap=True)


def _tool_errors(found: ToolErrors) -> str:
    """Describe the tool errors of a server: a service that is down costs the agent points."""
    problem = f" ({found.problem})" if found.problem else ""
    return (
        f"{found.errors} of {found.calls} calls of {found.server} failed and count against the agent; first: "
        f"{found.first}{problem}. If its service was down, fix that and run again."
    )


def _success_lines(result: RunResult) -> Iterator[str]:
    strict, scored = strict_interval(result), scored_interval(result)
    if strict is not None:
        passed, attempts = sum(result.strict.values()), len(result.strict)
        yield (
            f"success: {strict.estimate:.3f} ({passed} of {attempts} attempts pass all checks; "
            f"95 % interval {interval_text(strict)})"
        )
    if result.dropped and scored is not None:
        yield (
            f"  {len(result.dropped)} of them were not scored and count as failed; "
            f"success over the scored attempts: {scored.estimate:.3f}"
        )
    if result.needed_judge:
        yield f"  {_judge_line(result)}"
    if result.unranked:
        yield f"  not ranked: {result.unranked}"
    if result.grounded:
        share = sum(result.grounded.values()) / (len(result.strict) or len(result.grounded))
        yield f"grounded success: {share:.3f} (all claimed values appeared in results)"
    if result.evidence:
        yield f"evidence recall: {fsum(result.evidence.values()) / len(result.evidence):.3f}"
    if result.coverage is not None:
        yield f"answers state {result.coverage:.0%} of the expected claims"


def _judge_line(result: RunResult) -> str:
    """Say how many attempts code could not decide, and how many of them nobody has decided."""
    needed, left = result.needed_judge, result.undecided
    line = f"{needed} of {len(result.verdicts)} checked attempts needed a judge"
    if not left:
        return line
    where = f" {result.path}" if result.path else ""
    return f"{line}; {left} are undecided: m3bench check{where} --judge MODEL"


def dropped_reasons(dropped: Sequence[DroppedAttempt]) -> dict[str, int]:
    """Return the number of attempts that were not scored, by reason."""
    return dict(Counter(one.why.value.replace("_", " ") for one in dropped))


def _print_dropped(console: Console, result: RunResult) -> None:
    if not result.dropped:
        return
    reasons = ", ".join(f"{count} {why}" for why, count in dropped_reasons(result.dropped).items())
    console.print(Text(f"not scored: {len(result.dropped)} of {result.attempts} attempts: {reasons}"))
    for one in result.dropped[:_MOST_LISTED]:
        detail = f": {one.detail}" if one.detail else ""
        console.print(Text(f"  {one.id}: {one.why.value.replace('_', ' ')}{detail}"))
    if len(result.dropped) > _MOST_LISTED:
        console.print(f"  … and {len(result.dropped) - _MOST_LISTED} more (all in --json)")


def _looked(looks: VisionSummary) -> str:
    parts = [f"{looks.asked} judgements by {', '.join(looks.judges)}"]
    if looks.missing:
        parts.append(f"{looks.missing} of them missing ({looks.problems[0]})")
    return ", ".join([*parts, *usage_parts(looks.usage)])


def print_side_by_side(console: Console, reports: Sequence[tuple[str, ScoreReport, RunResult]]) -> None:
    """Print one row per run: strict success, the six metrics and their mean, best success first.

    The number in brackets is the attempts that were not scored, which count as failed in success.
    """
    table = plain_table()
    table.add_column("Agent", overflow="fold")
    checked = any(result.has_checks for _, _, result in reports)
    if checked:
        table.add_column("Success", justify="right", no_wrap=True)
    table.add_column("Tasks", justify="right")
    for name in (*(HEADINGS[metric] for metric in METRICS), "Mean"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, report, result in sorted(reports, key=lambda each: _place(each[2])):
        metrics = report.total.metrics
        left_out = f" (+{len(result.dropped)})" if result.dropped else ""
        success = [_mean(result.strict_success)] if checked else []
        values = [getattr(metrics, metric) for metric in METRICS]
        cells = [f"{value:.3f}" for value in (*values, metrics.average)]
        table.add_row(Text(name), *success, f"{report.total.tasks}{left_out}", *cells)
    console.print(table)


def _place(result: RunResult) -> tuple[bool, float]:
    """Sort by strict success; unranked runs come last."""
    return bool(result.unranked), -(result.strict_success or 0.0)


def print_families(
    console: Console, reports: Sequence[tuple[str, ScoreReport]], families: Sequence[str]
) -> None:
    """Print the mean of the six metrics by family, with the paper's results."""
    table = plain_table()
    table.add_column("Family", no_wrap=True, overflow="ellipsis", max_width=_LONGEST_FAMILY)
    for name in (*(name for name, _ in reports), _BEST_PUBLISHED, "14 models"):
        table.add_column(Text(name), justify="right", no_wrap=True)
    for family in families:
        found = [report.families.get(family) for _, report in reports]
        ours = [None if part is None else part.metrics.average for part in found]
        table.add_row(Text(family), *map(_mean, (*ours, *_published(family))))
    table.add_section()
    ours = [report.total.metrics.average for _, report in reports]
    cells = ("All", *map(_mean, (*ours, *_published(TOTAL))))
    table.add_row(*(Text(cell, style="bold") for cell in cells))
    console.print(table)
    console.print(
        f"Mean of the six metrics. {_BEST_PUBLISHED} and the average of 14 models are from the paper, on its "
        "own tasks of these families.",
        style="dim",
    )


def _published(family: str) -> tuple[float | None, float | None]:
    return published_mean(family, _BEST_PUBLISHED), published_average(family)


def _mean(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _plain(value: Any) -> Any:
    """Return builtin types. What is read when it is needed stays as it is."""
    return value if isinstance(value, LazyMapping | LazySequence) else msgspec.to_builtins(value)


def run_to_dict(result: RunResult) -> dict[str, Any]:
    """Return everything for a JSON file except the trajectories, which are in the journal."""
    # The folder is where the reader found the file; settings are flat, as in the manifest.
    plain = {
        name: _plain(getattr(result, name))
        for name in result.__struct_fields__
        if name not in ("tasks", "trajectories", "path", "halt", "marks")
    }
    plain = {name: value for name, value in plain.items() if name not in _OPTIONAL or value}
    if not result.is_classified:
        plain.pop("classes", None)
    plain["settings"] = msgspec.to_builtins(record_of(result.settings))
    if result.has_checks:
        plain |= {
            "success": msgspec.to_builtins(scored_interval(result)),
            "strict_success": msgspec.to_builtins(strict_interval(result)),
            "strict": result.strict,
            "families": result.families,
            **outcomes_to_dict(result),
        }
    return plain | {"scored_share": result.scored_share, "unranked": result.unranked}
