"""`m3bench score`: score a run, or predictions against references."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from typer import Argument, Exit, Option

from m3bench import reports  # what a call does not need is not imported: see `lazy_names`
from m3bench.cli import engine_options, options
from m3bench.cli.completion import complete_runs
from m3bench.cli.console import EncodingProgress, output, progress_bar, remark
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
from m3bench.core import Task, Trajectory, UsageError
from m3bench.formats.parquet import require_parquet
from m3bench.runs import EngineSettings
from m3bench.runs import scoring as run_scoring
from m3bench.scoring import Schemas, measure_extras

if TYPE_CHECKING:
    from m3bench.reports import Gate
    from m3bench.runs import RunResult
    from m3bench.runs.scoring import ScoreProgram, ScoringWorkers

Run = Annotated[
    Path | None,
    Argument(
        help="A run folder, instead of --reference and --prediction.",
        show_default=False,
        autocompletion=complete_runs,
    ),
]
Explain = Annotated[
    str | None, Option("--explain", metavar="ID", help="Explain the score of one task, match by match.")
]
Also = Annotated[
    list[options.Extra] | None,
    Option(
        help="Further metrics: match (match modes of other tools), structure (structure and provenance "
        "of arguments), planning (planning failures) or inspection (whether the agent looked at its own "
        "work). Repeatable."
    ),
]
Tools = Annotated[
    Path | None, Option(metavar="FILE", help="Tools with their schemas. Adds MCP-Bench's rule metrics.")
]
Csv = Annotated[Path | None, Option("--csv", metavar="FILE", help="Write one row per task here.")]
Parquet = Annotated[Path | None, Option("--parquet", metavar="FILE", help="Write one row per task here.")]


def score(
    run: Run = None,
    *,
    reference: options.References = None,
    prediction: Annotated[Path | None, Option("--prediction", "-p", help="Predicted trajectories.")] = None,
    explain_id: Explain = None,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
    also: Also = None,
    tools: Tools = None,
    json_path: JsonFile = None,
    csv_path: Csv = None,
    parquet_path: Parquet = None,
    fail_under: FailUnder = None,
    junit: Junit = None,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    reference_format: options.AnyFormat = None,
    prediction_format: options.AnyFormat = None,
    no_cache: options.NoCache = False,
    workers: engine_options.Workers = 1,
    ray: engine_options.Ray = None,
) -> None:
    """Score a run, or predicted trajectories against references, by family and in total."""
    outputs = read_outputs(fail_under, junit, json_path)
    check_outputs(csv_path, parquet_path)
    where = engine_options.engine_settings(workers, ray)
    if parquet_path:
        require_parquet()
    if run is None:
        result = None
        formats = reference_format, prediction_format
        tasks, predictions = _load_files(reference, prediction, duplicates.value, formats)
    else:
        from m3bench.cli.scoring import run_scores  # noqa: PLC0415 - scoring two files needs nothing of runs

        result = run_scores.load_run(run, reference, prediction, outputs=outputs)
        tasks, predictions = result.tasks, result.trajectories
    outputs.check_tasks(tasks if run is None else run_scores.planned_tasks(run))
    scorer = make_scorer(
        profile.value, weak, strong, encoder, cache=not no_cache, runs=[run] if run else [], tools=tools
    )
    if explain_id is not None:
        from m3bench.cli.scoring import explaining  # noqa: PLC0415 - seldom needed

        _refuse_with_explain(outputs)
        if result is not None:
            explaining.print_run_explanation(scorer, result, explain_id, known_tools(run))
        else:
            explaining.print_task_explanation(scorer, tasks, predictions, explain_id)
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
    wanted = also or ()
    extras = measure_extras(
        report, predictions, tasks,
        match=options.Extra.MATCH in wanted, structure=options.Extra.STRUCTURE in wanted, rules=checker,
        planning=known_tools(run) if options.Extra.PLANNING in wanted else None,
        self_review=options.Extra.SELF_REVIEW in wanted,
    )  # fmt: skip
    judges = None
    with outputs.redirected():
        if run is None or result is None:
            reports.print_report(output(), report)
            reports.print_extras(output(), extras)
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
        raise Exit(ExitCode.INCOMPLETE)
    if not all(gate.is_met for gate in gates):
        raise Exit(ExitCode.NOT_MET)


def _refuse_with_explain(outputs: Outputs) -> None:
    if outputs.thresholds or outputs.junit or outputs.is_json_printed:
        hint = "Leave --fail-under, --junit and --json out, or --explain."
        raise UsageError("--explain shows one task: it has no gates and writes no files.", hint)


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
        workers = run_scoring.ScoringWorkers(program=program(), engine=engine, schemas=schemas, say=remark)
        yield {"workers": workers, "on_scored": advance}


def _load_files(
    reference: list[Path] | None,
    prediction: Path | None,
    duplicates: options.Keep,
    formats: tuple[str | None, str | None],
) -> tuple[Sequence[Task], Sequence[Trajectory]]:
    if not reference or prediction is None:
        hint = "Give a run folder, or two files with --reference and --prediction."
        raise UsageError("There is nothing to score.", hint)
    tasks = load_references(reference, duplicates, formats[0])
    return tasks, load_predictions(prediction, duplicates, formats[1])
