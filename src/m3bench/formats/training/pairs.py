"""Pairs of attempts at the same task, one that succeeded and one that failed, for preference training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from m3bench.formats.attempt_record import AttemptRecord, Collection
from m3bench.formats.io import dump, write_atomically
from m3bench.formats.training.messages import Message, Pictures, conversation, tools_text
from m3bench.formats.training.selection import Selection, open_records
from m3bench.formats.training.sft import PARQUET
from m3bench.formats.training.table import FLOAT, IMAGES, MESSAGES, TEXT, table_chunks

_FEATURES = {
    "prompt": MESSAGES,
    "chosen": MESSAGES,
    "rejected": MESSAGES,
    "tools": TEXT,
    "images": IMAGES,
    "task_id": TEXT,
    "margin": FLOAT,
}
_MOST_OF_A_TASK = 8


def write_preferences(path: Path, collections: Sequence[Collection], *, margin: float = 0.0) -> Selection:
    """Write pairs of attempts at the same task that began with the same messages: JSONL, or Parquet by name.

    Args:
        path: The file.
        collections: Runs. Attempts of different runs may form a pair.
        margin: How much higher the average of the six metrics of the better attempt must be.

    Returns:
        The counts. Of a task, at most eight pairs are used.

    Raises:
        UsageError: A suite is sealed.
    """
    records = [record for collection in collections for record in open_records(collection)]
    selection = Selection()
    is_table = path.suffix == PARQUET
    pairs = _pairs(records, selection, margin)
    rows = (_table_row(*pair) if is_table else _line(*pair) for pair in pairs)
    write_atomically(path, table_chunks(rows, _FEATURES) if is_table else map(dump, rows))
    return selection


def _pairs(
    records: Sequence[AttemptRecord], selection: Selection, margin: float
) -> Iterator[tuple[AttemptRecord, AttemptRecord]]:
    by_task: dict[str, list[AttemptRecord]] = defaultdict(list)
    for record in records:
        by_task[record.task_id].append(record)
    for attempts in by_task.values():
        undecided = sum(attempt.passed is None for attempt in attempts)
        selection.left_out["attempts without a decision"] += undecided
        passed = [attempt for attempt in attempts if attempt.passed]
        failed = [attempt for attempt in attempts if attempt.passed is False]
        if not passed or not failed:
            selection.left_out["tasks without both a success and a failure"] += 1
        used = 0
        for pair in product(passed, failed):
            reason = _reason(*pair, margin) if used < _MOST_OF_A_TASK else "pairs beyond eight of a task"
            if reason is not None:
                selection.left_out[reason] += 1
                continue
            used += 1
            selection.written += 1
            selection.without_transcript += sum(not attempt.messages for attempt in pair)
            yield pair
    selection.left_out += type(selection.left_out)()  # without zeros


def _reason(chosen: AttemptRecord, rejected: AttemptRecord, margin: float) -> str | None:
    """Return why two attempts are no pair; None if they are one."""
    if _split(chosen)[0] != _split(rejected)[0]:
        return "pairs that began with other messages"
    if not _split(rejected)[1]:
        return "pairs whose failure has no messages"
    if margin > 0 and _margin(chosen, rejected) < margin:
        return "pairs below the margin"
    return None


def _margin(chosen: AttemptRecord, rejected: AttemptRecord) -> float:
    """Return the difference of the averages; 0 if one is unknown."""
    averages = [record.scores.get("average") for record in (chosen, rejected)]
    return 0.0 if None in averages else (averages[0] or 0.0) - (averages[1] or 0.0)


def _split(record: AttemptRecord) -> tuple[list[Message], list[Message]]:
    """Return the messages before the first reply of the model, and all others."""
    messages = conversation(record)
    first = next((at for at, message in enumerate(messages) if message["role"] == "assistant"), len(messages))
    return messages[:first], messages[first:]


def _line(chosen: AttemptRecord, rejected: AttemptRecord) -> dict[str, Any]:
    prompt, better = _split(chosen)
    return {
        "prompt": prompt,
        "chosen": better,
        "rejected": _split(rejected)[1],
        "tools": tools_text(chosen),
        "task_id": chosen.task_id,
        "margin": _margin(chosen, rejected),
    }


def _table_row(chosen: AttemptRecord, rejected: AttemptRecord) -> dict[str, Any]:
    """Return a row. Its pictures are those of the prompt: the two sides may have others."""
    row, pictures = _line(chosen, rejected), Pictures()
    row["prompt"] = [pictures.flat(message) for message in row["prompt"]]
    for side in ("chosen", "rejected"):
        row[side] = [_without_pictures(message) for message in row[side]]
    return {**row, "images": pictures.found}


def _without_pictures(message: Message) -> Message:
    flat = Pictures().flat(message)
    words = {"type": "text", "text": "[image]"}
    return {**flat, "content": [words if part["type"] == "image" else part for part in flat["content"]]}
