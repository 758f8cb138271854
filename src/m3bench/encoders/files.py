"""Hashes of model files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from m3bench.encoders.errors import EncoderError


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hex."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EncoderError(f"{path}: cannot be read ({error.strerror}).") from error


def combined_hash(parts: Mapping[str, str]) -> str:
    """Return one hash for several named values."""
    text = "\n".join(f"{name}={value}" for name, value in sorted(parts.items()))
    return hashlib.sha256(text.encode()).hexdigest()


def verify(folder: Path, expected: Mapping[str, str]) -> None:
    """Raise `EncoderError` if a file does not have its expected hash."""
    for relative, wanted in expected.items():
        actual = file_hash(folder / relative)
        if actual != wanted:
            raise EncoderError(
                f"{folder / relative}: SHA-256 is {actual}, expected {wanted}.",
                "Replace the file or name another source (--encoder minilm=SOURCE); "
                "use a different model with --encoder hf:FOLDER",
            )
