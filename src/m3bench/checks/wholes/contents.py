"""What a file of any kind holds: items under addresses such as `Costs!D4`, `orders/17/status` and `lines`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from m3bench.checks.documents import document_contents
from m3bench.checks.sheets import workbook_contents
from m3bench.checks.wholes.archives import archive_contents
from m3bench.checks.wholes.items import Contents, gathered
from m3bench.checks.wholes.structured import structured_contents
from m3bench.checks.wholes.texts import record_contents, text_contents

_READERS: dict[str, Callable[[bytes, str], Iterator[tuple[str, str]]]] = {
    **dict.fromkeys((".xlsx", ".xlsm"), workbook_contents),
    ".docx": document_contents,
    **dict.fromkeys((".json", ".yaml", ".yml", ".toml"), structured_contents),
    ".jsonl": record_contents,
    **dict.fromkeys((".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz"), archive_contents),
    **dict.fromkeys(
        (".txt", ".md", ".csv", ".tsv", ".log", ".ini", ".conf", ".html", ".xml", ".srt", ".vtt"),
        text_contents,
    ),
}


def has_contents(path: str) -> bool:
    """Return whether files of this kind are compared item by item."""
    return _kind(path) in _READERS


def read_contents(data: bytes, path: str) -> Contents:
    """Return what a file holds. Raise `CheckFailed` if it cannot be read."""
    return gathered(_READERS[_kind(path)](data, path), path)


def _kind(path: str) -> str:
    return PurePosixPath(path).suffix.lower()
