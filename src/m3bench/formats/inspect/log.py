"""Inspect logs: a JSON document, or an archive (``.eval``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from m3bench.core import Trajectory
from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import AttemptRecord, Collection, records_from
from m3bench.formats.inspect.reader import NO_MODEL, trajectory_from
from m3bench.formats.inspect.scores import CHECKS, METRICS, results_of
from m3bench.formats.inspect.writer import sample_of
from m3bench.formats.io import SUFFIX, Cursor, Source, archive_chunks, dump

_VERSION = 2


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """Yield every sample. With several epochs, ids are ``id#epoch``."""
    log = source.cursor
    log["eval"].fields()
    samples = log["samples"].elements() if log["samples"].given else []
    several = any(_epoch(sample) > 1 for sample in samples)
    for sample in samples:
        named = Cursor(sample.value, log.file).named(sample["id"].identifier())
        yield trajectory_from(named, Cursor(log.value, log.file), several=several)


def _epoch(sample: Cursor) -> int:
    epoch = sample["epoch"].value
    return epoch if isinstance(epoch, int) else 1


def write_trajectories(trajectories: Iterable[Trajectory], file: str) -> Iterator[bytes]:
    records = records_from(trajectories)
    return write_collection(Collection(name=Path(file).stem, attempt_records=records), file)


def write_collection(collection: Collection, file: str) -> Iterator[bytes]:
    """Yield the log, one sample at a time."""
    header = _header(collection)
    records = collection.attempt_records
    several = any(record.epoch > 1 for record in records)
    samples = (sample_of(record, header, collection.created, several=several) for record in records)
    return archive_chunks(header, samples) if Path(file).suffix == SUFFIX else _document(header, samples)


def _document(header: dict[str, Any], samples: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    yield dump(header).removesuffix(b"}\n") + b', "samples": ['
    for index, sample in enumerate(samples):
        yield (b",\n" if index else b"\n") + dump(sample)
    yield b"]}\n"


def _header(collection: Collection) -> dict[str, Any]:
    attempt_records = collection.attempt_records
    created = collection.created.isoformat()
    model = _most_common(record.trajectory.model for record in attempt_records) or NO_MODEL
    agent = _most_common(record.trajectory.agent for record in attempt_records)
    return {
        "version": _VERSION,
        "status": "success",
        "eval": {
            "eval_id": without_surrogates(collection.name),
            "run_id": without_surrogates(collection.name),
            "task_id": without_surrogates(collection.name),
            "created": created,
            "task": f"m3bench/{without_surrogates(collection.name)}",
            "solver": None if agent is None else without_surrogates(agent),
            "dataset": _dataset(attempt_records, collection.name),
            "model": without_surrogates(model),
            "config": {"epochs": max((record.epoch for record in attempt_records), default=1)},
            "packages": collection.versions,
            "metadata": collection.settings,
            "scorers": [{"name": name} for name in (METRICS, CHECKS)],
        },
        "plan": {"name": "plan", "steps": [{"solver": without_surrogates(agent or "agent"), "params": {}}]},
        "results": results_of(attempt_records),
        "stats": {"started_at": created, "completed_at": _ended(collection), "model_usage": {}},
    }


def _ended(collection: Collection) -> str:
    """Return the earliest possible end: attempts have no dates, and ran in parallel."""
    longest = max((record.seconds or 0.0 for record in collection.attempt_records), default=0.0)
    return (collection.created + timedelta(seconds=longest)).isoformat()


def _dataset(attempt_records: Sequence[AttemptRecord], name: str) -> dict[str, Any]:
    ids = list(dict.fromkeys(without_surrogates(record.task_id) for record in attempt_records))
    return {"name": without_surrogates(name), "samples": len(ids), "sample_ids": ids, "shuffled": False}


def _most_common(names: Iterable[str | None]) -> str | None:
    counted = Counter(name for name in names if name is not None)
    return counted.most_common(1)[0][0] if counted else None
