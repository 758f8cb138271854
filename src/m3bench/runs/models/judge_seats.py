"""Judges as they are named on the command line, and where what they said is remembered."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from m3bench.models import ModelRef


def seat_of(text: str) -> tuple[str, str | None]:
    """The name of a judge, and its own address where it has one: ``NAME@http…``."""
    name, at, address = text.partition("@http")
    return name.strip(), f"http{address.strip()}" if at else None


def judge_ref(text: str, base_url: str | None = None) -> ModelRef:
    """The model of a judge as it is named on the command line; `base_url` is for one without an address."""
    name, address = seat_of(text)
    return ModelRef(name=name, base_url=address or base_url)


def default_judgement_cache() -> Path:
    """Where judgements are kept: below ``$M3BENCH_CACHE`` if set, else in the user's cache folder."""
    return Path(os.environ.get("M3BENCH_CACHE") or platformdirs.user_cache_path("m3bench")) / "judgements"
