"""The journal of a run: one line per finished try."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

import msgspec

from m3bench.core import FormatError, M3BenchError
from m3bench.core.redaction import redactor
from m3bench.core.text import value_without_surrogates
from m3bench.formats.io import LineFile, complete_lines, open_regular
from m3bench.runs.store.chain import NO_RUN, START, Chain, Finding, link_record, mark_of
from m3bench.runs.store.damage import Damage, damage_error, readable_key
from m3bench.runs.store.records import FinishedAttempt, Key, Record

_ENCODER = msgspec.json.Encoder()
_Any = TypeVar("_Any")
_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
_MAX_PROBLEM = 200


class JournalError(M3BenchError):
    """The journal cannot be written, for example because the disk is full."""


class Journal:
    """Appends records. Opening it removes a last line that a crash cut off."""

    def __init__(self, path: Path, run: str = NO_RUN) -> None:
        self._path, self._run = path, run
        try:
            self._file = LineFile(path)
            self._file.truncate_partial_line()
            last = self._file.last_line()
        except OSError as error:
            raise self._unwritable(error) from None
        self._previous = mark_of(last) if last else START

    def append(self, record: msgspec.Struct) -> None:
        """Write a record to disk, without secrets. If this raises, nothing was written."""
        # Redact before the checksum is made: a later redaction would look like an edit.
        body = redactor().document(_encode(redactor().value(record)))
        line, check = link_record(body, self._run, self._previous)
        try:
            self._file.append(line)
        except OSError as error:
            raise self._unwritable(error) from None
        self._previous = check

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _unwritable(self, error: OSError) -> JournalError:
        return JournalError(
            f"The journal {self._path} cannot be written: {error.strerror}.",
            "Free disk space or fix the folder, then continue: earlier records are safe.",
        )


def _encode(record: msgspec.Struct) -> bytes:
    """Encode a record. Lone surrogates, which models and file systems bring and UTF-8 lacks, are replaced."""
    try:
        return _ENCODER.encode(record)
    except UnicodeEncodeError:
        return _ENCODER.encode(value_without_surrogates(msgspec.to_builtins(record, str_keys=True)))


class Line(NamedTuple, Generic[_Any]):
    """One line of a record file, with its record and its damage."""

    raw: bytes
    record: _Any | None
    damage: Damage | None = None


def scan(path: Path, decoder: msgspec.json.Decoder[_Any], chain: Chain | None = None) -> Iterator[Line[_Any]]:
    """Yield all lines, one in memory at a time; none if the file is missing.

    Without a `chain`, checksums are not checked.

    Raises:
        FormatError: The file cannot be opened.
    """
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    with file:
        for number, raw in enumerate(complete_lines(file), start=1):
            finding = chain.take(raw) if chain is not None else None
            yield _line(raw, path.name, number, decoder, finding)


def _line(
    raw: bytes, file: str, number: int, decoder: msgspec.json.Decoder[_Any], finding: Finding | None
) -> Line[_Any]:
    problem, record = finding.problem if finding else None, None
    if finding is None or finding.usable:
        try:
            record = decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
            problem = f"it is not a record: {str(error)[:_MAX_PROBLEM]}"
    if problem is None:
        return Line(raw, record)
    task_id, epoch = readable_key(raw)
    return Line(raw, record, Damage(file=file, problem=problem, line=number, task_id=task_id, epoch=epoch))


def read_journal(path: Path, damages: list[Damage] | None = None) -> Iterator[Record]:
    """Yield the records of a journal; see `read_records`."""
    return read_records(path, _DECODER, damages)


def read_records(
    path: Path, decoder: msgspec.json.Decoder[_Any], damages: list[Damage] | None = None
) -> Iterator[_Any]:
    """Yield all complete records, one in memory at a time. A truncated last line is skipped.

    Damage is added to `damages`; without this list, it raises `FormatError`.
    """
    for line in scan(path, decoder, Chain()):
        _note(line.damage, damages, path)
        if line.record is not None:
            yield line.record


def _note(damage: Damage | None, damages: list[Damage] | None, path: Path) -> None:
    if damage is None:
        return
    if damages is None:
        raise damage_error(damage, str(path.parent))
    damages.append(damage)


def run_lines(path: Path, chain: Chain | None = None) -> Iterator[Line[Record]]:
    """Yield the lines of a journal."""
    return scan(path, _DECODER, chain)


def decode_record(raw: bytes) -> Record | None:
    """Return the record of a line; None if it is not one."""
    try:
        return _DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError):
        return None


def final_attempts(path: Path, damages: list[Damage] | None = None) -> Iterator[FinishedAttempt]:
    """Yield the final attempts in the order of their end, one in memory at a time.

    The last record of an attempt counts. If that one is damaged, the attempt is not final.
    """
    wanted = _final_places(path, damages)
    for index, line in enumerate(run_lines(path)):
        if index >= len(wanted):  # appended since
            return
        if wanted[index] and isinstance(line.record, FinishedAttempt):
            yield line.record


def _final_places(path: Path, damages: list[Damage] | None) -> bytearray:
    """Return which lines hold final attempts. Of attempts, only keys are in memory."""
    final: dict[Key, int] = {}
    wanted = bytearray()
    for index, line in enumerate(run_lines(path, Chain())):
        _note(line.damage, damages, path)
        wanted.append(0)
        record, damage = line.record, line.damage
        if isinstance(record, FinishedAttempt) and record.final:
            wanted[final.get(record.key, index)] = 0
            final[record.key], wanted[index] = index, 1
        elif record is None and damage is not None and damage.key is not None and damage.invalidates_earlier:
            wanted[final.pop(damage.key, index)] = 0
    return wanted
