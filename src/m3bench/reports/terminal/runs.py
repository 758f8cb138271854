"""The result of a run, and several runs side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import LazyMapping, LazySequence
from m3bench.core.text import plural
from m3bench.reports.headlines import Headline, headline
from m3bench.reports.published import TOTAL, published_average, published_mean
from m3bench.reports.terminal.outcomes import left_out_lines, outcome_lines, outcomes_to_dict
from m3bench.reports.terminal.progress import usage_parts
from m3bench.reports.terminal.tables import (
    HEADINGS,
    attempts_text,
    counted_heading,
    interval_text,
    plain_table,
    repeated_text,
    three_places,
)
from m3bench.reports.unscored import unscored_lines
from m3bench.runs import (
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
from m3bench.scoring import METRICS, ScoreReport, interval_record

_MANY_ERRORS = 3
"""Tool errors of one server above which the summary names it."""
_BEST_PUBLISHED = "GPT-5"
_LONGEST_FAMILY = 22
_OPTIONAL = (
    "missing_plugins", "needed_judge", "compared", "classes", "calling", "mounted_tools", "schema_tokens",
    "left_out", "repaired_calls", "repairs", "preflight", "limits_met",
    "retries", "best_of", "tags", "note",
)  # fmt: skip
"""Parts of a run that a file has only where there is something to say."""


def print_run(console: Console, result: RunResult) -> None:
    """Print success, then outcomes of attempts and calls, resources, and attempts that were not scored."""
    settings = result.settings
    model = f" with {settings.model.name}" if settings.model.name else ""
    model += " (text only)" if settings.model.text_only else ""
    lacking = [f"ablation: {', '.join(ablations(settings))}"] if ablations(settings) else []
    console.print(Text("\n".join([f"{settings.suite.name} by {settings.agent}{model}", *lacking])))
    _print_lines(console, _label_lines(result))
    if result.sandbox is not None and result.sandbox.warning is not None:
        console.print(Text(f"WARNING: {result.sandbox.warning}", style="bold red"), soft_wrap=True)
    for missing in result.missing_plugins:
        console.print(Text(f"not installed: {missing}; its checks cannot be run again"), soft_wrap=True)
    print_integrity(console, result.integrity)
    if result.preflight is not None:
        console.print(Text(f"preflight: {result.preflight.summary}"))
    _print_lines(console, (*_success_lines(result), *outcome_lines(result)))
    for title, counts in (("attempts", result.statuses), ("calls", result.outcomes)):
        listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()) or "none"
        console.print(Text(f"{title}: {listed}"))
    _print_lines(console, _repair_lines(result))
    _print_lines(console, _met_limit_lines(result.limits_met))
    _print_lines(console, _resource_lines(result))
    _print_lines(console, left_out_lines(result))
    _print_lines(console, unscored_lines(result))
    console.print()


def _print_lines(console: Console, lines: Iterable[str]) -> None:
    for line in lines:
        console.print(Text(line), soft_wrap=True)


def _label_lines(result: RunResult) -> Iterator[str]:
    """Yield the tags and the note of a run."""
    if result.tags:
        yield f"tags: {', '.join(result.tags)}"
    if result.note:
        yield f"note: {result.note}"


def _repair_lines(result: RunResult) -> Iterator[str]:
    """Yield how many calls had to be repaired to be read, and whether that made them illegal."""
    if result.repaired_calls:
        calls = sum(result.outcomes.values())
        listed = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in result.repairs.items())
        yield f"repaired calls: {result.repaired_calls} of {calls} ({listed})"
    if result.settings.strict_format:
        yield "  strict format: they were not carried out, and count as illegal format"


_MET_LIMITS = {
    "pictures_as_notes": "notes in place of pictures, which the endpoint does not take",
    "cut_replies": "replies that ended at the limit of their length",
    "repeating_replies": "replies that repeated themselves up to that limit",
    "short_tools": "tools shown in short, to fit into the context of the model",
    "nearest_tools": "only the nearest tools shown, to fit into the context of the model",
    "dropped_input": "requests of which the server dropped a part",
}


def met_limit(kind: str) -> str:
    """Return what it means that a model met a limit, in words."""
    return _MET_LIMITS.get(kind, kind.replace("_", " "))


def _met_limit_lines(met: Mapping[str, int]) -> Iterator[str]:
    """Yield in how many attempts the model met a limit."""
    for kind, attempts in met.items():
        yield f"met a limit: {plural(attempts, 'attempt')} with {met_limit(kind)}"


def _resource_lines(result: RunResult) -> Iterator[str]:
    """Yield failing tools, what judges were asked, and what was used."""
    for error in result.tool_errors:
        if error.errors >= _MANY_ERRORS:
            yield f"tool errors: {_tool_errors(error)}"
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
    for retry in result.retries:
        again = f", {retry.scored} of them scored before" if retry.scored else ", none of them scored before"
        when = f"{retry.by}, {retry.at:%Y-%m-%d %H:%M} UTC"
        yield f"retried: {plural(len(retry.attempts), 'attempt')} ({', '.join(retry.what)}){again}, by {when}"
    if result.best_of:
        yield "best-of: scored attempts were made again; it cannot be compared with runs of single tries"


def print_integrity(console: Console, integrity: Integrity) -> None:
    """Print what was changed in a run's files; nothing if they are intact."""
    for line in integrity.lines():
        console.print(Text(f"warning: {line}"), soft_wrap=True)


