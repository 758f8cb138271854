"""Write scores: JSON with everything, CSV and Parquet with one row per task."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import LazySequence
from m3bench.core.redaction import redactor
from m3bench.formats import write_atomically
from m3bench.formats.parquet import Column, parquet_chunks
from m3bench.reports.export.json_stream import json_chunks
from m3bench.reports.terminal import extras_to_dict
from m3bench.runs import RunResult
from m3bench.scoring import M3_RELEASED, METRICS, Extras, Match, Metrics, ScoreReport, TaskScore, Total

LAYOUT = "m3bench-scores"
LAYOUT_VERSION = 1
_HEAD = {"format": LAYOUT, "version": LAYOUT_VERSION}
_CHUNK = 1 << 20
"""Characters of CSV that are written together."""


def write_json(
    report: ScoreReport,
    path: Path,
    extras: Extras | None = None,
    *,
    run: dict[str, Any] | None = None,
    judges: dict[str, Any] | None = None,
) -> None:
    """Write settings, totals, families and all tasks with matches; for a run, also result and judgements."""
    write_json_document(path, scores_document(report, extras, run=run, judges=judges))


def scores_document(
    report: ScoreReport | None,
    extras: Extras | None = None,
    *,
    run: dict[str, Any] | None = None,
    judges: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the document that `write_json` writes. Without a report, it has the result of a run alone."""
    scores = _HEAD if report is None else report_to_dict(report, extras)
    return {**scores, **({"run": run} if run else {}), **({"judges": judges} if judges else {})}


