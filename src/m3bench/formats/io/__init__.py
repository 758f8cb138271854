"""Files and JSON in and out: bounded, confined, atomic, with places in every error."""

from m3bench.formats.io.appending import LineFile, end_of_whole_lines, whole_lines
from m3bench.formats.io.archive import SUFFIX, archived
from m3bench.formats.io.base64text import bytes_of, text_of
from m3bench.formats.io.cursor import Cursor, shown
from m3bench.formats.io.files import check_writable, write_atomically
from m3bench.formats.io.inside import is_shell_pipe, open_regular, path_inside, read_given, read_regular
from m3bench.formats.io.jsontext import Repeated, dump, dump_records, parse
from m3bench.formats.io.source import PathLike, Source, decoded, source_at, source_of, unreadable
from m3bench.formats.io.structs import Record, converted, id_of, plain, require_json, same

__all__ = [
    "SUFFIX",
    "Cursor",
    "LineFile",
    "PathLike",
    "Record",
    "Repeated",
    "Source",
    "archived",
    "bytes_of",
    "check_writable",
    "converted",
    "decoded",
    "dump",
    "dump_records",
    "end_of_whole_lines",
    "id_of",
    "is_shell_pipe",
    "open_regular",
    "parse",
    "path_inside",
    "plain",
    "read_given",
    "read_regular",
    "require_json",
    "same",
    "shown",
    "source_at",
    "source_of",
    "text_of",
    "unreadable",
    "whole_lines",
    "write_atomically",
]
