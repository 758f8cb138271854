"""Build tasks with a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio

from m3bench.cli.console import progress_bar, remarks
from m3bench.cli.selection import install_third_party
from m3bench.curation import BuildProgram, BuiltTask, build_tasks, shares
from m3bench.runs import EngineSettings
from m3bench.suites import WorldRef
from m3bench.suites.m3 import Family


def build_with_progress(
    families: Sequence[Family],
    world: WorldRef,
    size: int,
    *,
    sandbox: bool,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
) -> list[BuiltTask]:
    """Build `size` tasks, spread evenly over the families, and execute their references."""
    install_third_party(("excel", "ppt"))
    parts = [(family.name, count) for family, count in shares(families, size) if count]
    with progress_bar("building tasks", size) as advance:
        build = partial(
            build_tasks, BuildProgram(world, sandbox), parts,
            engine=engine, on_built=lambda: advance(1), say=remarks().print,
        )  # fmt: skip
        return anyio.run(build)
