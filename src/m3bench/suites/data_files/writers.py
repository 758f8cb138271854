"""The kinds of files, and what writes them."""

from __future__ import annotations

import mimetypes
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from m3bench.core import DataFile, UsageError
from m3bench.core.text import did_you_mean

Writer = Callable[[Any], bytes | Mapping[str, bytes]]
"""Takes the content of a file and returns its bytes; for a folder, those of its files by relative path."""

WRITERS: Mapping[str, str] = MappingProxyType(
    {
        "text": "m3bench.suites.data_files.texts:write_text",
        "json": "m3bench.suites.data_files.texts:write_json",
        "csv": "m3bench.suites.data_files.texts:write_csv",
        "yaml": "m3bench.suites.data_files.texts:write_yaml",
        "xlsx": "m3bench.suites.data_files.workbooks:write_xlsx",
        "docx": "m3bench.suites.data_files.documents:write_docx",
        "pptx": "m3bench.suites.data_files.decks:write_pptx",
        "pdf": "m3bench.suites.data_files.documents:write_pdf",
        "sqlite": "m3bench.suites.data_files.databases:write_sqlite",
        "zip": "m3bench.suites.data_files.packing:write_zip",
        "git": "m3bench.suites.data_files.repositories:write_git",
        "png": "m3bench.suites.data_files.drawings:write_png",
    }
)
"""Writers by kind, imported when they are needed."""

_TYPES = {
    ".csv": "text/csv",
    ".db": "application/vnd.sqlite3",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".duckdb": "application/octet-stream",
    ".json": "application/json",
    ".flac": "audio/flac",
    ".m4a": "audio/mp4",
    ".md": "text/markdown",
    ".mp3": "audio/mpeg",
    ".mp4": "video/mp4",
    ".ogg": "audio/ogg",
    ".srt": "application/x-subrip",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".sqlite": "application/vnd.sqlite3",
    ".toml": "application/toml",
    ".wav": "audio/wav",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
    ".zip": "application/zip",
}
"""Media types that do not depend on the machine's own tables."""


def file_assets(files: Iterable[DataFile]) -> dict[str, bytes]:
    """Return the bytes of files by their path in the workspace.

    Raises:
        UsageError: No writer knows the kind of a file, or its content does not suit the kind.
    """
    assets: dict[str, bytes] = {}
    for file in files:
        assets |= written(file.name, file.kind, file.content)
    return assets


def written(name: str, kind: str, content: Any) -> dict[str, bytes]:
    """Return the bytes of a file, or of the files of a folder, by path.

    Raises:
        UsageError: No writer knows the kind, or the content does not suit it.
    """
    writer = _writer(name, kind)
    try:
        data = writer(content)
    except UsageError as error:  # of a file in an archive
        raise UsageError(f"{name}: {error.message}", error.hint) from None
    except (ValueError, TypeError, LookupError, sqlite3.Error) as error:
        hint = "docs/suites.md shows the content of each kind of file."
        raise UsageError(f"{name}: not the content of a file of the kind {kind!r}: {error}", hint) from None
    if isinstance(data, bytes):
        return {name: data}
    return {f"{name}/{path}": content for path, content in data.items()}


def media_type(name: str) -> str:
    """Return the media type of a file by its name."""
    ending = name[name.rfind(".") :] if "." in name else ""
    return _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def _writer(name: str, kind: str) -> Writer:
    if kind not in WRITERS:
        hint = did_you_mean(kind, WRITERS, f"Kinds: {', '.join(WRITERS)}.")
        raise UsageError(f"{name}: there is no kind of file called {kind!r}.", hint)
    module, _, function = WRITERS[kind].partition(":")
    writer: Writer = getattr(import_module(module), function)
    return writer
