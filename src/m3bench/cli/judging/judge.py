"""`m3bench judge run`: let models score the attempts of a run."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer
from typer import Exit, Option

from m3bench.cli import options
from m3bench.cli.console import output, print_line, remarks
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.exit_codes import halt_code
from m3bench.cli.loading import check_outputs
from m3bench.cli.run_folders import print_judges
from m3bench.core import UsageError
from m3bench.judges import same_vendor_judges
from m3bench.reports import write_json_document
from m3bench.reports.terminal import LiveJudging, print_estimate, print_kin
from m3bench.runs import (
    Estimate,
    JudgeKind,
    JudgingLimits,
    JudgingSettings,
    RunFolder,
    default_judgement_cache,
    default_kinds,
    prepare_judging,
    prepare_judging_in_workers,
    read_run,
)

Judges = Annotated[
    str,
    Option(
        help="Judge models, separated by commas, named as in `m3bench run --model`. NAME@URL sets the "
        "endpoint of one judge."
    ),
]
BaseUrl = Annotated[
    str | None, Option(help="URL of an OpenAI-compatible endpoint for judges without one of their own.")
]
M3 = Annotated[
    bool,
    Option("--m3", help="Judge Task Completion and Information Grounding. The default, except of mcp-bench."),
]
Rubric = Annotated[
    bool,
    Option(
        "--rubric",
        help="Judge MCP-Bench's six dimensions, five times each in shuffled order. The default of mcp-bench.",
    ),
]
Unshuffled = Annotated[
    bool,
    Option(
        "--unshuffled",
        help="Judge the same six dimensions once in a fixed order, for the report's comparison.",
    ),
]
Outcome = Annotated[
    bool, Option("--outcome", help="Judge as MCPVerse does: does the answer state what is expected?")
]
Pictures = Annotated[bool, Option("--pictures", help="Show the judges the pictures of the tasks.")]
Concurrency = Annotated[int, Option(min=1, help="Number of judgements at a time.")]
MaxCost = Annotated[
    float | None, Option(min=0.0, help="Cost limit of all judging of this run in US dollars.")
]
Cache = Annotated[
    Path | None,
    Option(
        metavar="DIR", help="Cache of judgements, shared by all runs [default: in the user's cache folder]."
    ),
]
NoCache = Annotated[bool, Option("--no-cache", help="Do not read or write the cache of judgements.")]

_DEFAULTS = JudgingLimits()


def judge_run(
    run: options.RunPath,
    *,
    judges: Judges,
    base_url: BaseUrl = None,
    m3: M3 = False,
    rubric: Rubric = False,
    unshuffled: Unshuffled = False,
    outcome: Outcome = False,
    pictures: Pictures = False,
    limit: Annotated[int | None, Option(min=1, help="Judge only the first N attempts.")] = None,
    concurrency: Concurrency = _DEFAULTS.concurrency,
    max_cost: MaxCost = None,
    cache: Cache = None,
    no_cache: NoCache = False,
    workers: Workers = 1,
    ray: Ray = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Accept the estimated cost without asking.")] = False,
    json_path: Annotated[Path | None, options.json_file("Write the judges' scores here.")] = None,
) -> None:
    """Let models judge a run. Judgements are saved as they arrive. The same command continues later."""
    check_outputs(json_path)
    where = engine_settings(workers, ray)
    kinds = (JudgeKind.M3, JudgeKind.RUBRIC, JudgeKind.UNSHUFFLED, JudgeKind.OUTCOME)
    requested = dict(zip(kinds, (m3, rubric, unshuffled, outcome), strict=True))
    settings = JudgingSettings(
        judges=tuple(name.strip() for name in judges.split(",") if name.strip()),
        kinds=tuple(kind for kind, wanted in requested.items() if wanted)
        or default_kinds(RunFolder.open(run).manifest.settings.suite.name),
        base_url=base_url,
        limit=limit,
        pictures=pictures,
        cache=None if no_cache else cache or default_judgement_cache(),
    )
    if where.is_this_process:
        judging = prepare_judging(run, settings)
    else:
        judging = anyio.run(partial(prepare_judging_in_workers, run, settings, where, say=remarks().print))
    print_kin(remarks(), same_vendor_judges(judging.names, judging.judged_model))
    _confirm_cost(anyio.run(judging.estimate), max_cost, yes=yes)
    limits = JudgingLimits(concurrency=concurrency, max_cost=max_cost)
    with LiveJudging(remarks()) as watcher:
        halt = anyio.run(partial(judging.run, limits, watcher=watcher, signals=True))
    _print(run, json_path)
    if halt is not None:
        remarks().print("Judging is not complete. Run the same command again to continue.")
        raise Exit(halt_code(halt))


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
        raise Exit(1)


def _is_interactive() -> bool:
    return sys.stdin.isatty()


def _print(run: Path, json_path: Path | None) -> None:
    judges = print_judges(output(), run, read_run(run))
    if judges is None:
        return
    print_line(f"To see all scores: m3bench score {run}")
    if json_path:
        write_json_document(json_path, judges)
