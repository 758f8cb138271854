"""The contents of archives: a digest of each file in it."""

from __future__ import annotations

import hashlib

from m3bench.checks.data import read_members


def archive_contents(data: bytes, path: str) -> dict[str, tuple[str, ...]]:
    members = read_members(data, path)
    return {name: (hashlib.sha256(member).hexdigest(),) for name, member in members.items()}
