"""The journal: one line for each finished try, on disk before anybody hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

import msgspec

from m3bench.core import FormatError, M3BenchError
from m3bench.core.redaction import redactor
from m3bench.formats.io import LineFile, complete_lines, open_regular
from m3bench.runs.store.chain import NO_RUN, START, Chain, Finding, linked, mark_of
from m3bench.runs.store.damage import Damage, legible_key, refused
from m3bench.runs.store.records import Attempted, Key, Record

_ENCODER = msgspec.json.Encoder()
_Any = TypeVar("_Any")
_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)
_LONGEST_PROBLEM = 200


class JournalError(M3BenchError):
    """The journal cannot be written: the disk is full, or the folder is gone."""


class Journal:
    """Appends. A line that a death cut short is removed when the journal is opened again."""

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
        """Safe on disk when this returns, without secrets; not there at all when it raises."""
        # Before the checksum: what is taken out afterwards would look like an edit.
        body = redactor().document(_ENCODER.encode(redactor().value(record)))
        line, check = linked(body, self._run, self._previous)
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
            "Make room or mend it, then go on: what is in it is safe.",
        )


class Line(NamedTuple, Generic[_Any]):
    """One line of a file of records: what it holds, and what is wrong with it."""

    raw: bytes
    record: _Any | None
    damage: Damage | None = None


def scan(path: Path, decoder: msgspec.json.Decoder[_Any], chain: Chain | None = None) -> Iterator[Line[_Any]]:
    """Every line, one in memory at a time; none where there is no file.

    Without a `chain`, checksums are not looked at. Raises `FormatError` for what cannot be opened.
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
            problem = f"it is not a record: {str(error)[:_LONGEST_PROBLEM]}"
    if problem is None:
        return Line(raw, record)
    task_id, epoch = legible_key(raw)
    return Line(raw, record, Damage(file=file, problem=problem, line=number, task_id=task_id, epoch=epoch))


def read_journal(path: Path, damages: list[Damage] | None = None) -> Iterator[Record]:
    """Every record of a run, one in memory at a time."""
    return read_records(path, _DECODER, damages)


def read_records(
    path: Path, decoder: msgspec.json.Decoder[_Any], damages: list[Damage] | None = None
) -> Iterator[_Any]:
    """Every record that is whole, one in memory at a time. A last line that is cut short is not one.

    What is damaged is added to `damages`, and reading goes on; without such a list it is a `FormatError`.
    """
    for line in scan(path, decoder, Chain()):
        _note(line.damage, damages, path)
        if line.record is not None:
            yield line.record


def _note(damage: Damage | None, damages: list[Damage] | None, path: Path) -> None:
    if damage is None:
        return
    if damages is None:
        raise refused(damage, str(path.parent))
    damages.append(damage)


def run_lines(path: Path, chain: Chain | None = None) -> Iterator[Line[Record]]:
    """The lines of the journal of a run."""
    return scan(path, _DECODER, chain)


def final_places(path: Path, damages: list[Damage] | None = None) -> dict[Key, tuple[int, bool]]:
    """Of every key that is done: where its line is (counted from 0), and whether it failed by no doing of
    the agent's. Later ones replace earlier ones; where a later one is damaged, the key is not done."""
    places: dict[Key, tuple[int, bool]] = {}
    for place, line in enumerate(run_lines(path, Chain())):
        _note(line.damage, damages, path)
        record = line.record
        if isinstance(record, Attempted) and record.final:
            places[record.key] = place, record.failed
        elif record is None and line.damage is not None and line.damage.voids:
            places.pop(Key(line.damage.task_id or "", line.damage.epoch or 1), None)
    return places


def final_attempts(path: Path, damages: list[Damage] | None = None) -> Iterator[Attempted]:
    """The attempts that count, in the order of their end."""
    wanted = {place for place, _ in final_places(path, damages).values()}
    for place, line in enumerate(run_lines(path)):
        if place in wanted and isinstance(line.record, Attempted):
            yield line.record
