"""The contents of archives: a digest of each file in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from m3bench.checks.data import read_members


def archive_contents(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    for name, member in read_members(data, path).items():
        yield name, hashlib.sha256(member).hexdigest()
