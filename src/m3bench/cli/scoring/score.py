"""`m3bench score`: score a run, or predictions against references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import typer

from m3bench import reports  # what a call does not need is not imported: see `lazy_names`
from m3bench.cli import engine_options, options
from m3bench.cli.console import EncodingProgress, output, progress_bar, remarks
from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.gating import FailUnder, JsonFile, Junit, Outputs, read_outputs
from m3bench.cli.loading import (
    check_outputs,
    known_schemas,
    known_tools,
    load_predictions,
    load_references,
    load_tools,
    make_scorer,
)
from m3bench.cli.scoring import options as score_options
from m3bench.core import Task, Trajectory, UsageError
from m3bench.formats.parquet import require_parquet
from m3bench.runs import EngineKind, EngineSettings
from m3bench.runs import scoring as run_scoring
from m3bench.scoring import (
    Schemas,
    measure_extras,
)

if TYPE_CHECKING:
    from m3bench.reports import Gate
    from m3bench.runs import RunResult
    from m3bench.runs.scoring import ScoreProgram, ScoringWorkers


def score(
    run: score_options.Run = None,
    *,
    reference: options.References = None,
    prediction: score_options.Prediction = None,
    explain_id: score_options.Explain = None,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
    also: score_options.Also = None,
    tools: score_options.Tools = None,
    json_path: JsonFile = None,
    csv_path: score_options.Csv = None,
    parquet_path: score_options.Parquet = None,
    fail_under: FailUnder = None,
    junit: Junit = None,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    reference_format: options.AnyFormat = None,
    prediction_format: options.AnyFormat = None,
    no_cache: options.NoCache = False,
    workers: engine_options.Workers = 1,
    engine: engine_options.Engine = EngineKind.LOCAL,
    address: engine_options.Address = None,
) -> None:
    """Score a run, or predicted trajectories against references, by family and in total."""
    outputs = read_outputs(fail_under, junit, json_path)
    check_outputs(csv_path, parquet_path)
    where = engine_options.engine_settings(workers, engine, address)
    if parquet_path:
        require_parquet()
    if run is None:
        result = None
        tasks, predictions = _load_files(
            reference, prediction, duplicates.value, (reference_format, prediction_format)
        )
    else:
        from m3bench.cli.scoring import run_scores  # noqa: PLC0415 - scoring two files needs nothing of runs

        result = run_scores.load_run(run, reference, prediction, outputs=outputs)
        tasks, predictions = result.tasks, result.trajectories
    outputs.check_tasks(tasks if run is None else run_scores.planned_tasks(run))
    scorer = make_scorer(
        profile.value, weak, strong, encoder, cache=not no_cache, runs=[run] if run else [], tools=tools
    )
    if explain_id is not None:
        from m3bench.cli.scoring.explaining import (  # noqa: PLC0415 - seldom needed
            print_run_explanation,
            print_task_explanation,
        )

        _refuse_with_explain(outputs)
        if result is not None:
            print_run_explanation(scorer, result, explain_id, known_tools(run))
        else:
            print_task_explanation(scorer, tasks, predictions, explain_id)
        return
    checker = load_tools(tools) if tools else None

    def program() -> ScoreProgram:
        return run_scoring.ScoreProgram(scorer.profile, encoder, cache=not no_cache)

    schemas = known_schemas([run] if run else [], tools)
    with _scoring(program, where, schemas, len(tasks)) as helpers:
        report = (
            run_scoring.score_set(scorer, predictions, tasks, **helpers)
            if result is None
            else run_scoring.score_run_result(scorer, result, **helpers)
        )
    extras = measure_extras(
        report,
        predictions,
        tasks,
        match=options.Extra.MATCH in (also or ()),
        structure=options.Extra.STRUCTURE in (also or ()),
        rules=checker,
        planning=known_tools(run) if options.Extra.PLANNING in (also or ()) else None,
        self_review=options.Extra.SELF_REVIEW in (also or ()),
    )
    with outputs.redirected():
        if run is None or result is None:
            reports.print_report(output(), report)
            reports.print_extras(output(), extras)
            judges = None
        else:
            judges = run_scores.print_run_scores(run, result, report, extras)
        gates = outputs.print_gates(report, result)
    if csv_path:
        reports.write_csv(report, csv_path, result)
    if parquet_path:
        reports.write_parquet(report, parquet_path, result)

    def document() -> dict[str, Any]:
        run_record = reports.run_to_dict(result) if result else None
        return reports.scores_document(report, extras, run=run_record, judges=judges)

    name = prediction.name if result is None and prediction is not None else (run or Path()).resolve().name
    outputs.write(name, document, gates, report, result)
    _exit(result, gates)


def _exit(result: RunResult | None, gates: Sequence[Gate]) -> None:
    """Leave with a status above 0 if a gate is not met, or nothing could be scored."""
    if result is not None and not result.tasks:
        raise typer.Exit(ExitCode.INCOMPLETE)
    if not all(gate.is_met for gate in gates):
        raise typer.Exit(ExitCode.NOT_MET)


def _refuse_with_explain(outputs: Outputs) -> None:
    if outputs.thresholds or outputs.junit or outputs.is_json_printed:
        raise UsageError(
            "--explain shows one task: it has no gates and writes no files.",
            "Leave --fail-under, --junit and --json out, or --explain.",
        )


class _Helpers(TypedDict, total=False):
    watcher: EncodingProgress
    workers: ScoringWorkers
    on_scored: Callable[[int], None]


@contextmanager
def _scoring(
    program: Callable[[], ScoreProgram], engine: EngineSettings, schemas: Schemas, tasks: int
) -> Iterator[_Helpers]:
    """Yield what scoring needs: a progress bar, and workers if there are any."""
    if engine.is_this_process and tasks <= run_scoring.MOST_KEPT:
        with EncodingProgress() as progress:
            yield {"watcher": progress}
        return
    with progress_bar("scoring attempts", max(1, tasks)) as advance:
        if engine.is_this_process:
            yield {"on_scored": advance}
            return
        workers = run_scoring.ScoringWorkers(
            program=program(),
            engine=engine,
            schemas=schemas,
            say=lambda text: remarks().print(text, markup=False, soft_wrap=True),
        )
        yield {"workers": workers, "on_scored": advance}


def _load_files(
    reference: list[Path] | None,
    prediction: Path | None,
    duplicates: options.Keep,
    formats: tuple[str | None, str | None],
) -> tuple[Sequence[Task], Sequence[Trajectory]]:
    if not reference or prediction is None:
        raise UsageError(
            "There is nothing to score.",
            "Give a run folder, or two files with --reference and --prediction.",
        )
    tasks = load_references(reference, duplicates, formats[0])
    return tasks, load_predictions(prediction, duplicates, formats[1])
