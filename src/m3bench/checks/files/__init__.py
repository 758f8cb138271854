"""Checks of files in the workspace, and safe access to it."""

from m3bench.checks.files.archives import readable, require_harmless
from m3bench.checks.files.corruption import GARBAGE, as_given, with_contents
from m3bench.checks.files.files import FileExists, NoStrayFiles, named, only_file
from m3bench.checks.files.made import decoded, joined, made_file, made_text
from m3bench.checks.files.workspaces import (
    WORKSPACE,
    content,
    is_made,
    listed,
    made_files,
    original,
    relative,
)

__all__ = [
    "GARBAGE",
    "WORKSPACE",
    "FileExists",
    "NoStrayFiles",
    "as_given",
    "content",
    "decoded",
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
