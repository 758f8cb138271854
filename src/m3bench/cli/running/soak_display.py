"""The display of `m3bench soak`: progress, and the table of invariants."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from m3bench.cli.console import remarks
from m3bench.core.text import plural
from m3bench.soak import KINDS, SoakReport, Verdict

_LINES = 10
_VERDICTS = {True: "holds", False: "VIOLATED", None: "–"}


class SoakProgress:
    """A progress bar over time or attempts. Without a terminal, about ten lines are printed instead."""

    def __init__(self, *, seconds: float | None, attempts: int | None) -> None:
        self._console = remarks()
        self._seconds, self._total = seconds, seconds or attempts or 1
        self._began, self._printed = time.monotonic(), 0
        columns = TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn()
        self._progress = Progress(
            *columns,
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._bar = self._progress.add_task("soak", total=self._total)

    def progressed(self, attempts: int, faults: int, megabytes: float) -> None:
        done = attempts if self._seconds is None else time.monotonic() - self._began
        text = f"{attempts} attempts, {faults} faults, {megabytes:.0f} MB"
        self._progress.update(self._bar, completed=min(done, self._total), description=text)
        reached = min(_LINES, int(done * _LINES / self._total))
        if not self._console.is_terminal and reached > self._printed:
            self._printed = reached
            left = f", {max(0.0, self._seconds - done):.0f} s left" if self._seconds is not None else ""
            self._console.print(f"{text}{left}")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()


def print_kinds(console: Console) -> None:
    """Print the table of `--faults help`."""
    table = Table("kind", "chance", "what goes wrong", "what a run makes of it")
    for kind in KINDS:
        table.add_row(kind.name, f"each {kind.place}", kind.what, kind.effect)
    console.print(table)


def print_soak(console: Console, report: SoakReport) -> None:
    """Print what a soak did, and the verdict on each invariant."""
    early = ", stopped early" if report.interrupted else ""
    console.print(
        f"{report.suite}: {plural(report.attempts, 'attempt')}, {plural(report.tries, 'try', 'tries')} in "
        f"{plural(report.runs, 'run')}, {report.seconds / 60:.1f} minutes{early}",
        soft_wrap=True,
    )
    faults = ", ".join(f"{name} {count}" for name, count in report.faults.items() if count)
    console.print(f"injected: {sum(report.faults.values())} faults ({faults or 'none'})", soft_wrap=True)
    table = Table("invariant", "", "found")
    for invariant in report.invariants:
        table.add_row(invariant.invariant, _VERDICTS[invariant.holds], invariant.summary)
    console.print(table)
    for invariant in report.invariants:
        _print_evidence(console, invariant)
    console.print(f"The runs and the log of faults are in {report.folder}", soft_wrap=True)


def _print_evidence(console: Console, each: Verdict) -> None:
    if each.holds is not False:
        return
    console.print(f"{each.invariant} is violated. Look at: {each.look}", soft_wrap=True)
    for line in each.evidence:
        console.print(f"  {line}", soft_wrap=True)
