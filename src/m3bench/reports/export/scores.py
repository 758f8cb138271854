"""Write scores: JSON with everything, CSV and Parquet with one row per task."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import MissingExtraError
from m3bench.formats import write_atomically
from m3bench.reports.terminal import extras_to_dict
from m3bench.runs import RunResult
from m3bench.scoring import M3_RELEASED, METRICS, Extras, Match, Metrics, ScoreReport, TaskScore, Total

LAYOUT = "m3bench-scores"
LAYOUT_VERSION = 1


def write_json(
    report: ScoreReport,
    path: Path,
    extras: Extras | None = None,
    *,
    run: dict[str, Any] | None = None,
    judges: dict[str, Any] | None = None,
) -> None:
    """Write settings, totals, families and every task with its matches; for a run, also its result and
    judgements."""
    further = {name: part for name, part in (("run", run), ("judges", judges)) if part}
    write_json_document(path, {**report_to_dict(report, extras), **further})


def write_json_document(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON document atomically."""
    write_atomically(path, [json.dumps(document, indent=1).encode(), b"\n"])


def write_csv(report: ScoreReport, path: Path, result: RunResult | None = None) -> None:
    """Write one row per task; for a run, also success and evidence."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, fieldnames=list(_columns(result)))
    writer.writeheader()
    writer.writerows(rows(report, result))
    write_atomically(path, [text.getvalue().encode("utf-8", "backslashreplace")])


def require_parquet() -> None:
    """Raise `MissingExtraError` early, before long work, if Parquet cannot be written."""
    try:
        import pyarrow  # noqa: F401, PLC0415 - optional
    except ImportError as error:
        raise MissingExtraError("Writing Parquet", "parquet") from error


def write_parquet(report: ScoreReport, path: Path, result: RunResult | None = None) -> None:
    """Write the rows of the CSV with types."""
    require_parquet()
    import pyarrow  # noqa: PLC0415 - optional
    import pyarrow.parquet  # noqa: PLC0415 - optional

    schema = pyarrow.schema([(name, getattr(pyarrow, kind)()) for name, kind in _columns(result).items()])
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows(report, result), schema=schema), buffer)
    write_atomically(path, [buffer.getvalue()])


def report_to_dict(report: ScoreReport, extras: Extras | None = None) -> dict[str, Any]:
    """Return the JSON layout. The profile `m3-released` adds the field names of the released scorer."""
    released = report.profile == M3_RELEASED.name
    return {
        "format": LAYOUT,
        "version": LAYOUT_VERSION,
        "profile": report.profile,
        "thresholds": {"weak": report.weak, "strong": report.strong},
        "encoder": {"name": report.encoder, "fingerprint": report.encoder_fingerprint},
        "aggregate": _total(report.total, released=released),
        "families": {family: _total(part, released=released) for family, part in report.families.items()},
        "missing": list(report.missing),
        "unexpected": list(report.unexpected),
        "per_id": [_task(task, released=released) for task in report.tasks],
        **({"extras": extras_to_dict(extras)} if extras and extras.tasks else {}),
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


def rows(report: ScoreReport, result: RunResult | None = None) -> list[dict[str, Any]]:
    """Return one row per task. What was not measured has no column."""
    of_run = _of_run(result)
    return [
        {**_row(task), **{name: found.get(task.id) for name, (_, found) in of_run.items()}}
        for task in report.tasks
    ]


def _columns(result: RunResult | None) -> dict[str, str]:
    return _COLUMNS | {name: kind for name, (kind, _) in _of_run(result).items()}


def _of_run(result: RunResult | None) -> dict[str, tuple[str, Mapping[str, bool | float]]]:
    """Return what a run adds to each task, by column: its type and the known values."""
    if result is None:
        return {}
    decided = {name: one.passed for name, one in result.verdicts.items() if not one.undecided}
    found: dict[str, tuple[str, Mapping[str, bool | float]]] = {
        "success": ("bool_", decided),
        "evidence_recall": ("float64", result.evidence),
        "grounded": ("bool_", result.grounded),
    }
    return {name: column for name, column in found.items() if column[1]}


def _row(task: TaskScore) -> dict[str, Any]:
    values = {**_metrics(task.metrics), "matched": len(task.matches), "notes": "; ".join(task.notes)}
    return {name: values[name] if name in values else getattr(task, name) for name in _COLUMNS}


def _metrics(metrics: Metrics) -> dict[str, float]:
    return {**{name: getattr(metrics, name) for name in METRICS}, "average": metrics.average}


def _total(total: Total, *, released: bool) -> dict[str, Any]:
    values = msgspec.to_builtins(total)
    record = {**_metrics(total.metrics), **{key: value for key, value in values.items() if key != "metrics"}}
    if released:
        record |= {
            "num_ids": total.tasks,
            "total_gt_calls": total.reference_calls,
            "total_pred_calls": total.prediction_calls,
            "avg_Rounds": total.steps_per_task,
            "avg_tool_calls": total.calls_per_task,
            **_released_names(total.metrics, total.similarity_covered),
        }
    return record


def _task(task: TaskScore, *, released: bool) -> dict[str, Any]:
    record = {**_row(task), "reference_name": task.reference_name, "reference_count": task.reference_count}
    record |= {
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
