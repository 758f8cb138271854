"""Judgements of a run and their reliability, as tables and for a JSON file."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import Usage
from m3bench.judges import same_vendor_warning
from m3bench.judges.trust import JudgeRecord
from m3bench.reports.terminal.judging_columns import ColumnRow, JudgeColumns
from m3bench.reports.terminal.tables import plain_table, three_places
from m3bench.runs import JudgedRun

_TITLES = {
    "completion": "Task Completion",
    "grounding": "Information Grounding",
    "rubric": "Rubric",
    "rubric-unshuffled": "Rubric, fixed order",
    "outcome": "Outcome",
}
_MOST_PROBLEMS = 3
_LONGEST_PROBLEM = 160


def print_judged(console: Console, judged: JudgedRun, columns: JudgeColumns) -> None:
    """Print columns, other judgements, missing ones, and agreement between judges."""
    console.print()
    if judged.completion or judged.grounding:
        _print_columns(console, columns)
    _print_rubric(console, judged)
    _print_outcome(console, judged)
    _print_missing(console, judged)
    _print_spread(console, judged)
    console.print(Text(_spending(judged.spent), style="dim"), soft_wrap=True)


def judged_to_dict(judged: JudgedRun, columns: JudgeColumns) -> dict[str, Any]:
    """Return everything for a JSON file except the texts, which are in the run folder."""
    return {
        "judges": {name: list(judges) for name, judges in judged.judges.items()},
        "aggregate": msgspec.to_builtins(columns.total),
        "families": msgspec.to_builtins(columns.families),
        "per_id": {case: _case(judged, columns, case) for case in _cases(judged)},
        "asked": judged.asked,
        "missing": judged.missing,
        "cached": judged.cached,
        "same_vendor": judged.same_vendor,
        "reliability": msgspec.to_builtins(judged.reliability),
        "spent": msgspec.to_builtins(judged.spent),
    }


def _spending(spent: Mapping[str, Usage]) -> str:
    requests = sum(usage.requests or 0 for usage in spent.values())
    dollars = fsum(usage.cost or 0.0 for usage in spent.values())
    unpriced = [judge for judge, usage in spent.items() if usage.cost is None]
    unknown = f", and an unknown price for {', '.join(unpriced)}" if unpriced else ""
    return f"judging this run took {requests} requests and ${dollars:.4f} in total{unknown}"


def _cases(judged: JudgedRun) -> list[str]:
    tables = (judged.completion, judged.grounding, judged.rubric, judged.outcome)
    return list(dict.fromkeys(case for table in tables for case in table))


def _case(judged: JudgedRun, columns: JudgeColumns, case: str) -> dict[str, Any]:
    tables: Mapping[str, Mapping[str, Any]] = {
        "task_completion": judged.completion,
        "information_grounding": judged.grounding,
        "rubric": judged.rubric,
        "outcome": judged.outcome,
        "average_of_eight": columns.averages,
    }
    return {name: msgspec.to_builtins(table[case]) for name, table in tables.items() if case in table}


def _print_columns(console: Console, columns: JudgeColumns) -> None:
    averaged = columns.total.average is not None
    table = plain_table()
    table.add_column("Family", overflow="fold")
    table.add_column("Tasks", justify="right")
    for title in ("Judged", "TaskComp", "InfoGrnd", *(("Avg. 8",) if averaged else ())):
        table.add_column(title, justify="right", no_wrap=True)
    for family, row in columns.families.items():
        table.add_row(*map(Text, _cells(family, row, averaged=averaged)))
    table.add_section()
    cells = _cells("Total", columns.total, averaged=averaged)
    table.add_row(*(Text(cell, style="bold") for cell in cells))
    console.print(table)
    if averaged:
        console.print(
            "Avg. 8: the six metrics and these two. Without Task Completion, as in the paper's table over "
            f"all tasks: {three_places(columns.total.average_of_seven)}.",
            style="dim",
        )


def _cells(title: str, row: ColumnRow, *, averaged: bool) -> list[str]:
    judged = min(row.completion.count, row.grounding.count)
    values = (row.completion.value, row.grounding.value, *((row.average,) if averaged else ()))
    return [title, str(row.attempts), str(judged), *map(three_places, values)]


def _print_rubric(console: Console, judged: JudgedRun) -> None:
    if not judged.rubric:
        return
    scores = list(judged.rubric.values())
    table = plain_table()
    table.add_column(f"Rubric, {len(scores)} tasks")
    table.add_column("Mean", justify="right")
    table.add_column("Missing", justify="right")
    for axis in scores[0].axes:
        table.add_row(axis.replace("_", " "), *_mean_and_missing([score.axes[axis] for score in scores]))
    table.add_row("overall", *_mean_and_missing([score.overall for score in scores]))
    console.print(table)


def _print_outcome(console: Console, judged: JudgedRun) -> None:
    if judged.outcome:
        mean, missing = _mean_and_missing(list(judged.outcome.values()))
        console.print(
            f"outcome: {mean} of the answers are consistent with the expected one "
            f"({len(judged.outcome)} tasks, {missing} without a judgement)"
        )


def _mean_and_missing(values: list[float | None]) -> tuple[str, str]:
    known = [value for value in values if value is not None]
    mean = fsum(known) / len(known) if known else None
    return three_places(mean), str(len(values) - len(known))


def _print_missing(console: Console, judged: JudgedRun) -> None:
    for name in judged.judges:
        of = len(_table(judged, name))
        if of < judged.attempts:
            console.print(f"{_TITLES[name]}: {judged.attempts - of} attempts are not judged yet")
    share = f"{judged.missing} of {judged.asked} judgements are missing"
    console.print(f"{share} and excluded from all means" if judged.missing else share)
    for reliability in judged.reliability.values():
        for judge in reliability.judges:
            _print_problems(console, judge)


def _print_problems(console: Console, judge: JudgeRecord) -> None:
    for problem in judge.problems[:_MOST_PROBLEMS]:
        console.print(Text(f"  {judge.judge}: {problem[:_LONGEST_PROBLEM]}"), soft_wrap=True)
    if len(judge.problems) > _MOST_PROBLEMS:
        console.print(Text(f"  {judge.judge}: … and {len(judge.problems) - _MOST_PROBLEMS} more reasons"))


def _table(judged: JudgedRun, name: str) -> Mapping[str, object]:
    tables: dict[str, Mapping[str, object]] = {
        "completion": judged.completion,
        "grounding": judged.grounding,
        "rubric": judged.rubric,
        "rubric-unshuffled": {
            case: scores for cases in judged.unshuffled_by_judge.values() for case, scores in cases.items()
        },
        "outcome": judged.outcome,
    }
    return tables[name]


def _print_spread(console: Console, judged: JudgedRun) -> None:
    spreads = [
        (f"{_TITLES[name]}: {dimension.replace('_', ' ')}", among, spread)
        for name, reliability in judged.reliability.items()
        for among, spreads_of in (
            ("judges", reliability.between_judges),
            ("shuffles", reliability.between_turns),
        )
        for dimension, spread in spreads_of.items()
    ]
    if spreads:
        table = plain_table()
        for title in ("Spread of judgements", "between", "mean", "largest", "where"):
            table.add_column(title, overflow="fold")
        for title, among, spread in spreads:
            cells = (title, among, f"{spread.mean_range:.2f}", f"{spread.widest:.2f}", spread.widest_case)
            table.add_row(*map(Text, cells))
        console.print(table)
    _print_strictness(console, judged)
    print_kin(console, judged.same_vendor)


def print_kin(console: Console, kin: Mapping[str, str]) -> None:
    """Warn about each judge from the same vendor as the model that it judges."""
    for judge, house in kin.items():
        console.print(Text(same_vendor_warning(judge, house)), soft_wrap=True)


def _print_strictness(console: Console, judged: JudgedRun) -> None:
    """Print which judges are stricter or milder than the others."""
    for name, reliability in judged.reliability.items():
        offsets = [
            f"{judge.judge} {fsum(judge.leanings.values()) / len(judge.leanings):+.2f}"
            for judge in reliability.judges
            if judge.leanings
        ]
        if offsets:
            console.print(
                Text(f"{_TITLES[name]}, relative to the other judges: {', '.join(offsets)}"), soft_wrap=True
            )
