"""Outcomes of replayed calls by tool and by model, with details."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import Outcome, canonical_json
from m3bench.core.text import shorten
from m3bench.reports.terminal.tables import plain_table

if TYPE_CHECKING:
    from m3bench.runs import ReplayedCall

    _Groups = dict[str, list[ReplayedCall]]

_BAR = 32
_MOST_ROWS = 12
_EXCERPT = 150
_SHORT = {
    Outcome.SUCCESS: ("success", "green"),
    Outcome.NOT_FOUND: ("not found", "yellow"),
    Outcome.INVALID_ARGUMENTS: ("invalid", "red"),
    Outcome.UNKNOWN_TOOL: ("no tool", "magenta"),
    Outcome.ILLEGAL_FORMAT: ("illegal", "red"),
    Outcome.TOOL_ERROR: ("tool error", "bright_yellow"),
    Outcome.SERVER_FAULT: ("fault", "bright_red"),
}


class Distribution(msgspec.Struct, frozen=True):
    """Calls by outcome."""

    counts: dict[Outcome, int]

    @classmethod
    def of(cls, calls: Iterable[ReplayedCall]) -> Distribution:
        counted = Counter(call.outcome for call in calls)
        return cls({outcome: counted[outcome] for outcome in _SHORT})

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def valid(self) -> int:
        """Calls of known tools with valid arguments."""
        return sum(count for outcome, count in self.counts.items() if not outcome.blames_agent)


def print_replay(console: Console, calls: Sequence[ReplayedCall], *, everything: bool = False) -> None:
    """Print all outcomes with a bar each, then by model and by tool, then details."""
    _print_bars(console, Distribution.of(calls))
    models, tools = _by_model_and_tool(calls)
    if len(models) > 1:
        _print_table(console, "Model", models)
    _print_table(console, "Tool", tools)
    for outcome in (
        Outcome.SERVER_FAULT,
        Outcome.TOOL_ERROR,
        Outcome.ILLEGAL_FORMAT,
        Outcome.INVALID_ARGUMENTS,
        Outcome.NOT_FOUND,
    ):
        listed = [call for call in calls if call.outcome is outcome]
        # A call that fails validation is an error of a person: show all of them.
        shown_whole = everything or outcome is not Outcome.NOT_FOUND
        _print_calls(console, _SHORT[outcome][0], listed, None if shown_whole else _MOST_ROWS)
    _print_moved(console, calls, everything=everything)
    _print_summary(console, calls)


def replay_record(calls: Sequence[ReplayedCall]) -> dict[str, Any]:
    """Return distributions and every call, as data."""
    models, tools = _by_model_and_tool(calls)
    return {
        "outcomes": _counts(calls),
        "by_model": {name: _counts(group) for name, group in models.items()},
        "by_tool": {name: _counts(group) for name, group in tools.items()},
        "calls": msgspec.to_builtins(calls),
    }


def _counts(calls: Sequence[ReplayedCall]) -> dict[str, int]:
    return {str(outcome): number for outcome, number in Distribution.of(calls).counts.items()}


def _by_model_and_tool(calls: Sequence[ReplayedCall]) -> tuple[_Groups, _Groups]:
    models: _Groups = defaultdict(list)
    tools: _Groups = defaultdict(list)
    for call in calls:
        models[call.model or ""].append(call)
        tools[call.tool].append(call)
    return _by_name(models), _by_name(tools)


def _by_name(groups: _Groups) -> _Groups:
    return dict(sorted(groups.items(), key=lambda group: group[0].casefold()))


def _print_bars(console: Console, distribution: Distribution) -> None:
    most = max(distribution.counts.values(), default=0) or 1
    for outcome, number in distribution.counts.items():
        name, colour = _SHORT[outcome]
        bar = Text("█" * round(_BAR * number / most) or ("▏" if number else ""), style=colour)
        share = f"{100 * number / (distribution.total or 1):5.1f} %"
        console.print(Text(f"{name:<10}{number:>6}  {share}  ") + bar)
    console.print(f"{'calls':<10}{distribution.total:>6}\n")


def _print_table(console: Console, title: str, groups: _Groups) -> None:
    table = plain_table()
    table.add_column(title, overflow="fold")
    table.add_column("Calls", justify="right")
    seen = {call.outcome for group in groups.values() for call in group}
    shown = [outcome for outcome in _SHORT if outcome in seen]
    for outcome in shown:
        table.add_column(_SHORT[outcome][0].capitalize(), justify="right", no_wrap=True)
    for name, group in groups.items():
        counts = Distribution.of(group).counts
        table.add_row(Text(name or "–"), str(len(group)), *(str(counts[outcome] or "·") for outcome in shown))
    console.print(table)
    console.print()


def _print_calls(console: Console, title: str, calls: Sequence[ReplayedCall], most: int | None) -> None:
    if not calls:
        return
    console.print(f"{title}: {len(calls)}", style="bold")
    for call in calls[:most]:
        arguments = _excerpt(canonical_json(call.arguments), 70)
        console.print(Text(f"  {call.task_id}  {call.tool} {arguments}"), soft_wrap=True)
        console.print(Text(f"      {_excerpt(call.reason, _EXCERPT)}", style="dim"), soft_wrap=True)
    if most is not None and len(calls) > most:
        console.print(f"  … and {len(calls) - most} more (use --all or --json to see them)")
    console.print()


def _print_moved(console: Console, calls: Sequence[ReplayedCall], *, everything: bool) -> None:
    moved = Counter(path for call in calls for path in call.moved)
    if not moved:
        return
    console.print(f"paths moved into the workspace: {len(moved)}", style="bold")
    shown = sorted(moved) if everything else sorted(moved)[:_MOST_ROWS]
    for path in shown:
        console.print(Text(f"  {path}"), soft_wrap=True)
    if len(shown) < len(moved):
        console.print(f"  … and {len(moved) - len(shown)} more (use --all to see them)")
    console.print()


def _print_summary(console: Console, calls: Sequence[ReplayedCall]) -> None:
    distribution = Distribution.of(calls)
    with_tool = (
        distribution.total
        - distribution.counts[Outcome.UNKNOWN_TOOL]
        - distribution.counts[Outcome.ILLEGAL_FORMAT]
    )
    able = [call for call in calls if call.outcome.executed and not call.lacks]
    good = sum(call.outcome is Outcome.SUCCESS for call in able)
    console.print(
        f"{with_tool} of {distribution.total} calls name a known tool; "
        f"{_share(distribution.valid, with_tool)} of them have valid arguments; "
        f"{_share(good, len(able))} of the valid ones with all images succeeded; "
        f"{distribution.counts[Outcome.TOOL_ERROR]} tool errors, "
        f"{distribution.counts[Outcome.SERVER_FAULT]} server faults.",
        soft_wrap=True,
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} % ({part} of {whole})" if whole else "none"


def _excerpt(text: str, length: int) -> str:
    return shorten(" ".join(text.split()), length)
