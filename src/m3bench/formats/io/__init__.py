"""Reading and writing of files and JSON: bounded, confined, atomic, with precise errors."""

from m3bench.formats.io.archive import SUFFIX, ByteSink, archive_chunks
from m3bench.formats.io.cursor import Cursor, printable_text
from m3bench.formats.io.files import check_writable, write_atomically
from m3bench.formats.io.jsontext import DuplicateKeys, dump, dump_records, parse
from m3bench.formats.io.line_file import LineFile, complete_lines, end_of_complete_lines
from m3bench.formats.io.regular_files import (
    is_shell_pipe,
    open_regular,
    path_inside,
    read_regular,
    read_user_file,
    recorded_path_inside,
)
from m3bench.formats.io.source import PathLike, Source, decode, read_error, source_at, source_of
from m3bench.formats.io.structs import (
    Record,
    convert,
    from_base64,
    id_of,
    json_equal,
    plain,
    require_json,
    to_base64,
)

__all__ = [
    "SUFFIX",
    "ByteSink",
    "Cursor",
    "DuplicateKeys",
    "LineFile",
    "PathLike",
    "Record",
    "Source",
    "archive_chunks",
    "check_writable",
    "complete_lines",
    "convert",
    "decode",
    "dump",
    "dump_records",
    "end_of_complete_lines",
    "from_base64",
    "id_of",
    "is_shell_pipe",
    "json_equal",
    "open_regular",
    "parse",
    "path_inside",
    "plain",
    "printable_text",
    "read_error",
    "read_regular",
    "read_user_file",
    "recorded_path_inside",
    "require_json",
    "source_at",
    "source_of",
    "to_base64",
    "write_atomically",
]
