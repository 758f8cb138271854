"""`m3bench checks`, `formats` and `encoders`: list what can be extended by plugins."""

from __future__ import annotations

from m3bench.checks import CHECKS
from m3bench.cli.listing import kind_commands
from m3bench.encoders import ENCODERS
from m3bench.formats import FORMATS

checks = kind_commands("Checks", CHECKS.entries)
formats = kind_commands("Formats", FORMATS.entries)
encoders = kind_commands("Encoders", ENCODERS.entries, "hf:FOLDER loads an ONNX encoder from a folder.")
