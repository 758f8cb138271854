"""Explain one task's score: both trajectories side by side, their matches, and the losses per metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from m3bench.core import Call, Step, canonical_json
from m3bench.core.text import shorten
from m3bench.reports.terminal.tables import plain_table
from m3bench.scoring import (
    ComparedCalls,
    Explanation,
    FieldComparison,
    Match,
    MetricReason,
    PlanningFailure,
    Profile,
    Unmatched,
)

_MOST_ARGUMENTS = 6
_LONGEST_LINE = 300
_LONGEST_VALUE = 60
STRONG, WEAK, ALONE = "=", "~", "✗"

Partners = Mapping[int, tuple[int, Match]]
"""Maps a call of one side to its match on the other side."""


def print_explanation(console: Console, explanation: Explanation, profile: Profile) -> None:
    """Print an explanation that is readable in 80 columns and without colour."""
    _print_head(console, explanation, profile)
    _print_sides(console, explanation, profile)
    _print_matches(console, explanation.score.matches, profile)
    _print_fields(console, explanation.compared)
    _print_unmatched(console, "Reference calls without a match", explanation.unmatched_reference)
    _print_unmatched(console, "Predicted calls without a match", explanation.unmatched_prediction)
    _print_reasons(console, explanation.reasons)


def _print_head(console: Console, explanation: Explanation, profile: Profile) -> None:
    score = explanation.score
    family = f" ({score.family})" if score.family else ""
    console.print(Text(f"Task {score.id}{family}, profile {profile.name}", style="bold"))
    if score.reference_count > 1:
        name = f" {score.reference_name!r}" if score.reference_name else ""
        console.print(
            f"Scored against reference {score.reference + 1}{name}, the best of {score.reference_count}.",
            markup=False,
        )
    if explanation.prediction is None:
        console.print("This task has no prediction.")
    for note in score.notes if explanation.prediction else ():
        console.print(f"note: {note}", markup=False)
    console.print()


def _print_sides(console: Console, explanation: Explanation, profile: Profile) -> None:
    matches = explanation.score.matches
    to_prediction = {match.reference_call: (match.prediction_call, match) for match in matches}
    to_reference = {match.prediction_call: (match.reference_call, match) for match in matches}
    prediction = explanation.prediction.steps if explanation.prediction else ()
    left = _side(explanation.reference.steps, to_prediction, profile)
    right = _side(prediction, to_reference, profile)
    table = plain_table(expand=True)
    for title in ("Reference", "Prediction"):
        table.add_column(title, ratio=1, no_wrap=True, overflow="ellipsis")
    for cells in zip_longest(left, right, fillvalue=Text("")):
        table.add_row(*cells)
    console.print(table)
    console.print(
        f"[n] call n; → its match; {STRONG} strong (≥ {profile.strong:g}), "
        f"{WEAK} weak (≥ {profile.weak:g}), {ALONE} unmatched",
        style="dim",
        markup=False,
    )
    console.print()


def _side(steps: Sequence[Step], partners: Partners, profile: Profile) -> list[Text]:
    """Return one cell per step."""
    cells: list[Text] = []
    index = 0
    for number, step in enumerate(steps, start=1):
        cell = Text(f"Step {number}\n" if step.calls else f"Step {number} (empty)\n", style="bold")
        for call in step.calls:
            cell.append_text(_call(index, call, partners, profile))
            index += 1
        cells.append(cell)
    return cells


def _call(index: int, call: Call, partners: Partners, profile: Profile) -> Text:
    text = Text(f"[{index + 1}] {printable(call.name) or '(no tool name)'}\n", style="not bold")
    if index in partners:
        partner, match = partners[index]
        sign = STRONG if match.similarity >= profile.strong else WEAK
        text.append(f"    → [{partner + 1}] {sign} {match.similarity:.3f}\n", style="green")
    else:
        text.append(f"    {ALONE} unmatched\n", style="red")
    for line in _argument_lines(call):
        text.append(f"    {line}\n", style="dim")
    return text


def _argument_lines(call: Call) -> list[str]:
    if not isinstance(call.arguments, dict):
        return [printable(canonical_json(call.arguments))]
    lines = [f"{key}={canonical_json(value)}" for key, value in call.arguments.items()]
    if len(lines) > _MOST_ARGUMENTS:
        lines = [*lines[: _MOST_ARGUMENTS - 1], f"… {len(lines) - _MOST_ARGUMENTS + 1} more arguments"]
    return [printable(line) for line in lines]


def printable(text: str, longest: int = _LONGEST_LINE) -> str:
    """Return the text on one line, shortened, and without terminal control sequences."""
    shown = text[:longest]
    return "".join(character if character.isprintable() else "·" for character in shown)


def _print_matches(console: Console, matches: Sequence[Match], profile: Profile) -> None:
    if not matches:
        console.print("No call matched.\n")
        return
    table = plain_table()
    for title in ("Reference", "Prediction", "Similarity"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("Strength")
    table.add_column("Tool", overflow="fold")
    for match in matches:
        table.add_row(
            f"[{match.reference_call + 1}] step {match.reference_step + 1}",
            f"[{match.prediction_call + 1}] step {match.prediction_step + 1}",
            f"{match.similarity:.3f}",
            "strong" if match.similarity >= profile.strong else "weak",
            Text(printable(match.tool)),
        )
    console.print(Text(f"Matches ({len(matches)})", style="bold"))
    console.print(table)
    console.print()


def _print_fields(console: Console, compared: Sequence[ComparedCalls]) -> None:
    """Print fields that agree and differ. Pairs that agree in everything are skipped."""
    differing = [pair for pair in compared if any(field.similarity < 1 for field in pair.fields)]
    if not differing:
        return
    console.print(Text(f"Matches and near misses with differing fields ({len(differing)})", style="bold"))
    for pair in differing:
        console.print(Padding(Text(_pair_title(pair)), (0, 0, 0, 2)))
        for field in pair.fields:
            style = "red" if field.forbids else "yellow" if field.similarity < 1 else "dim"
            console.print(Padding(Text(field_line(field), style=style), (0, 0, 0, 6)))
    console.print()


def _pair_title(pair: ComparedCalls) -> str:
    verdict = "match" if pair.matched else "no match"
    if pair.by_facts:
        verdict += ", the result states the same facts"
    return f"[{pair.reference_call + 1}] ↔ [{pair.prediction_call + 1}] {pair.similarity:.3f} {verdict}"


def field_line(field: FieldComparison) -> str:
    """Return one field on one line: sign, name, both values, comparison and weight."""
    sign = "✗" if field.forbids else "=" if field.similarity == 1 else "~" if field.similarity > 0 else "≠"
    left = _value(field.reference) if field.in_reference else "(absent)"
    right = _value(field.prediction) if field.in_prediction else "(absent)"
    values = left if left == right else f"{left} | {right}"
    how = f"{field.kind} {field.similarity:.3f}, weight {field.weight:g}"
    return f"{sign} {printable(field.name)}: {values} ({how})"


def _value(value: object) -> str:
    return shorten(printable(canonical_json(value)), _LONGEST_VALUE)


def _print_unmatched(console: Console, title: str, calls: Sequence[Unmatched]) -> None:
    if not calls:
        return
    console.print(Text(f"{title} ({len(calls)})", style="bold"))
    for call in calls:
        name = printable(call.name) or "(no tool name)"
        line = f"[{call.call + 1}] step {call.step + 1} {name}: {call.reason}"
        console.print(Padding(Text(line), (0, 0, 0, 2)))
    console.print()


def _print_reasons(console: Console, reasons: Sequence[MetricReason]) -> None:
    console.print(Text("Losses by metric", style="bold"))
    for reason in reasons:
        title = reason.metric.replace("_", " ").capitalize()
        console.print(Padding(Text(f"{title:<20} {reason.value:.3f}"), (0, 0, 0, 2)))
        for loss in reason.losses or ("nothing",):
            console.print(Padding(Text(f"- {loss}", style="dim"), (0, 0, 0, 6)))


def print_planning_failures(console: Console, failures: Sequence[PlanningFailure]) -> None:
    """Print the planning failures of an attempt, if there are any."""
    if not failures:
        return
    console.print()
    console.print(Text(f"Planning failures ({len(failures)})", style="bold"))
    for failure in failures:
        line = f"{failure.failure.value.replace('_', ' ')}: {printable(failure.detail)}"
        console.print(Padding(Text(line), (0, 0, 0, 2)))
