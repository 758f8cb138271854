"""Read scores from the JSON that `m3bench score` wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import FormatError
from m3bench.formats.io import read_user_file
from m3bench.reports.export.scores import LAYOUT, LAYOUT_VERSION
from m3bench.reports.successes import Successes
from m3bench.runs import Integrity, split_name
from m3bench.scoring import METRICS, Metrics, ScoreReport, TaskScore, by_family, total


def is_scores_file(path: Path) -> bool:
    """Return whether a file was written by `m3bench score --json`. False if it cannot be read."""
    try:
        return _document(path).get("format") == LAYOUT
    except FormatError:
        return False


def _document(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(read_user_file(path))
    except (OSError, ValueError, RecursionError) as error:
        raise FormatError(f"not a scores file: {error}", file=str(path)) from None
    if not isinstance(document, dict):
        raise FormatError("not a scores file", file=str(path))
    return document


def read_scores(path: Path) -> ScoreReport:
    """Read the report in a scores file."""
    document = _document(path)
    if document.get("version") != LAYOUT_VERSION:
        raise FormatError(
            f"layout version {document.get('version')!r}, expected {LAYOUT_VERSION}", file=str(path)
        )
    try:
        epochs = _epochs(document.get("run"))
        tasks = tuple(_task(record, epochs) for record in document["per_id"])
        return ScoreReport(
            profile=document["profile"],
            weak=document["thresholds"]["weak"],
            strong=document["thresholds"]["strong"],
            encoder=document["encoder"]["name"],
            encoder_fingerprint=document["encoder"]["fingerprint"],
            tasks=tasks,
            total=total(tasks),
            families=by_family(tasks),
            missing=tuple(document["missing"]),
            unexpected=tuple(document["unexpected"]),
        )
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise FormatError(f"incomplete scores file ({error})", file=str(path)) from error


def read_successes(path: Path) -> Successes | None:
    """Read which attempts passed, or None if the file has no checks of a run."""
    run = _document(path).get("run")
    if not isinstance(run, dict) or "strict" not in run:
        return None
    try:
        known = {"passed": run["strict"], "families": run["families"], "epochs": _epochs(run)}
        successes = msgspec.convert(known, Successes)
        successes.tasks(successes.passed)
    except (KeyError, ValueError, msgspec.ValidationError) as error:
        raise FormatError(f"incomplete run record ({error})", file=str(path)) from error
    return successes


def _epochs(run: object) -> int:
    """Return how often each task was attempted; 1 if there is no run."""
    settings = run.get("settings") if isinstance(run, dict) else None
    epochs = settings.get("epochs") if isinstance(settings, dict) else None
    return epochs if isinstance(epochs, int) else 1


def warnings_in(path: Path) -> list[str]:
    """Return the integrity warnings of the run behind a scores file."""
    run = _document(path).get("run")
    record = run.get("integrity", {}) if isinstance(run, dict) else {}
    try:
        integrity = msgspec.convert(record, Integrity)
    except msgspec.ValidationError as error:
        raise FormatError(f"incomplete run record ({error})", file=str(path)) from error
    return [f"{path}: {line}" for line in integrity.lines()]


def _task(record: dict[str, Any], epochs: int) -> TaskScore:
    metrics = msgspec.convert({name: record[name] for name in METRICS}, Metrics)
    fields = {name: record[name] for name in TaskScore.__struct_fields__ if name in record}
    if epochs > 1:
        fields["task_id"] = split_name(record["id"], epochs)[0]
    return msgspec.convert({**fields, "metrics": metrics}, TaskScore)
