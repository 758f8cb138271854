"""`m3bench soak`: run a suite while servers, the provider and workers fail, and check what must hold."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from m3bench.cli import engine_options, options
from m3bench.cli.console import output, print_json
from m3bench.cli.running.soak_display import SoakProgress, print_kinds, print_soak
from m3bench.core import UsageError
from m3bench.soak import SoakSettings, make_plan, run_soak
from m3bench.suites import SuiteRef

_DEFAULT_MINUTES = 5.0


def soak(
    suite: Annotated[str, typer.Argument(help="A suite or a file of tasks, with references.")] = "smoke",
    *,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.01, show_default=False, help="How long to run [default: 5, unless --attempts]."),
    ] = None,
    attempts: Annotated[
        int | None, typer.Option(min=1, help="Make this many attempts instead, in whole epochs.")
    ] = None,
    fault_rate: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Rate of each kind of fault, where it can occur.")
    ] = 0.05,
    faults: Annotated[
        str | None,
        typer.Option(
            help="Kinds of fault, separated by commas: names or groups such as server [default: all]. "
            "`help` lists them."
        ),
    ] = None,
    workers: engine_options.Workers = 1,
    concurrency: Annotated[int, typer.Option(min=1, help="Number of tasks at a time, in each worker.")] = 8,
    seed: Annotated[int, typer.Option(help="Seed that decides where faults occur.")] = 0,
    family: options.Family = None,
    limit: options.Limit = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the runs [default: a new one below runs/].")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
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
        suite=SuiteRef(name=suite, families=tuple(family or ()), limit=limit),
        out=_new_folder(out),
        plan=make_plan(seed, fault_rate, names, workers=workers),
        minutes=_DEFAULT_MINUTES if minutes is None and attempts is None else minutes,
        attempts=attempts,
        workers=workers,
        concurrency=concurrency,
    )
    seconds = None if settings.minutes is None else settings.minutes * 60
    with SoakProgress(seconds=seconds, attempts=attempts) as progress:
        report = run_soak(settings, progress)
    if as_json:
        print_json(msgspec.to_builtins(report))
    else:
        print_soak(console, report)
    if not report.holds:
        raise typer.Exit(1)


def _new_folder(out: Path | None) -> Path:
    path = out or Path("runs") / f"soak-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    if path.exists():
        raise UsageError(f"{path} exists.", "Name a new folder with --out.")
    return path
