"""Additional metrics, on a terminal and for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from m3bench.core.text import plural
from m3bench.reports.terminal.tables import plain_table
from m3bench.scoring import (
    DialogueMetrics,
    Extras,
    MatchMetrics,
    Origin,
    Planning,
    PlanningFailure,
    RuleMetrics,
    SelfReview,
    SelfReviewLevel,
    StructureExtra,
    pool_dialogues,
)

_MOST_VIOLATIONS = 10
_ORIGIN_TITLES = {
    Origin.REQUEST: "argument values from the request",
    Origin.RESULT: "argument values from an earlier result",
    Origin.ARGUMENT: "argument values from an earlier argument",
    Origin.INVENTED: "invented argument values",
}


def print_extras(console: Console, extras: Extras) -> None:
    """Print the requested metrics as means and counts over the tasks with a prediction."""
    for title, values in _sections(extras).items():
        table = _two_columns(f"{title}, {len(extras.tasks)} tasks with a prediction")
        for name, value in values.items():
            table.add_row(name, value)
        console.print()
        console.print(table)
    if extras.dialogues:
        _print_dialogues(console, list(extras.dialogues.values()))
    if extras.rules:
        _print_violations(console, extras.rules)


def extras_to_dict(extras: Extras) -> dict[str, Any]:
    """Return the measurements of each task, for the JSON file."""
    measurements: dict[str, Any] = {
        task_id: {name: value for name, value in msgspec.to_builtins(task).items() if value is not None}
        for task_id, task in extras.tasks.items()
    }
    for task_id, dialogue in extras.dialogues.items():
        measurements.setdefault(task_id, {})["dialogue"] = msgspec.to_builtins(dialogue)
    return measurements


def _print_dialogues(console: Console, dialogues: Sequence[DialogueMetrics]) -> None:
    total = pool_dialogues(dialogues)
    table = _two_columns(f"Dialogue, {plural(len(dialogues), 'task')} with a user")
    table.add_row("questions asked per task", f"{total.questions / len(dialogues):.1f}")
    table.add_row("facts obtained of those needed", f"{total.facts} of {total.needed}")
    table.add_row("questions that were unclear", str(total.unclear))
    table.add_row("questions without an answer", str(total.unknown))
    table.add_row("questions that were refused", str(total.refusals))
    if total.guarded:
        table.add_row("replies of the user's model that were replaced", str(total.guarded))
    console.print()
    console.print(table)


def _sections(extras: Extras) -> dict[str, dict[str, str]]:
    sections = {}
    if extras.matches:
        sections["Match"] = _match_means(extras.matches)
    if extras.structures:
        sections["Structure"] = _structure_means(extras.structures)
    if extras.rules:
        sections["Rules"] = _rule_rates(extras.rules)
    if extras.planning:
        sections["Planning failures"] = _planning_counts(extras.planning.values())
    if self_reviews := extras.self_reviews:
        sections["Looks at own work"] = _self_review_counts(self_reviews.values())
    return sections


def _two_columns(title: str) -> Table:
    table = plain_table()
    table.add_column(title)
    table.add_column("", justify="right")
    return table


def _match_means(metrics: Sequence[MatchMetrics]) -> dict[str, str]:
    names = [name for name in MatchMetrics.__struct_fields__ if name != "single_tool_use"]
    return {
        name.replace("_", " "): f"{sum(getattr(metric, name) for metric in metrics) / len(metrics):.3f}"
        for name in names
    }


def _structure_means(extras: Sequence[StructureExtra]) -> dict[str, str]:
    shapes = [extra.structure for extra in extras]
    count = len(shapes)
    efficiency = sum(shape.parallel_efficiency for shape in shapes) / count
    traced = sum(sum(extra.origins.values()) for extra in extras)
    shares = {
        _ORIGIN_TITLES[origin]: f"{sum(extra.origins[origin] for extra in extras) / traced:.3f}"
        for origin in Origin
        if traced
    }
    # Without results, dependencies are only visible through files.
    bound = "" if any(shape.calls_with_result for shape in shapes) else "at least "
    return {
        "multi-hop tasks": f"{sum(shape.multi_hop for shape in shapes)} of {count}",
        "tasks with a multi-threaded step": f"{sum(bool(s.multi_threaded_steps) for s in shapes)} of {count}",
        "longest chain, mean": f"{bound}{sum(shape.hops for shape in shapes) / count:.2f}",
        "parallel calls, mean of maxima": f"{sum(shape.threads for shape in shapes) / count:.2f}",
        "parallel efficiency, mean": f"{bound}{efficiency:.3f}",
        "redundant calls": f"{sum(len(shape.redundant_calls) for shape in shapes)}",
        "violated dependencies of the reference": f"{sum(extra.violations for extra in extras)}",
        "calls with a result": (
            f"{sum(shape.calls_with_result for shape in shapes)} of {sum(shape.calls for shape in shapes)}"
        ),
        **shares,
    }


def _planning_counts(attempts: Iterable[Sequence[PlanningFailure]]) -> dict[str, str]:
    counts: Counter[Planning] = Counter()
    tasks: Counter[Planning] = Counter()
    for attempt in attempts:
        counts.update(failure.failure for failure in attempt)
        tasks.update({failure.failure for failure in attempt})
    return {
        kind.value.replace("_", " "): f"{counts[kind]} in {plural(tasks[kind], 'task')}"
        if counts[kind]
        else "0"
        for kind in Planning
    }


def _self_review_counts(self_reviews: Collection[SelfReview]) -> dict[str, str]:
    counts = Counter(review.level for review in self_reviews)
    rows = {_LEVEL_TITLES[level]: f"{counts[level]} of {len(self_reviews)}" for level in SelfReviewLevel}
    return {"tasks with an artefact": str(len(self_reviews)), **rows}


_LEVEL_TITLES = {
    SelfReviewLevel.NONE: "not looked at after the last change",
    SelfReviewLevel.PSEUDO: "only metadata or structure",
    SelfReviewLevel.INCOMPLETE: "only parts",
    SelfReviewLevel.FULL: "all of it",
}


def _rule_rates(rules: RuleMetrics) -> dict[str, str]:
    return {
        "valid tool names": _rate(rules.valid_names, rules.calls),
        "schema compliance": _rate(rules.schema_valid, rules.schema_checked),
        "execution success": _rate(rules.successes, rules.executions),
        "tool errors": str(rules.tool_errors),
        "server faults": str(rules.server_faults),
        "tools with a broken schema": str(len(rules.broken_schemas)),
    }


def _rate(count: int, total: int) -> str:
    return f"{count / total:.3f} ({count} of {total})" if total else "unknown (0 calls)"


def _print_violations(console: Console, rules: RuleMetrics) -> None:
    for violation in rules.violations[:_MOST_VIOLATIONS]:
        console.print(
            f"{violation.task_id} call {violation.call + 1} {violation.tool}: {violation.reason}",
            markup=False,
        )
    if len(rules.violations) > _MOST_VIOLATIONS:
        console.print(f"… and {len(rules.violations) - _MOST_VIOLATIONS} more (all in --json)", markup=False)
