"""Parquet: tasks and trajectories in columns, read and written in groups of rows."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.formats.parquet.chunks import Column, parquet_chunks, require_parquet, written_rows
    from m3bench.formats.parquet.records import (
        is_parquet,
        kind_of_file,
        read_tasks,
        read_trajectories,
        stream,
        write_tasks,
        write_trajectories,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Column",
    "is_parquet",
    "kind_of_file",
    "parquet_chunks",
    "read_tasks",
    "read_trajectories",
    "require_parquet",
    "stream",
    "write_tasks",
    "write_trajectories",
    "written_rows",
]