def write_json_document(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON document atomically."""
    write_atomically(path, chain(json_chunks(document), [b"\n"]))


def write_csv(report: ScoreReport, path: Path, result: RunResult | None = None) -> None:
    """Write one row per task; for a run, also success and evidence."""
    write_atomically(path, csv_chunks(_columns(result), rows(report, result)))


def csv_chunks(names: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield a CSV file with these columns."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(names), extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow(row)
        if text.tell() > _CHUNK:
            yield text.getvalue().encode("utf-8", "backslashreplace")
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode("utf-8", "backslashreplace")


def write_parquet(report: ScoreReport, path: Path, result: RunResult | None = None) -> None:
    """Write the rows of the CSV with types, in row groups."""
    columns = [Column(*column) for column in _columns(result).items()]
    write_atomically(path, parquet_chunks(map(_storable, rows(report, result)), columns))


def _storable(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without secrets and without lone surrogates, which Arrow rejects."""
    return dict(redactor().value({name: without_surrogates(value) for name, value in row.items()}))


def without_surrogates(value: Any) -> Any:
    """Escape the lone surrogates of a text."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def report_to_dict(report: ScoreReport, extras: Extras | None = None) -> dict[str, Any]:
    """Return the JSON layout. The profile `m3-released` adds the field names of the released scorer."""
    released = report.profile == M3_RELEASED.name
    return {
        **_HEAD,
        "profile": report.profile,
        "thresholds": {"weak": report.weak, "strong": report.strong},
        "encoder": {"name": report.encoder, "fingerprint": report.encoder_fingerprint},
        "aggregate": _total(report.total, released=released),
        "families": {family: _total(part, released=released) for family, part in report.families.items()},
        "missing": list(report.missing),
        "unexpected": list(report.unexpected),
        "per_id": _mapped(report.tasks, lambda task: _task(task, released=released)),
        **({"extras": extras_to_dict(extras)} if extras and (extras.tasks or extras.dialogues) else {}),
    }


_COLUMNS = {
    "id": "string",
    "family": "string",
    **dict.fromkeys((*METRICS, "average"), "float64"),
    "reference": "int64",
    "reference_calls": "int64",
    "prediction_calls": "int64",
    "matched": "int64",
    "reference_steps": "int64",
    "prediction_steps": "int64",
    "missing": "bool_",
    "notes": "string",
}


def rows(report: ScoreReport, result: RunResult | None = None) -> Iterator[dict[str, Any]]:
    """Yield one row per task. What was not measured has no column."""
    scored: Iterable[dict[str, Any]] = map(_row, report.tasks)
    if result is not None and result.is_outcome_only:
        # Without references there are no scores. Success is empty where it is not known.
        attempts = result.families.items()
        scored = ({**dict.fromkeys(_COLUMNS), "id": name, "family": family} for name, family in attempts)
    of_run = _of_run(result)
    for row in scored:
        yield {**row, **{column: values.get(row["id"]) for column, (_, values) in of_run.items()}}


def _mapped(
    tasks: Sequence[TaskScore], convert: Callable[[TaskScore], dict[str, Any]]
) -> Sequence[dict[str, Any]]:
    """Convert scores: those in memory now, others when they are needed."""
    if isinstance(tasks, LazySequence):
        return tasks.mapped(convert)
    return [convert(task) for task in tasks]


def _columns(result: RunResult | None) -> dict[str, str]:
    return _COLUMNS | {name: kind for name, (kind, _) in _of_run(result).items()}


def _class_column(result: RunResult, field: str) -> Mapping[str, str | None]:
    """Return level or kind by attempt; empty if tasks are not classified."""
    if not result.is_classified:
        return {}
    values = {name: getattr(class_, field) for name, class_ in result.classes.items()}
    return values if any(values.values()) else {}


def _of_run(result: RunResult | None) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return what a run adds to each task, by column: its type and the known values."""
    if result is None:
        return {}
    columns: dict[str, tuple[str, Mapping[str, Any]]] = {
        "level": ("string", _class_column(result, "level")),
        "kind": ("string", _class_column(result, "kind")),
        "success": ("bool_", result.decided),
        "evidence_recall": ("float64", result.evidence),
        "grounded": ("bool_", result.grounded),
    }
    return {name: column for name, column in columns.items() if column[1]}


def _row(task: TaskScore) -> dict[str, Any]:
    values = {**_metrics(task.metrics), "matched": len(task.matches), "notes": "; ".join(task.notes)}
    return {name: values[name] if name in values else getattr(task, name) for name in _COLUMNS}


def _metrics(metrics: Metrics) -> dict[str, float]:
    return {name: getattr(metrics, name) for name in (*METRICS, "average")}


def _total(total: Total, *, released: bool) -> dict[str, Any]:
    values = msgspec.to_builtins(total)
    if total.attempts == total.tasks:  # as in files of runs that attempt each task once
        del values["attempts"]
        for interval in values["intervals"].values():
            del interval["tasks"]
    record = {**_metrics(total.metrics), **{key: value for key, value in values.items() if key != "metrics"}}
    if released:
        record |= {
            "num_ids": total.attempts,
            "total_gt_calls": total.reference_calls,
            "total_pred_calls": total.prediction_calls,
            "avg_Rounds": total.steps_per_task,
            "avg_tool_calls": total.calls_per_task,
            **_released_names(total.metrics, total.similarity_covered),
        }
    return record


def _task(task: TaskScore, *, released: bool) -> dict[str, Any]:
    record = {
        **_row(task),
        "reference_name": task.reference_name,
        "reference_count": task.reference_count,
        "notes": list(task.notes),
        "matches": [_match(match, released=released) for match in task.matches],
    }
    if released:
        record |= {
            "total_gt_calls": task.reference_calls,
            "total_pred_calls": task.prediction_calls,
            **_released_names(task.metrics, task.similarity_covered),
        }
    return record


def _match(match: Match, *, released: bool) -> dict[str, Any]:
    record: dict[str, Any] = msgspec.to_builtins(match)
    if released:
        record |= {
            "gt_call_index": match.reference_call,
            "pred_call_index": match.prediction_call,
            "gt_step": match.reference_step,
            "pred_step": match.prediction_step,
            "gt_tool": match.tool,
            "pred_tool": match.tool,
        }
    return record


def _released_names(metrics: Metrics, similarity_covered: float) -> dict[str, float]:
    return {
        "avg_sim_all_cov": similarity_covered,
        "avg_sim_strong_cov": metrics.argument_similarity,
        "step_coherence_cov": metrics.step_coherence,
        "order_consistency_cov": metrics.order_consistency,
        "merge_purity_cov": metrics.merge_purity,
    }
