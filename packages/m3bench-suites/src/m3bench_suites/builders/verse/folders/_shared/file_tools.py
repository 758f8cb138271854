"""Calls of the file system server."""

from __future__ import annotations

from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.verse.folders._shared.calls import FILES, place


def read(path: str, *uses: CallResult) -> PlannedCall:
    """Read a file of at most 1,000 characters; the server cuts off longer ones."""
    return call(f"{FILES}/read_file", *uses, file_path=place(path))


def write(path: str, content: str, *uses: CallResult, mode: str = "overwrite") -> PlannedCall:
    return call(f"{FILES}/write_file", *uses, file_path=place(path), content=content, mode=mode)


def tree(path: str, *uses: CallResult) -> PlannedCall:
    """List a folder with everything below, sorted by name, with sizes and without dates."""
    return call(f"{FILES}/get_directory_tree", *uses, directory_path=place(path))


def move(source: str, target: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/move_file", *uses, source_path=place(source), destination_path=place(target))


def copy(source: str, target: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/copy_file", *uses, source_path=place(source), destination_path=place(target))


def delete(path: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/delete_file", *uses, file_path=place(path))


def make_folder(path: str, *uses: CallResult) -> PlannedCall:
    return call(f"{FILES}/create_directory", *uses, path=place(path))
