"""`m3bench convert`: convert runs, trajectories and tasks between formats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.console import output, remark, remarks
from m3bench.cli.loading import make_scorer
from m3bench.cli.run_folders import score_result
from m3bench.core import Task, Trajectory, UsageError
from m3bench.formats import FORMATS, check_writable, iter_records, write, write_collection
from m3bench.formats.training import write_data_set, write_preferences, write_sft
from m3bench.reports import print_integrity
from m3bench.runs import (
    RunFolder,
    check_run,
    is_run,
    read_judged_run,
    read_run,
    run_collection,
    run_trajectories,
)
from m3bench.scoring import DEFAULT_PROFILE, METRICS

_CONVERSATIONS = ("atif",)
"""Formats that hold what the model was told and replied."""
_TRAINING = ("hf", "sft", "preferences")
_ROWS = {"sft": "conversations", "preferences": "pairs"}
_RELEASED = (
    "note: these are tasks of a released suite. A model that is trained on them cannot be measured with it."
)


class Kind(StrEnum):
    """The kind of records in a file."""

    TASKS = "tasks"
    TRAJECTORIES = "trajectories"


def convert(
    *,
    source: Annotated[Path, Argument(help="File or run folder to read.")],
    target: Annotated[Path, Argument(help="File to write.")],
    to: Annotated[
        str, Option("--to", help="Format to write, from `m3bench list formats`, or hf, sft, preferences.")
    ] = "jsonl",
    source_format: Annotated[str | None, Option("--from", help="Format to read [default: detected].")] = None,
    kind: Annotated[Kind | None, Option("--as", help="Kind of records to read [default: detected].")] = None,
    duplicates: options.Duplicates = options.DuplicateChoice.ERROR,
    scores: Annotated[bool, Option(help="For a run: include scores, if the format can hold them.")] = True,
    margin: Annotated[
        float,
        Option(
            min=0.0,
            max=1.0,
            help="For preferences: how much higher the mean score of the better one must be.",
        ),
    ] = 0.0,
) -> None:
    """Convert runs, tasks or trajectories between formats.

    Formats: m3, mcp_bench, mcpverse, openai, inspect (Inspect logs), otel (OpenTelemetry spans), atif
    (Harbor's trajectories), jsonl (our own), parquet (the same in columns) and those of plugins. `m3bench
    list formats` shows them all. For training, from runs: hf (a data set of Hugging Face), sft, preferences.
    """
    if to in _TRAINING:
        _refuse_format(source, source_format, kind)
        count = _convert_for_training(source, target, to, margin, scores=scores)
        output().print(f"{count} {_ROWS.get(to, 'records')} written to {target}")
        return
    _ = FORMATS[to]  # report a wrong name before anything is read
    if is_run(source):
        _refuse_format(source, source_format, kind)
        count = _convert_run(source, target, to, scores=scores)
    else:
        records = iter_records(
            source, format=source_format, kind=kind.value if kind else None, duplicates=duplicates.value
        )
        count = _write(target, records, to)
    output().print(f"{count} records written to {target}")


def _refuse_format(source: Path, source_format: str | None, kind: Kind | None) -> None:
    if source_format is not None or kind is not None:
        raise UsageError(f"{source} is a run folder.", "Leave --from and --as out.")


def _write(target: Path, records: Iterable[Task | Trajectory], to: str) -> int:
    """Write records as they are read; return how many."""
    count = 0

    def counted() -> Iterator[Task | Trajectory]:
        nonlocal count
        for record in records:
            count += 1
            yield record

    write(target, counted(), format=to)
    return count


def _convert_run(source: Path, target: Path, to: str, *, scores: bool) -> int:
    if FORMATS[to].write_trajectories is None:
        raise UsageError(f"Format {to} holds tasks only.", "Choose another one with --to.")
    check_writable(target)
    print_integrity(remarks(), check_run(RunFolder.open(source)))
    if FORMATS[to].write_collection is None:
        return _write(target, run_trajectories(source), to)
    collection = run_collection(source, _scores(source) if scores else {}, conversations=to in _CONVERSATIONS)
    write_collection(target, collection, format=to)
    return len(collection.attempt_records)


def _scores(source: Path) -> dict[str, dict[str, float]]:
    """Return the metrics of each attempt, if there are references, and its judges' scores."""
    result = read_run(source)
    judged = read_judged_run(source, result)
    scores = {task.id: judged.main_scores(task.id) if judged else {} for task in result.tasks}
    if scores and all(task.references for task in result.tasks):
        scorer = make_scorer(DEFAULT_PROFILE, None, None, "minilm", cache=True, runs=[source])
        for task in score_result(result, scorer).tasks:
            six = {name: getattr(task.metrics, name) for name in METRICS}
            scores[task.id] = {**six, "average": task.metrics.average, **scores[task.id]}
    return scores


def _convert_for_training(source: Path, target: Path, to: str, margin: float, *, scores: bool) -> int:
    """Write a data set, conversations or pairs; print what is left out, and return how many were written.

    For pairs, the source may also be a folder of run folders.
    """
    runs = _runs(source, several=to == "preferences")
    if to != "hf":
        check_writable(target)
    collections = [run_collection(run, _scores(run) if scores else {}, conversations=True) for run in runs]
    if to == "preferences":
        selection = write_preferences(target, collections, margin=margin)
    else:
        selection = (write_data_set if to == "hf" else write_sft)(target, collections[0])
    for line in selection.lines():
        remark(line)
    records = [record for collection in collections for record in collection.attempt_records]
    if any(record.task is not None and record.task.canary is not None for record in records):
        remark(_RELEASED)
    return selection.written


def _runs(source: Path, *, several: bool) -> list[Path]:
    if is_run(source):
        return [source]
    runs = sorted(path for path in source.iterdir() if is_run(path)) if several and source.is_dir() else []
    if not runs:
        raise UsageError(f"{source} is not a run folder.", "Data for training comes from runs.")
    return runs
