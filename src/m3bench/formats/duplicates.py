"""Handling of records with the same id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, get_args

from m3bench.core import DuplicateIdError, FormatError
from m3bench.formats.io import Record, id_of

Duplicates: TypeAlias = Literal["error", "first", "last", "all"]


def resolve_duplicates(records: Iterable[Record], duplicates: Duplicates, file: str) -> list[Record]:
    """Return one record per id, at the position of its first occurrence; with ``all``, every record."""
    _require_one_of(get_args(Duplicates), duplicates, file)
    if duplicates == "all":
        return list(records)
    kept: dict[str, Record] = {}
    repeated: set[str] = set()
    for record in records:
        record_id = id_of(record)
        if record_id in kept:
            repeated.add(record_id)
        if record_id not in kept or duplicates == "last":
            kept[record_id] = record
    if repeated and duplicates == "error":
        raise DuplicateIdError([record_id for record_id in kept if record_id in repeated], file=file)
    return list(kept.values())


def iter_unique(
    records: Iterable[Record], duplicates: Literal["error", "first"], file: str
) -> Iterator[Record]:
    """Yield one record per id. Only ids are kept in memory."""
    _require_one_of(("error", "first"), duplicates, file)
    seen: set[str] = set()
    for record in records:
        record_id = id_of(record)
        if record_id not in seen:
            seen.add(record_id)
            yield record
        elif duplicates == "error":
            raise DuplicateIdError([record_id], file=file)


def _require_one_of(choices: tuple[str, ...], duplicates: str, file: str) -> None:
    if duplicates not in choices:
        problem = f"expected duplicates to be one of {', '.join(choices)}, found {duplicates!r}"
        raise FormatError(problem, file=file)
