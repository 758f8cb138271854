"""Postal codes of states, the federal district and territories."""

from __future__ import annotations

from importlib.resources import files

_TABLE = (files("m3bench_world.parks") / "states.tsv").read_text("utf-8")
STATES: dict[str, str] = dict(line.split("\t") for line in _TABLE.splitlines())
"""Postal code → name."""
