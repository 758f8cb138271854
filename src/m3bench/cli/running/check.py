"""`m3bench check`: the checks of a finished run once more."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer

from m3bench.cli.console import output, remarks
from m3bench.cli.live_run import print_scores
from m3bench.cli.running import options as given
from m3bench.runs import HaltKind, RunLimits, recheck_run

_INTERRUPTED = 130
_USUAL = RunLimits()


def check(
    run: Annotated[Path, typer.Argument(help="A run folder.", show_default=False)],
    *,
    judge: given.Judge = None,
    every: Annotated[
        bool, typer.Option("--all", help="Attempts that are decided as well, such as after a mended check.")
    ] = False,
    concurrency: given.Concurrency = _USUAL.concurrency,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0, help="Dollars that all looking in this run may cost.")
    ] = None,
) -> None:
    """Check again what is undecided in a run, from what is left of it. No agent works, no server is asked."""
    limits = RunLimits(concurrency=concurrency, max_cost=max_cost)
    work = partial(recheck_run, run, judge=judge, every=every, limits=limits, say=_remark, signals=True)
    found = anyio.run(work)
    told = f"checked {found.attempts} attempts again: {found.changed} changed, {found.undecided} undecided"
    output().print(told + (f", {found.broken} could not be checked" if found.broken else ""))
    print_scores(output(), run)
    if found.halt is not None:
        remarks().print("Checking is not complete. The same command goes on from here.")
        raise typer.Exit(_INTERRUPTED if found.halt.kind is HaltKind.INTERRUPTED else 1)


def _remark(text: str) -> None:
    remarks().print(text, markup=False, soft_wrap=True)
