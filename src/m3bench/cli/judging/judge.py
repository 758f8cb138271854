"""`m3bench judge`: models read what an agent did, and score what cannot be counted."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import typer
from rich.console import Console

from m3bench.cli.console import output, remarks
from m3bench.cli.judging import options as given
from m3bench.cli.loading import check_outputs
from m3bench.core import UsageError
from m3bench.judges import same_vendor_judges
from m3bench.reports import write_json_document
from m3bench.reports.terminal import (
    LiveJudging,
    judge_columns,
    judged_to_dict,
    print_estimate,
    print_judged,
    print_kin,
)
from m3bench.runs import (
    Estimate,
    Halt,
    HaltKind,
    JudgeKind,
    Judging,
    JudgingLimits,
    JudgingSettings,
    RunResult,
    default_judgement_cache,
    prepare_judging,
    read_judged_run,
    read_run,
)
from m3bench.scoring import ScoreReport

_INTERRUPTED = 130
_USUAL = JudgingLimits()


def judge(
    run: given.Run,
    *,
    judges: given.Judges,
    base_url: given.BaseUrl = None,
    m3: given.M3 = False,
    rubric: given.Rubric = False,
    outcome: given.Outcome = False,
    pictures: given.Pictures = False,
    limit: given.Limit = None,
    concurrency: given.Concurrency = _USUAL.concurrency,
    max_cost: given.MaxCost = None,
    cache: given.Cache = None,
    no_cache: given.NoCache = False,
    yes: given.Yes = False,
    json_path: given.Json = None,
) -> None:
    """Let models judge a run. Every judgement is on disk as soon as it is there; the same command goes on."""
    check_outputs(json_path)
    asked = {JudgeKind.M3: m3, JudgeKind.RUBRIC: rubric, JudgeKind.OUTCOME: outcome}
    judging = prepare_judging(
        run,
        JudgingSettings(
            judges=tuple(name.strip() for name in judges.split(",") if name.strip()),
            kinds=tuple(kind for kind, wanted in asked.items() if wanted) or (JudgeKind.M3,),
            base_url=base_url,
            limit=limit,
            pictures=pictures,
            cache=None if no_cache else cache or default_judgement_cache(),
        ),
    )
    print_kin(remarks(), same_vendor_judges(judging.names, judging.judged_model))
    _agree_on_cost(anyio.run(judging.estimate), max_cost, yes=yes)
    halt = _carry_out(judging, JudgingLimits(concurrency=concurrency, max_cost=max_cost))
    _print(run, json_path)
    if halt is not None:
        remarks().print("Judging is not complete. The same command goes on from here.")
        raise typer.Exit(_INTERRUPTED if halt.kind is HaltKind.INTERRUPTED else 1)


def _agree_on_cost(estimate: Estimate, max_cost: float | None, *, yes: bool) -> None:
    """Say what it will cost, and ask where somebody is there to answer."""
    if not estimate.requests:
        return
    print_estimate(remarks(), estimate)
    if max_cost is not None and estimate.unpriced:
        raise UsageError(
            f"The price of {estimate.unpriced[0]} is not known, so --max-cost cannot be kept.",
            "Leave the limit out, and judge a part with --limit.",
        )
    if not yes and _is_attended() and not typer.confirm("Go on?", err=True):
        raise typer.Exit(1)


def _is_attended() -> bool:
    return sys.stdin.isatty()


def _carry_out(judging: Judging, limits: JudgingLimits) -> Halt | None:
    with LiveJudging(remarks()) as watcher:
        return anyio.run(partial(judging.run, limits, watcher=watcher, signals=True))


def _print(run: Path, json_path: Path | None) -> None:
    judges = show_judges(output(), run, read_run(run))
    if judges is None:
        return
    output().print(f"With the other scores: m3bench score {run}", markup=False, soft_wrap=True)
    if json_path:
        write_json_document(json_path, judges)


def show_judges(
    console: Console, run: Path, result: RunResult, report: ScoreReport | None = None
) -> dict[str, Any] | None:
    """Print what judges say of a run, where anybody judged it; the same for a JSON file."""
    judged = read_judged_run(run, result)
    if judged is None:
        return None
    columns = judge_columns(judged, result.tasks, report)
    print_judged(console, judged, columns)
    return judged_to_dict(judged, columns)
