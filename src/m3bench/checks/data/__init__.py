"""Checks of the data that an agent leaves behind: texts, tables, documents, databases, repositories."""

from m3bench.checks.data.archive_reading import read_members
from m3bench.checks.data.archives import ArchiveMembers
from m3bench.checks.data.databases import JOURNALS, SqliteRows, read_database
from m3bench.checks.data.documents import DocxContent, Heading, PdfContent, read_pdf, spaced
from m3bench.checks.data.docx_reading import WORD_NAMESPACE, element_text, heading_levels, parse_word_xml
from m3bench.checks.data.images import ImageProperties, PixelColor
from m3bench.checks.data.made import joined, made_file
from m3bench.checks.data.repositories import GitCommit, GitLog
from m3bench.checks.data.sqlite_reading import query_rows
from m3bench.checks.data.structured import JsonFile
from m3bench.checks.data.structured_reading import read_value
from m3bench.checks.data.tables import CsvTable
from m3bench.checks.data.texts import TextFile
from m3bench.checks.data.values import row_faults, same_value, shown_value

__all__ = [
    "JOURNALS",
    "WORD_NAMESPACE",
    "ArchiveMembers",
    "CsvTable",
    "DocxContent",
    "GitCommit",
    "GitLog",
    "Heading",
    "ImageProperties",
    "JsonFile",
    "PdfContent",
    "PixelColor",
    "SqliteRows",
    "TextFile",
    "element_text",
    "heading_levels",
    "joined",
    "made_file",
    "parse_word_xml",
    "query_rows",
    "read_database",
    "read_members",
    "read_pdf",
    "read_value",
    "row_faults",
    "same_value",
    "shown_value",
    "spaced",
]
