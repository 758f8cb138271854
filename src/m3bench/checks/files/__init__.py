"""Checks of files in the workspace, and safe access to it."""

from m3bench.checks.files.corruption import GARBAGE, as_given, first_half, with_contents
from m3bench.checks.files.files import FileExists, NoStrayFiles, named
from m3bench.checks.files.made import (
    FileCheck,
    decoded,
    joined,
    made_file,
    made_text,
    readable,
    require_harmless,
)
from m3bench.checks.files.workspaces import (
    WORKSPACE,
    content,
    glob_pattern,
    is_made,
    listed,
    made_files,
    only_file,
    original,
    relative,
)

__all__ = [
    "GARBAGE",
    "WORKSPACE",
    "FileCheck",
    "FileExists",
    "NoStrayFiles",
    "as_given",
    "content",
    "decoded",
    "first_half",
    "glob_pattern",
    "is_made",
    "joined",
    "listed",
    "made_file",
    "made_files",
    "made_text",
    "named",
    "only_file",
    "original",
    "readable",
    "relative",
    "require_harmless",
    "with_contents",
]
