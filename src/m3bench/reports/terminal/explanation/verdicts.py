"""Why an attempt passed or failed: its checks in sentences, failed ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from m3bench.checks import CHECKS, Verdict, Verdicts
from m3bench.core import M3BenchError, Status, Task, Trajectory
from m3bench.core.text import plural
from m3bench.reports.terminal.explanation.trajectories import printable

_LONGEST_REASON = 2_000


def print_verdicts(console: Console, task: Task, verdicts: Verdicts, trajectory: Trajectory) -> None:
    """Print what failed and why, with what was found and expected, then what passed.

    Args:
        console: Where to.
        task: The task, whose evaluation points say in words what its checks are for.
        verdicts: The verdicts of its checks.
        trajectory: The attempt, which may have ended early.
    """
    state = "passed" if verdicts.passed else "undecided" if verdicts.undecided else "failed"
    console.print(Text(f"Checks of {printable(task.id)}: {state}", style="bold"))
    if trajectory.status not in (Status.COMPLETED, Status.UNKNOWN):
        console.print(Padding(Text(_ending(trajectory)), (0, 0, 0, 2)))
    points = _points(task, verdicts)
    # Undecided checks are none that failed.
    for sign, style, is_undecided in (("✗", "red", False), ("?", "yellow", True)):
        for index, verdict in enumerate(verdicts.verdicts):
            if verdict.undecided is is_undecided and (is_undecided or not verdict.passed):
                line = f"{sign} {points.get(index, '')}{_sentence(verdict)}"
                console.print(Padding(Text(line, style=style), (0, 0, 0, 2)))
    passed = Counter(verdict.check for verdict in verdicts.verdicts if verdict.passed)
    if passed:
        names = [f"{printable(name)}{f' ({times})' if times > 1 else ''}" for name, times in passed.items()]
        line = f"= {plural(passed.total(), 'check')} passed: {', '.join(names)}"
        console.print(Padding(Text(line, style="green"), (0, 0, 0, 2)))
    console.print()


def _sentence(verdict: Verdict) -> str:
    """Return the name of a check, what was found, and what was expected."""
    reason = printable(verdict.reason, _LONGEST_REASON).rstrip(".")
    expected = "" if "expected" in verdict.reason.lower() else _about(verdict)
    return f"{printable(verdict.check)}: {reason}{expected}."


def _about(verdict: Verdict) -> str:
    """Return what a check expects in general; empty if it is not known here."""
    try:
        about = CHECKS[verdict.check].about
    except M3BenchError:  # of a plugin that is not installed, or is broken
        return ""
    return f"; expected an answer that {about}" if verdict.kind == "answer" else f"; expected: {about}"


def _points(task: Task, verdicts: Verdicts) -> Mapping[int, str]:
    """Return the evaluation point of each check; empty if the task has none, or was checked otherwise."""
    points = {index: f"{printable(point.text)} " for point in task.points for index in point.checks}
    return points if all(index < len(verdicts.verdicts) for index in points) else {}


def _ending(trajectory: Trajectory) -> str:
    reason = str(trajectory.extra.get("reason", ""))
    ended = f"The attempt ended with: {trajectory.status.value.replace('_', ' ')}"
    return printable(f"{ended} ({reason})" if reason else ended)
