"""Score tables for a terminal with 80 columns, readable without colour."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from m3bench.core.text import plural
from m3bench.reports.headlines import success_by_family
from m3bench.scoring import METRICS, Interval, RepeatedTasks, ScoreReport, Total

if TYPE_CHECKING:
    from m3bench.runs import RunResult

HEADINGS = {
    "recall": "Recall",
    "precision": "Prec.",
    "argument_similarity": "ArgSim",
    "step_coherence": "StepCo",
    "order_consistency": "Order",
    "merge_purity": "Merge",
}
_MOST_IDS = 12
_FEW_FAMILIES = 10


def print_report(console: Console, report: ScoreReport, result: RunResult | None = None) -> None:
    """Print scores by family and in total, with notes; for a run, success first."""
    console.print(_score_table(report, result))
    _print_intervals(console, report.total)
    _print_ids(console, report.missing, _missing_title(report))
    _print_ids(console, report.unexpected, "predictions without a reference, not scored")
    _print_notes(console, report)
    console.print(
        f"profile {report.profile}, thresholds {report.weak:g}/{report.strong:g}, "
        f"encoder {report.encoder} ({report.encoder_fingerprint[:12]})",
        style="dim",
    )


def plain_table(**options: object) -> Table:
    """Return a table in our style: no frame, numbers aligned right."""
    return Table(box=None, pad_edge=False, header_style="bold", show_footer=False, **options)  # type: ignore[arg-type]


def _score_table(report: ScoreReport, result: RunResult | None) -> Table:
    """Return a table of families. Success is over all attempts of a family, the rest over those scored."""
    success = success_by_family(result) if result is not None else {}
    table = plain_table(padding=(0, 1, 0, 0))
    table.add_column("Family", overflow="fold")
    heads = [*(["Success"] if success else []), "Mean", *HEADINGS.values(), counted_heading([report])]
    for name in heads:
        table.add_column(name, justify="right", no_wrap=True)
    for family in dict.fromkeys((*report.families, *success)):
        first = [three_places(success.get(family))] if success else []
        table.add_row(*(Text(cell) for cell in [family, *first, *_cells(report.families.get(family))]))
    table.add_section()
    first = [three_places(result.success)] if success and result is not None else []
    cells = ["Total", *first, *_cells(report.total)]
    table.add_row(*(Text(cell, style="bold") for cell in cells))
    return table


def counted_heading(reports: Iterable[ScoreReport]) -> str:
    """Return the heading of the number of scored attempts: that of tasks, unless some were repeated."""
    return "Attempts" if any(report.total.attempts > report.total.tasks for report in reports) else "Tasks"


def attempts_text(attempts: int, tasks: int, kind: str = "") -> str:
    """Return a number of attempts in words, or that of tasks if each was attempted once."""
    if attempts == tasks:
        return plural(tasks, f"{kind}task")
    return f"{plural(attempts, f'{kind}attempt')} at {plural(tasks, 'task')}"


def repeated_text(repeated: RepeatedTasks) -> str:
    """Return pass@k and pass^k of the largest k, and how many tasks flip."""
    most = repeated.most
    flips = "flips" if repeated.flips == 1 else "flip"
    return (
        f"pass@{most.k} {three_places(most.pass_at_k)}, pass^{most.k} {three_places(most.pass_hat_k)}; "
        f"{repeated.flips} of {plural(repeated.tasks, 'task')} {flips}"
    )


def _cells(part: Total | None) -> list[str]:
    if part is None:
        return ["–"] * (len(METRICS) + 1) + ["0"]
    values = (part.metrics.average, *part.metrics.values())
    return [*(f"{value:.3f}" for value in values), str(part.attempts)]


def _print_intervals(console: Console, total: Total) -> None:
    if not total.intervals:
        return
    table = plain_table()
    table.add_column(_interval_title(total))
    for name in METRICS:
        table.add_column(HEADINGS[name], justify="right", no_wrap=True)
    table.add_row("from", *(three_places(total.intervals[name].low) for name in METRICS))
    table.add_row("to", *(three_places(total.intervals[name].high) for name in METRICS))
    console.print()
    console.print(table)
    console.print()


def _interval_title(total: Total) -> str:
    families = total.intervals["recall"].clusters
    if families == 1 and total.tasks == 1 and total.attempts > 1:
        return f"95 % interval ({total.attempts} attempts at one task)"
    if families == 1:
        return f"95 % interval ({total.tasks} tasks of one family)"
    few = ", few" if families < _FEW_FAMILIES else ""
    return f"95 % interval ({families} families{few})"


def interval_text(interval: Interval) -> str:
    """Return the bounds of an interval as text."""
    if interval.low is None or interval.high is None:
        return "none"
    return f"{interval.low:.3f} to {interval.high:.3f}"


def three_places(value: float | None) -> str:
    """Return a number with three decimal places; a dash if it is not known."""
    return "–" if value is None else f"{value:.3f}"


def _missing_title(report: ScoreReport) -> str:
    counted = report.total.missing > 0
    tasks = "task" if len(report.missing) == 1 else "tasks"
    return f"{tasks} without a prediction, {'scored zero' if counted else 'ignored by this profile'}"


def _print_ids(console: Console, ids: tuple[str, ...], title: str) -> None:
    if not ids:
        return
    shown = ", ".join(ids[:_MOST_IDS])
    more = f" and {len(ids) - _MOST_IDS} more (all in --json)" if len(ids) > _MOST_IDS else ""
    console.print(f"{len(ids)} {title}: {shown}{more}", markup=False)


def _print_notes(console: Console, report: ScoreReport) -> None:
    odd = (task for task in report.tasks if task.notes and not task.missing)
    for task in islice(odd, _MOST_IDS):
        console.print(f"note: {task.id}: {'; '.join(task.notes)}", markup=False)
    more = sum(1 for _ in odd)
    if more:
        console.print(f"… and notes on {more} more tasks (all in --json)", markup=False)
