"""Judge names on the command line, and the cache of judgements."""

from __future__ import annotations

from pathlib import Path

from m3bench.caching import cache_folder
from m3bench.models import ModelRef


def parse_judge(text: str) -> tuple[str, str | None]:
    """Split ``NAME@http…`` into the name and the address of a judge; None without an address."""
    name, at, address = text.partition("@http")
    return name.strip(), f"http{address.strip()}" if at else None


def judge_ref(text: str, base_url: str | None = None) -> ModelRef:
    """Return the model of a judge named on the command line. `base_url` is used if it has no address."""
    name, address = parse_judge(text)
    return ModelRef(name=name, base_url=address or base_url)


def default_judgement_cache() -> Path:
    """Return the folder of cached judgements, in ``$M3BENCH_CACHE`` or the user's cache folder."""
    return cache_folder("judgements")
