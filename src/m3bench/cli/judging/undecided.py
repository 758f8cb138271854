"""`m3bench judge undecided`: repeat the undecided checks of a finished run."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import anyio
from typer import Exit, Option

from m3bench.cli import options
from m3bench.cli.console import output, remark, remarks
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.exit_codes import halt_code
from m3bench.cli.live_run import print_scores
from m3bench.runs import RunLimits, recheck_run

_DEFAULTS = RunLimits()


def judge_undecided(
    run: options.RunPath,
    *,
    judge: options.Judge = None,
    every: Annotated[
        bool, Option("--all", help="Also repeat decided attempts again, for example after a check was fixed.")
    ] = False,
    concurrency: options.Concurrency = _DEFAULTS.concurrency,
    max_cost: Annotated[
        float | None, Option(min=0.0, help="Cost limit of all visual checks of this run in US dollars.")
    ] = None,
    workers: Workers = 1,
    ray: Ray = None,
) -> None:
    """Repeat undecided checks of a finished run from its saved files, without the agent or the servers."""
    limits = RunLimits(concurrency=concurrency, max_cost=max_cost)
    where = engine_settings(workers, ray)
    work = partial(
        recheck_run, run,
        judge=judge, every=every, limits=limits, engine=where, say=remark, signals=True,
    )  # fmt: skip
    rechecked = anyio.run(work)
    counts = [f"{rechecked.changed} changed", f"{rechecked.undecided} undecided"]
    counts += [f"{rechecked.broken} could not be checked"] if rechecked.broken else []
    output().print(f"checked {rechecked.attempts} attempts again: {', '.join(counts)}")
    print_scores(output(), run)
    if rechecked.halt is not None:
        remarks().print("Checking is not complete. Run the same command again to continue.")
        raise Exit(halt_code(rechecked.halt))
