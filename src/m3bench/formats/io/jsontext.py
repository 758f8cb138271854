"""Parsing and writing of JSON text. Invalid JSON raises `FormatError` with the place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from m3bench.core import MAX_DEPTH, FormatError, is_too_deep

_BYTE_ORDER_MARK = "\ufeff"
_CUT_OFF = re.compile(r"[\\\w.+-]{0,9}")


class DuplicateKeys(dict[str, Any]):
    """An object with duplicate keys: a mapping of the last values, and all pairs."""

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)

    @property
    def duplicate_keys(self) -> list[str]:
        keys = [key for key, _ in self.pairs]
        return [key for key in self if keys.count(key) > 1]


def parse(text: str, *, file: str, record: str | None = None, line: int | None = None) -> Any:
    """Parse a JSON text. NaN and lone surrogates are accepted, as models write them."""
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise _syntax_error(error, file, record, line) from None
    except RecursionError:
        raise _too_deep(file, record) from None
    except ValueError:
        raise FormatError("a number has too many digits", file=file, record=record) from None
    # Depth cannot exceed the number of brackets, and counting them is quick.
    if text.count("[") + text.count("{") > MAX_DEPTH and is_too_deep(value):
        raise _too_deep(file, record)
    return value


def dump(value: Any, *, pretty: bool = False) -> bytes:
    """Return JSON in UTF-8 with a final line break."""
    text = json.dumps(value, ensure_ascii=False, indent=1 if pretty else None)
    # Only lone surrogates cannot be encoded, and Python's escape for them is also that of JSON.
    return text.encode("utf-8", "backslashreplace") + b"\n"


def dump_records(records: Sequence[Any], file: str) -> Iterator[bytes]:
    """Yield a list of records, or one record per line if the file is named `.jsonl`."""
    if Path(file).suffix == ".jsonl" and records:
        yield from (dump(record) for record in records)
    else:
        yield dump(records, pretty=True)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else DuplicateKeys(pairs)


def _too_deep(file: str, record: str | None) -> FormatError:
    return FormatError(f"nested more than {MAX_DEPTH} levels deep", file=file, record=record)


def _syntax_error(
    error: json.JSONDecodeError, file: str, record: str | None, line: int | None
) -> FormatError:
    if not error.doc.strip():
        return FormatError("expected JSON, found an empty text", file=file, record=record)
    if error.doc.startswith(_BYTE_ORDER_MARK):
        problem = "starts with a byte order mark; save it as UTF-8 without one"
        return FormatError(problem, file=file, record=record)
    place = f"line {error.lineno if line is None else line}, column {error.colno}"
    problem = f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
    if _is_truncated(error):
        problem = f"truncated: the JSON ends in the middle ({error.msg[:1].lower()}{error.msg[1:]})"
    return FormatError(problem, file=file, record=record, place=place)


def _is_truncated(error: json.JSONDecodeError) -> bool:
    rest = error.doc[error.pos :].strip()
    return error.msg.startswith("Unterminated string") or _CUT_OFF.fullmatch(rest) is not None
