"""`m3bench soak`: run a suite while servers, the provider and workers fail, and check what must hold."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Self

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from typer import Argument, Exit, Option

from m3bench.cli import engine_options, options
from m3bench.cli.console import output, print_json, remarks
from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.soak import KINDS, SoakReport, SoakSettings, make_plan, run_soak
from m3bench.suites import SuiteRef

_DEFAULT_MINUTES = 5.0


def soak(
    suite: Annotated[str, Argument(help="A suite or a file of tasks, with references.")] = "smoke",
    *,
    minutes: Annotated[
        float | None,
        Option(min=0.01, show_default=False, help="How long to run [default: 5, unless --attempts]."),
    ] = None,
    attempts: Annotated[
        int | None, Option(min=1, help="Make this many attempts instead, in whole epochs.")
    ] = None,
    fault_rate: Annotated[
        float, Option(min=0.0, max=1.0, help="Rate of each kind of fault, where it can occur.")
    ] = 0.05,
    faults: Annotated[
        str | None,
        Option(
            help="Kinds of fault, separated by commas: names or groups such as server [default: all]. "
            "`help` lists them."
        ),
    ] = None,
    workers: engine_options.Workers = 1,
    concurrency: Annotated[int, Option(min=1, help="Number of tasks at a time, in each worker.")] = 8,
    seed: Annotated[int, Option(help="Seed that decides where faults occur.")] = 0,
    family: options.Family = None,
    limit: options.Limit = None,
    out: Annotated[Path | None, Option(help="Folder for the runs [default: a new one below runs/].")] = None,
    as_json: Annotated[bool, Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Run a suite while servers, the provider and workers fail at set rates; check the invariants.

    Every attempt is made once, every failure has its true cause, nothing is left behind, and memory stays
    flat. Ctrl-C ends the soak early and checks all the same. Exits with 1 if an invariant is violated.
    """
    console = output()
    if faults == "help":
        print_kinds(console)
        return
    if not Path("/proc").is_dir():
        raise UsageError(
            "A soak reads memory and open files from /proc, which this system does not have.",
            "Run it on Linux, or in a container.",
        )
    names = [name.strip() for name in (faults or "").split(",") if name.strip()]
    if minutes is not None and attempts is not None:
        raise UsageError("--minutes and --attempts cannot be combined.", "Leave one of them out.")
    settings = SoakSettings(
        suite=SuiteRef(name=suite, families=tuple(family or ()), limit=limit), out=_new_folder(out),
        plan=make_plan(seed, fault_rate, names, workers=workers), attempts=attempts,
        minutes=_DEFAULT_MINUTES if minutes is None and attempts is None else minutes,
        workers=workers, concurrency=concurrency,
    )  # fmt: skip
    seconds = None if settings.minutes is None else settings.minutes * 60
    with SoakProgress(seconds=seconds, attempts=attempts) as progress:
        report = run_soak(settings, progress)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        print_soak(console, report)
    if not report.holds:
        raise Exit(1)


def _new_folder(out: Path | None) -> Path:
    path = out or Path("runs") / f"soak-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    if path.exists():
        raise UsageError(f"{path} exists.", "Name a new folder with --out.")
    return path


_LINES = 10
_VERDICTS = {True: "holds", False: "VIOLATED", None: "–"}


class SoakProgress:
    """A progress bar over time or attempts. Without a terminal, about ten lines are printed instead."""

    def __init__(self, *, seconds: float | None, attempts: int | None) -> None:
        self._console = remarks()
        self._seconds, self._total = seconds, seconds or attempts or 1
        self._began, self._printed = time.monotonic(), 0
        times = TimeElapsedColumn(), TimeRemainingColumn()
        self._progress = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(), *times,
            console=self._console, transient=True, disable=not self._console.is_terminal,
        )  # fmt: skip
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

    def __exit__(self, *_: object) -> None:
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
    for violated in (invariant for invariant in report.invariants if invariant.holds is False):
        console.print(f"{violated.invariant} is violated. Look at: {violated.look}", soft_wrap=True)
        for line in violated.evidence:
            console.print(f"  {line}", soft_wrap=True)
    console.print(f"The runs and the log of faults are in {report.folder}", soft_wrap=True)
