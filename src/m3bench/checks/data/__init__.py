"""Checks of the data that an agent leaves behind: texts, tables, databases, repositories."""

from m3bench.checks.data.archive_reading import read_members
from m3bench.checks.data.archives import ArchiveMembers
from m3bench.checks.data.databases import JOURNALS, SqliteRows, read_database
from m3bench.checks.data.images import ImageProperties, PixelColor
from m3bench.checks.data.repositories import GitCommit, GitLog
from m3bench.checks.data.sqlite_reading import query_rows
from m3bench.checks.data.structured import JsonFile
from m3bench.checks.data.structured_reading import read_value
from m3bench.checks.data.tables import CsvTable
from m3bench.checks.data.texts import TextFile
from m3bench.checks.data.values import MAX_EXPECTED, row_faults, same_value, shown_value

__all__ = [
    "JOURNALS",
    "MAX_EXPECTED",
    "ArchiveMembers",
    "CsvTable",
    "GitCommit",
    "GitLog",
    "ImageProperties",
    "JsonFile",
    "PixelColor",
    "SqliteRows",
    "TextFile",
    "query_rows",
    "read_database",
    "read_members",
    "read_value",
    "row_faults",
    "same_value",
    "shown_value",
]
