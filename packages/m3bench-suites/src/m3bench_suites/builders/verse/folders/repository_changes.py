"""Repository changes: commits, branches, tags, merges and picks."""

from __future__ import annotations

from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.folders._shared.changes import (
    audit,
    hotfix,
    partial,
    pick,
    port,
    recovery,
    release,
    version,
)

FAMILY = Family(
    number=46,
    name="repository_changes",
    title="Repository changes",
    goal="Make commits, branches, tags and merges, of exactly what is asked for.",
    tasks=(port, hotfix, partial, release, version, recovery, pick, audit),
    kind="operation",
    time_sensitive=False,
)
