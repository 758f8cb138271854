"""`m3bench judge`: let models score the attempts of a run."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import anyio
import typer

from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.engine_options import Address, Engine, Workers, engine_settings
from m3bench.cli.exit_codes import halt_code
from m3bench.cli.judging import options as judge_options
from m3bench.cli.loading import check_outputs
from m3bench.cli.run_folders import print_judges
from m3bench.core import UsageError
from m3bench.judges import same_vendor_judges
from m3bench.reports import write_json_document
from m3bench.reports.terminal import (
    LiveJudging,
    print_estimate,
    print_kin,
)
from m3bench.runs import (
    EngineKind,
    EngineSettings,
    Estimate,
    Halt,
    JudgeKind,
    Judging,
    JudgingLimits,
    JudgingSettings,
    RunFolder,
    default_judgement_cache,
    default_kinds,
    prepare_judging,
    prepare_judging_in_workers,
    read_run,
)

_DEFAULTS = JudgingLimits()


def judge(
    run: options.RunPath,
    *,
    judges: judge_options.Judges,
    base_url: judge_options.BaseUrl = None,
    m3: judge_options.M3 = False,
    rubric: judge_options.Rubric = False,
    unshuffled: judge_options.Unshuffled = False,
    outcome: judge_options.Outcome = False,
    pictures: judge_options.Pictures = False,
    limit: judge_options.Limit = None,
    concurrency: judge_options.Concurrency = _DEFAULTS.concurrency,
    max_cost: judge_options.MaxCost = None,
    cache: judge_options.Cache = None,
    no_cache: judge_options.NoCache = False,
    workers: Workers = 1,
    engine: Engine = EngineKind.LOCAL,
    address: Address = None,
    yes: judge_options.Yes = False,
    json_path: judge_options.Json = None,
) -> None:
    """Let models judge a run. Judgements are saved as they arrive. The same command continues later."""
    check_outputs(json_path)
    where = engine_settings(workers, engine, address)
    requested = {
        JudgeKind.M3: m3,
        JudgeKind.RUBRIC: rubric,
        JudgeKind.UNSHUFFLED: unshuffled,
        JudgeKind.OUTCOME: outcome,
    }
    settings = JudgingSettings(
        judges=tuple(name.strip() for name in judges.split(",") if name.strip()),
        kinds=tuple(kind for kind, wanted in requested.items() if wanted) or _default_kinds(run),
        base_url=base_url,
        limit=limit,
        pictures=pictures,
        cache=None if no_cache else cache or default_judgement_cache(),
    )
    judging = _prepare(run, settings, where)
    print_kin(remarks(), same_vendor_judges(judging.names, judging.judged_model))
    _confirm_cost(anyio.run(judging.estimate), max_cost, yes=yes)
    halt = _judge(judging, JudgingLimits(concurrency=concurrency, max_cost=max_cost))
    _print(run, json_path)
    if halt is not None:
        remarks().print("Judging is not complete. Run the same command again to continue.")
        raise typer.Exit(halt_code(halt))


def _default_kinds(run: Path) -> tuple[JudgeKind, ...]:
    return default_kinds(RunFolder.open(run).manifest.settings.suite.name)


def _prepare(run: Path, settings: JudgingSettings, engine: EngineSettings) -> Judging:
    if engine.is_this_process:
        return prepare_judging(run, settings)
    return anyio.run(partial(prepare_judging_in_workers, run, settings, engine, say=remarks().print))


def _confirm_cost(estimate: Estimate, max_cost: float | None, *, yes: bool) -> None:
    """Show the estimated cost, and ask for consent on a terminal."""
    if not estimate.requests:
        return
    print_estimate(remarks(), estimate)
    if max_cost is not None and estimate.unpriced:
        raise UsageError(
            f"The price of {estimate.unpriced[0]} is not known, so --max-cost cannot be kept.",
            "Leave the limit out, and judge a part with --limit.",
        )
    if not yes and _is_interactive() and not typer.confirm("Continue?", err=True):
        raise typer.Exit(1)


def _is_interactive() -> bool:
    return sys.stdin.isatty()


def _judge(judging: Judging, limits: JudgingLimits) -> Halt | None:
    with LiveJudging(remarks()) as watcher:
        return anyio.run(partial(judging.run, limits, watcher=watcher, signals=True))


def _print(run: Path, json_path: Path | None) -> None:
    judges = print_judges(output(), run, read_run(run))
    if judges is None:
        return
    output().print(f"To see all scores: m3bench score {run}", markup=False, soft_wrap=True)
    if json_path:
        write_json_document(json_path, judges)
