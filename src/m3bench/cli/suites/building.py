"""Build tasks with a progress bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import anyio

from m3bench.cli.console import progress_bar, remarks
from m3bench.cli.installing import install_third_party
from m3bench.curation import BuildProgram, BuiltTask, build_tasks, shares
from m3bench.runs import EngineSettings
from m3bench.suites import SuiteGenerator, WorldRef


def build_with_progress(
    generator: SuiteGenerator,
    families: Sequence[str],
    world: WorldRef,
    size: int | None,
    *,
    sandbox: bool,
    configs: tuple[str, ...] = (),
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
) -> list[BuiltTask]:
    """Build tasks of families, and execute their references.

    Builds `size` tasks, spread evenly; without a size, as many of each family as the released suite has.
    Servers of the configurations replace others of the same names.
    """
    install_third_party(generator.third_party)
    parts = [(name, generator.families[name]) for name in families]
    if size is not None:
        parts = list(shares(families, size))
    with progress_bar("building tasks", sum(count for _, count in parts)) as advance:
        build = partial(
            build_tasks, BuildProgram(world, sandbox, generator.file or generator.suite, configs), parts,
            engine=engine, on_built=lambda: advance(1), say=remarks().print,
        )  # fmt: skip
        return anyio.run(build)
