"""Interchangeable tools of the bundled servers, as `equivalents.toml` declares them.

They stand apart from the servers because scoring needs them all, and no server.
"""

from __future__ import annotations

from importlib.resources import files

import msgspec

from m3bench.core import Equivalence

_TABLE = (files("m3bench_world") / "servers" / "equivalents.toml").read_bytes()

EQUIVALENCES = msgspec.toml.decode(_TABLE, type=dict[str, tuple[Equivalence, ...]])["equivalence"]
"""All of them, in the order of their servers."""
