"""Repository changes: commits, branches, tags, merges and picks."""

from __future__ import annotations

from m3bench.suites import Blueprint
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_suites.builders.verse.folders._shared import make_task
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

TITLE = "Repository changes"
CASES = (port, hotfix, partial, release, version, recovery, pick, audit)


def make(draw: TaskDraw) -> Blueprint:
    return make_task(draw, TITLE, CASES)


FAMILY = VerseFamily(
    number=46,
    name="repository_changes",
    title=TITLE,
    goal="Make commits, branches, tags and merges, of exactly what is asked for.",
    make=make,
)