def _tool_errors(errors: ToolErrors) -> str:
    """Describe the tool errors of a server: a service that is down costs the agent points."""
    problem = f" ({errors.problem})" if errors.problem else ""
    return (
        f"{errors.errors} of {errors.calls} calls of {errors.server} failed and count against the agent; "
        f"first: {errors.first}{problem}. If its service was down, fix that and run again."
    )


def _success_lines(result: RunResult) -> Iterator[str]:
    figures = headline(result)
    if figures.success is not None:
        yield (
            f"success: {figures.success.estimate:.3f} ({figures.passed} of {_attempts(figures)} pass all "
            f"checks; 95 % interval {interval_text(figures.success)})"
        )
    if figures.repeated is not None:
        yield repeated_text(figures.repeated)
    if result.dropped and figures.scored_success is not None:
        yield (
            f"  {len(result.dropped)} of them were not scored and count as failed; "
            f"success over the scored attempts: {figures.scored_success.estimate:.3f}"
        )
    if result.needed_judge:
        yield f"  {_judge_line(result)}"
    if result.unranked:
        yield f"  not ranked: {result.unranked}"
    if figures.grounded is not None:
        yield f"grounded success: {figures.grounded.estimate:.3f} (all claimed values appeared in results)"
    if figures.evidence is not None:
        yield f"evidence recall: {figures.evidence.estimate:.3f}"
    if result.coverage is not None:
        yield f"answers state {result.coverage:.0%} of the expected claims"


def _attempts(figures: Headline) -> str:
    """Return the number of attempts, with that of tasks if they were repeated."""
    tasks = figures.success.tasks if figures.success is not None else figures.checked
    return (
        f"{figures.checked} attempts" if tasks == figures.checked else attempts_text(figures.checked, tasks)
    )


def _judge_line(result: RunResult) -> str:
    """Say how many attempts code could not decide, and how many of them nobody has decided."""
    needed, left = result.needed_judge, result.undecided
    line = f"{needed} of {len(result.verdicts)} checked attempts needed a judge"
    if not left:
        return line
    where = f" {result.path}" if result.path else ""
    return f"{line}; {left} are undecided: m3bench check{where} --judge MODEL"


def _looked(looks: VisionSummary) -> str:
    parts = [f"{looks.asked} judgements by {', '.join(looks.judges)}"]
    if looks.missing:
        parts.append(f"{looks.missing} of them missing ({looks.problems[0]})")
    return ", ".join([*parts, *usage_parts(looks.usage)])


