"""Data sets of Hugging Face: a folder with a Parquet file and a card."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from m3bench.core import UsageError
from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import AttemptRecord, Collection
from m3bench.formats.io import write_atomically
from m3bench.formats.training.messages import Pictures, conversation, tools_text
from m3bench.formats.training.selection import Selection, open_records
from m3bench.formats.training.table import (
    FLOAT,
    IMAGES,
    MESSAGES,
    NUMBER,
    TEXT,
    TRUTH,
    Features,
    table_chunks,
)

_FILE = "data/train-00000-of-00001.parquet"
FEATURES: Features = {
    **dict.fromkeys(("task_id", "family", "agent", "model", "status"), TEXT),
    "epoch": NUMBER,
    "success": TRUTH,
    "average": FLOAT,
    "messages": MESSAGES,
    "tools": TEXT,
    "images": IMAGES,
    "answer": TEXT,
}


def write_data_set(folder: Path, collection: Collection) -> Selection:
    """Write all attempts to a new folder. If this fails, there is no folder.

    Raises:
        UsageError: The suite is sealed, or the folder exists.
    """
    records = open_records(collection)
    if folder.exists():
        raise UsageError(f"{folder} exists already.", "Name a new folder.")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.parent} is not a folder.", "Create it first.")
    selection = Selection()
    draft = Path(tempfile.mkdtemp(prefix=".m3bench-", dir=folder.absolute().parent))
    try:
        (draft / _FILE).parent.mkdir()
        write_atomically(draft / _FILE, table_chunks(_rows(records, selection), FEATURES))
        size = (draft / _FILE).stat().st_size
        write_atomically(draft / "README.md", [_card(collection, size).encode("utf-8", "replace")])
        draft.chmod(0o755)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return selection


def _rows(records: Iterable[AttemptRecord], selection: Selection) -> Iterator[dict[str, Any]]:
    for record in records:
        selection.written += 1
        selection.without_transcript += not record.messages
        yield _row(record)


def _row(record: AttemptRecord) -> dict[str, Any]:
    pictures, trajectory = Pictures(), record.trajectory
    texts = {
        "task_id": record.task_id,
        "family": trajectory.family,
        "agent": trajectory.agent,
        "model": trajectory.model,
        "status": trajectory.status.value,
        "answer": trajectory.answer,
    }
    return {
        **{key: text and without_surrogates(text) for key, text in texts.items()},
        "epoch": record.epoch,
        "success": record.passed,
        "average": record.scores.get("average"),
        "messages": [pictures.flat(message) for message in conversation(record)],
        "tools": tools_text(record),
        "images": pictures.found,
    }


def _card(collection: Collection, size: int) -> str:
    rows = len(collection.attempt_records)
    split = {"name": "train", "num_bytes": size, "num_examples": rows}
    head = {
        "pretty_name": f"m3bench attempts at {collection.name}",
        "tags": ["mcp", "tool-use", "agents", "multimodal", "m3bench"],
        "dataset_info": {"features": _card_features(FEATURES), "splits": [split], "dataset_size": size},
        "configs": [
            {"config_name": "default", "data_files": [{"split": "train", "path": "data/train-*.parquet"}]}
        ],
    }
    passed = sum(record.passed is True for record in collection.attempt_records)
    header = yaml.safe_dump(head, sort_keys=False, allow_unicode=True)
    return f"""---
{header}---
# Attempts at {collection.name}

{rows} attempts of agents that use tools over MCP, made with m3bench; {passed} of them passed all checks.

| column | content |
|---|---|
| `messages` | the conversation in OpenAI's format; a part of type `image` stands for the next of `images` |
| `tools` | JSON: the tools that the model was offered |
| `images` | the pictures, in the order of the messages |
| `success` | whether all checks passed; null if that is not decided |
| `average` | the mean of the six metrics |
"""


def _card_features(features: Features) -> list[dict[str, Any]]:
    return [{"name": name, **_card_type(kind)} for name, kind in features.items()]


def _card_type(kind: Any) -> dict[str, Any]:
    if isinstance(kind, list):
        inner = kind[0]
        return {"list": _card_features(inner) if isinstance(inner, dict) else inner}
    return {"struct": _card_features(kind)} if isinstance(kind, dict) else {"dtype": kind}
