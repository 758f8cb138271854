"""`m3bench convert --to hf|sft|preferences`: data for training, from runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from m3bench.cli.console import remarks
from m3bench.core import UsageError
from m3bench.formats import Collection, check_writable
from m3bench.formats.training import Selection, write_data_set, write_preferences, write_sft
from m3bench.runs import is_run, run_collection

TRAINING = ("hf", "sft", "preferences")
_RELEASED = (
    "note: these are tasks of a released suite. A model that is trained on them cannot be measured with it."
)
Scores = Callable[[Path], dict[str, dict[str, float]]]


def convert_for_training(source: Path, target: Path, to: str, scores: Scores, margin: float) -> int:
    """Write a data set, conversations or pairs; print what is left out, and return how many were written.

    Args:
        source: A run folder; for pairs, also a folder of run folders.
        target: The file, or the folder of a data set.
        to: One of `TRAINING`.
        scores: Returns the scores of a run.
        margin: For pairs.
    """
    runs = _runs(source, several=to == "preferences")
    if to != "hf":
        check_writable(target)
    collections = [run_collection(run, scores(run), conversations=True) for run in runs]
    selection = _write(target, to, collections, margin)
    for line in selection.lines():
        remarks().print(line, soft_wrap=True)
    records = [record for collection in collections for record in collection.attempt_records]
    if any(record.task is not None and record.task.canary is not None for record in records):
        remarks().print(_RELEASED, soft_wrap=True)
    return selection.written


def _write(target: Path, to: str, collections: list[Collection], margin: float) -> Selection:
    if to == "preferences":
        return write_preferences(target, collections, margin=margin)
    return (write_data_set if to == "hf" else write_sft)(target, collections[0])


def _runs(source: Path, *, several: bool) -> list[Path]:
    if is_run(source):
        return [source]
    found = sorted(path for path in source.iterdir() if is_run(path)) if several and source.is_dir() else []
    if not found:
        raise UsageError(f"{source} is not a run folder.", "Data for training comes from runs.")
    return found