def print_side_by_side(console: Console, reports: Sequence[tuple[str, ScoreReport, RunResult]]) -> None:
    """Print one row per run: success, the mean and the six metrics, best success first.

    The number in brackets is the attempts that were not scored, which count as failed in success.
    """
    table = plain_table()
    table.add_column("Agent", overflow="fold")
    checked = any(result.has_checks for _, _, result in reports)
    if checked:
        table.add_column("Success", justify="right", no_wrap=True)
    counted = counted_heading(report for _, report, _ in reports)
    for name in ("Mean", *(HEADINGS[metric] for metric in METRICS), counted):
        table.add_column(name, justify="right", no_wrap=True)
    # By success; unranked runs come last.
    for name, report, result in sorted(
        reports, key=lambda report: (bool(report[2].unranked), -(report[2].success or 0.0))
    ):
        metrics = report.total.metrics
        left_out = f" (+{len(result.dropped)})" if result.dropped else ""
        success = [three_places(result.success)] if checked else []
        cells = [f"{value:.3f}" for value in (metrics.average, *metrics.values())]
        table.add_row(Text(name), *success, *cells, f"{report.total.attempts}{left_out}")
    console.print(table)


def print_families(
    console: Console, reports: Sequence[tuple[str, ScoreReport]], families: Sequence[str]
) -> None:
    """Print the mean of the six metrics by family, with the paper's results."""
    table = plain_table()
    table.add_column("Family", no_wrap=True, overflow="ellipsis", max_width=_LONGEST_FAMILY)
    for name in (*(name for name, _ in reports), _BEST_PUBLISHED, "14 models"):
        table.add_column(Text(name), justify="right", no_wrap=True)
    for family in families:
        parts = [report.families.get(family) for _, report in reports]
        ours = [None if part is None else part.metrics.average for part in parts]
        table.add_row(Text(family), *map(three_places, (*ours, *_published(family))))
    table.add_section()
    ours = [report.total.metrics.average for _, report in reports]
    cells = ("All", *map(three_places, (*ours, *_published(TOTAL))))
    table.add_row(*(Text(cell, style="bold") for cell in cells))
    console.print(table)
    console.print(
        f"Mean of the six metrics. {_BEST_PUBLISHED} and the average of 14 models are from the paper, on its "
        "own tasks of these families.",
        style="dim",
    )


def _published(family: str) -> tuple[float | None, float | None]:
    return published_mean(family, _BEST_PUBLISHED), published_average(family)


def run_to_dict(result: RunResult) -> dict[str, Any]:
    """Return everything for a JSON file except the trajectories, which are in the journal."""
    # The folder is where the reader found the file; settings are flat, as in the manifest.
    # What is read when it is needed stays as it is.
    plain = {
        name: value if isinstance(value, LazyMapping | LazySequence) else msgspec.to_builtins(value)
        for name, value in msgspec.structs.asdict(result).items()
        if name not in ("tasks", "planned", "trajectories", "path", "halt", "marks")
    }
    plain = {name: value for name, value in plain.items() if name not in _OPTIONAL or value}
    if not result.is_classified:
        plain.pop("classes", None)
    plain["settings"] = msgspec.to_builtins(record_of(result.settings))
    if result.has_checks:
        figures = headline(result)
        is_repeated = result.settings.epochs > 1
        success = interval_record(figures.success, is_repeated=is_repeated)
        plain |= {
            "success": success,
            "scored_success": interval_record(figures.scored_success, is_repeated=is_repeated),
            "strict_success": success,  # its earlier name
            "strict": result.strict,
            "families": result.families,
            **({"repeated": msgspec.to_builtins(figures.repeated)} if figures.repeated else {}),
            **outcomes_to_dict(result),
        }
    return plain | {"scored_share": result.scored_share, "unranked": result.unranked}
