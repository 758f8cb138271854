"""Progress and results of forging references."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from m3bench.core.text import plural, shorten_middle
from m3bench.forge.references import DecisionStatus, ForgedReference
from m3bench.forge.runner import DECISIONS, REFERENCES, Tally
from m3bench.reports.terminal.progress import Displayed

_LONGEST_REASON = 300


class ForgingProgress(Displayed):
    """A progress bar on a terminal, and a line per decided task."""

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        columns = TextColumn("forging references"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        self.display = self._progress = Progress(
            *columns, console=console, transient=True, disable=not console.is_terminal
        )
        self._bar = self._progress.add_task("", total=total)

    def resumed(self, count: int) -> None:
        """Count tasks that earlier sessions decided."""
        self._progress.advance(self._bar, count)

    def told(self, forged: ForgedReference) -> None:
        self._progress.advance(self._bar)
        self._console.print(Text(describe_forged(forged)), soft_wrap=True)

    def say(self, remark: str) -> None:
        self._console.print(Text(remark), soft_wrap=True)


def describe_forged(forged: ForgedReference) -> str:
    """Return a line about one task."""
    best = forged.best
    if best is None:
        reasons = "; ".join(reason for candidate in forged.candidates for reason in candidate.reasons)
        return f"{forged.task_id}: {forged.standing}: {shorten_middle(reasons, _LONGEST_REASON)}"
    steps, calls = best.length
    tried = best.trajectory
    return (
        f"{forged.task_id}: {plural(steps, 'step')} with {plural(calls, 'call')}, out of "
        f"{len(tried.steps)} with {tried.call_count} by {best.executor}"
    )


def print_forged(console: Console, tally: Tally, folder: Path) -> None:
    """Print how many tasks have a reference, why others have none, and where the files are."""
    counts = {standing: tally.count(standing) for standing in DecisionStatus}
    console.print(
        f"{counts[DecisionStatus.VALID]} of {len(tally.forged) + tally.unfinished} tasks have a reference; "
        f"{counts[DecisionStatus.REJECTED]} rejected, {counts[DecisionStatus.UNDECIDED]} undecided"
        f"{f', {tally.unfinished} not finished' if tally.unfinished else ''}."
    )
    for forged in tally.forged:
        if forged.winner is None:
            console.print(Text(describe_forged(forged)), soft_wrap=True)
    if best := [forged.best for forged in tally.forged if forged.best is not None]:
        before = sum(candidate.trajectory.call_count for candidate in best)
        steps = sum(len(candidate.trajectory.steps) for candidate in best)
        lengths = [candidate.length for candidate in best]
        console.print(
            f"Executors took {steps} steps with {before} calls; the references have "
            f"{sum(length[0] for length in lengths)} with {sum(length[1] for length in lengths)}."
        )
    if counts[DecisionStatus.VALID]:
        console.print(f"References: {folder / REFERENCES}", markup=False, soft_wrap=True)
    console.print(f"Decisions: {folder / DECISIONS}", markup=False, soft_wrap=True)
    if counts[DecisionStatus.UNDECIDED]:
        console.print("Run the same command again to retry undecided tasks.")
    if tally.halt is not None:
        console.print(
            Text(f"Stopped early: {tally.halt.reason}. Run the same command again to continue."),
            soft_wrap=True,
        )
