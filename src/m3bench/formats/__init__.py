"""Readers and writers of task and trajectory files."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names
from m3bench.formats import jsonl

if TYPE_CHECKING:
    from m3bench.formats.attempt_record import AttemptRecord, Check, Collection, ModelReply
    from m3bench.formats.detection import detect
    from m3bench.formats.duplicates import Duplicates, resolve_duplicates
    from m3bench.formats.io import check_writable, write_atomically
    from m3bench.formats.reader import (
        iter_records,
        iter_trajectories,
        read_records,
        read_tasks,
        read_trajectories,
        tasks_from,
        trajectories_from,
    )
    from m3bench.formats.registry import FORMATS, Format, Kind, register_format
    from m3bench.formats.writer import write, write_collection
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "FORMATS",
    "AttemptRecord",
    "Check",
    "Collection",
    "Duplicates",
    "Format",
    "Kind",
    "ModelReply",
    "check_writable",
    "detect",
    "iter_records",
    "iter_trajectories",
    "jsonl",
    "read_records",
    "read_tasks",
    "read_trajectories",
    "register_format",
    "resolve_duplicates",
    "tasks_from",
    "trajectories_from",
    "write",
    "write_atomically",
    "write_collection",
]
