"""List what can be extended by plugins: checks, formats and encoders."""

from __future__ import annotations

from m3bench.checks import CHECKS
from m3bench.cli.console import print_line
from m3bench.cli.kinds.table import ListRequest
from m3bench.cli.tables import print_entries
from m3bench.encoders import ENCODERS
from m3bench.formats import FORMATS


def list_checks(_: ListRequest) -> None:
    """List checks, built in and from plugins."""
    print_entries("Check", CHECKS.entries())


def list_formats(_: ListRequest) -> None:
    """List formats, built in and from plugins."""
    print_entries("Format", FORMATS.entries())


def list_encoders(_: ListRequest) -> None:
    """List encoders, built in and from plugins."""
    print_entries("Encoder", ENCODERS.entries())
    print_line("hf:FOLDER loads an ONNX encoder from a folder.")
