"""`m3bench compare`: compare two runs, sets of predictions or sets of scores on the same tasks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.completion import complete_runs
from m3bench.cli.console import EncodingProgress, output, print_line
from m3bench.cli.loading import check_outputs, load_references, make_scorer
from m3bench.cli.run_folders import load_scorable_run, score_result
from m3bench.core import Task, UsageError
from m3bench.formats import read_trajectories
from m3bench.reports import (
    Successes,
    compare_reports,
    comparison_to_dict,
    is_scores_file,
    print_comparison,
    read_scores,
    read_successes,
    strict_successes,
    warnings_in,
    write_json_document,
)
from m3bench.runs import RunFolder, is_run
from m3bench.scoring import DEFAULT_SEED, Scorer, ScoreReport


def compare(
    *,
    a: Annotated[
        Path,
        Argument(
            help="A run folder, predictions, or scores written by `m3bench score --json`.",
            autocompletion=complete_runs,
        ),
    ],
    b: Annotated[Path, Argument(help="The other run, predictions or scores.", autocompletion=complete_runs)],
    reference: Annotated[
        list[Path] | None,
        Option("--reference", "-r", help="Tasks with references. Required for predictions."),
    ] = None,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
    json_path: Annotated[Path | None, options.json_file("Write the comparison here.")] = None,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    seed: options.Seed = DEFAULT_SEED,
    no_cache: options.NoCache = False,
) -> None:
    """Compare two agents task by task, with a significance test for each metric."""
    check_outputs(json_path)
    scorer = None
    if not (is_scores_file(a) and is_scores_file(b)):  # scores need no encoder
        scorer = make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=(a, b))
    tasks = load_references(reference, duplicates.value) if reference else None
    left, right = (_load_side(path, scorer, tasks, duplicates.value) for path in (a, b))
    warnings = [*left[2], *right[2], *_different_suites(a, b)]
    for line in warnings:
        print_line(f"warning: {line}")
    successes = (left[1], right[1]) if left[1] and right[1] else None
    comparison = compare_reports(left[0], right[0], seed=seed, successes=successes)
    print_comparison(output(), comparison, (str(a), str(b)))
    if json_path:
        write_json_document(json_path, comparison_to_dict(comparison, (str(a), str(b)), warnings))


def _different_suites(a: Path, b: Path) -> list[str]:
    """Return a warning if two runs are of different suites, or of different versions of one."""
    if not (is_run(a) and is_run(b)):
        return []
    manifests = (RunFolder.open(path).manifest for path in (a, b))
    left, right = (f"{run.settings.suite.name} ({run.suite_digest[:12]})" for run in manifests)
    warning = f"A is a run of {left}, B of {right}. Tasks with the same name may differ."
    return [] if left == right else [warning]


def _load_side(
    path: Path, scorer: Scorer | None, tasks: Sequence[Task] | None, duplicates: options.Keep
) -> tuple[ScoreReport, Successes | None, list[str]]:
    """Return the scores of one side, its successes if it is a run with checks, and warnings."""
    if scorer is None or is_scores_file(path):
        return read_scores(path), read_successes(path), warnings_in(path)
    if path.is_dir():
        result = load_scorable_run(path, outcomes=True)
        warnings = [f"{path}: {line}" for line in result.integrity.lines()]
        return score_result(result, scorer), strict_successes(result) if result.has_checks else None, warnings
    if tasks is None:
        hint = "Give them with --reference, or compare files written by: m3bench score --json FILE"
        raise UsageError(f"{path} is not a file of scores, and predictions need references.", hint)
    predictions = read_trajectories(path, duplicates=duplicates)
    with EncodingProgress() as progress:
        return scorer.score_many(predictions, tasks, watcher=progress), None, []
