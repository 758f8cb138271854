"""Checks of the data that an agent leaves behind: texts, tables, databases, repositories."""

from m3bench.checks.data.archives import ArchiveMembers, pack_members, read_members
from m3bench.checks.data.databases import (
    SqliteRows,
    changed_database,
    changing_column,
    database_tables,
    query_rows,
    read_database,
)
from m3bench.checks.data.git import GitError, Repository
from m3bench.checks.data.images import ImageProperties, PixelColor
from m3bench.checks.data.repositories import GitCommit, GitLog
from m3bench.checks.data.structured import MAX_BYTES, JsonFile, read_value
from m3bench.checks.data.tables import CsvTable
from m3bench.checks.data.texts import TextFile
from m3bench.checks.data.values import (
    MAX_EXPECTED,
    missing_texts,
    row_faults,
    same_value,
    shown_value,
    unwanted_texts,
)

__all__ = [
    "MAX_BYTES",
    "MAX_EXPECTED",
    "ArchiveMembers",
    "CsvTable",
    "GitCommit",
    "GitError",
    "GitLog",
    "ImageProperties",
    "JsonFile",
    "PixelColor",
    "Repository",
    "SqliteRows",
    "TextFile",
    "changed_database",
    "changing_column",
    "database_tables",
    "missing_texts",
    "pack_members",
    "query_rows",
    "read_database",
    "read_members",
    "read_value",
    "row_faults",
    "same_value",
    "shown_value",
    "unwanted_texts",
]
