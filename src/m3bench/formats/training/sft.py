"""Conversations of attempts that succeeded, for supervised fine-tuning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from m3bench.formats.attempt_record import AttemptRecord, Collection
from m3bench.formats.io import dump, write_atomically
from m3bench.formats.training.messages import Pictures, conversation, tools_text
from m3bench.formats.training.selection import Selection, open_records
from m3bench.formats.training.table import IMAGES, MESSAGES, NUMBER, TEXT, table_chunks

PARQUET = ".parquet"
_FEATURES = {"messages": MESSAGES, "tools": TEXT, "images": IMAGES, "task_id": TEXT, "epoch": NUMBER}


def write_sft(path: Path, collection: Collection) -> Selection:
    """Write one conversation per attempt that passed all its checks: JSONL, or Parquet by the name.

    Raises:
        UsageError: The suite is sealed.
    """
    selection = Selection()
    chosen = _chosen(open_records(collection), selection)
    is_table = path.suffix == PARQUET
    rows = map(_table_row if is_table else _line, chosen)
    write_atomically(path, table_chunks(rows, _FEATURES) if is_table else map(dump, rows))
    return selection


def _chosen(records: Iterable[AttemptRecord], selection: Selection) -> Iterator[AttemptRecord]:
    for record in records:
        reason = _reason(record)
        if reason is not None:
            selection.left_out[reason] += 1
            continue
        selection.written += 1
        selection.without_transcript += not record.messages
        yield record


def _reason(record: AttemptRecord) -> str | None:
    """Return why an attempt is no example; None if it is one."""
    if record.passed is None:
        return "attempts without a decision"
    return None if record.passed else "attempts that failed"


def _line(record: AttemptRecord) -> dict[str, Any]:
    return {
        "messages": conversation(record),
        "tools": tools_text(record),
        "task_id": record.task_id,
        "epoch": record.epoch,
    }


def _table_row(record: AttemptRecord) -> dict[str, Any]:
    pictures = Pictures()
    messages = [pictures.flat(message) for message in conversation(record)]
    return {**_line(record), "messages": messages, "images": pictures.found}
