"""`m3bench score`: from two files to an explained score."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from m3bench.cli import options
from m3bench.cli.console import EncodingProgress, output
from m3bench.cli.loading import check_outputs, load_references, load_tools, make_scorer
from m3bench.core import Task, Trajectory, UsageError
from m3bench.formats import read_trajectories
from m3bench.reports import (
    print_explanation,
    print_extras,
    print_report,
    require_parquet,
    write_csv,
    write_json,
    write_parquet,
)
from m3bench.scoring import DEFAULT_SEED, Scorer, explain, measure_extras


def score(
    *,
    reference: options.References,
    prediction: Annotated[Path, typer.Option("--prediction", "-p", help="Predicted trajectories.")],
    explain_id: Annotated[
        str | None,
        typer.Option("--explain", metavar="ID", help="Explain the score of one task, match by match."),
    ] = None,
    profile: options.ProfileOption = options.ProfileName.M3,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
    also: Annotated[
        list[options.Extra] | None,
        typer.Option(
            help="Further metrics: other tools' match modes; structure and provenance of arguments."
        ),
    ] = None,
    tools: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Tools with their schemas: adds MCP-Bench's rule metrics."),
    ] = None,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write everything, matches included.")
    ] = None,
    csv_path: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write one row per task.")
    ] = None,
    parquet_path: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write one row per task.")
    ] = None,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    reference_format: options.AnyFormat = None,
    prediction_format: options.AnyFormat = None,
    seed: options.Seed = DEFAULT_SEED,
    no_cache: options.NoCache = False,
) -> None:
    """Score predicted trajectories against references: by family, in total, and match by match."""
    check_outputs(json_path, csv_path, parquet_path)
    if parquet_path:
        require_parquet()
    tasks = load_references(reference, duplicates.value, reference_format)
    predictions = read_trajectories(prediction, format=prediction_format, duplicates=duplicates.value)
    scorer = make_scorer(profile.value, weak, strong, encoder, cache=not no_cache)
    if explain_id is not None:
        explain_one(scorer, tasks, predictions, explain_id)
        return
    checker = load_tools(tools) if tools else None
    with EncodingProgress() as progress:
        report = scorer.score_many(predictions, tasks, seed=seed, watcher=progress)
    wanted = {extra.value: extra in (also or ()) for extra in options.Extra}
    extras = measure_extras(report, predictions, tasks, rules=checker, **wanted)
    print_report(output(), report)
    print_extras(output(), extras)
    if json_path:
        write_json(report, json_path, extras)
    if csv_path:
        write_csv(report, csv_path)
    if parquet_path:
        write_parquet(report, parquet_path)


def explain_one(scorer: Scorer, tasks: list[Task], predictions: list[Trajectory], task_id: str) -> None:
    """Print why one task scored as it did."""
    task = next((task for task in tasks if task.id == task_id), None)
    if task is None:
        near = difflib.get_close_matches(task_id, [task.id for task in tasks])
        raise UsageError(
            f"No reference has the id {task_id!r}.",
            f"Did you mean {' or '.join(near)}?" if near else f"There are {len(tasks)} tasks.",
        )
    prediction = next((found for found in predictions if found.task_id == task_id), None)
    print_explanation(output(), explain(scorer, prediction, task), scorer.profile)
