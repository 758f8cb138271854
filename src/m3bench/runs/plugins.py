"""Plugins that a run used, recorded so that a missing one can be reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from m3bench.core import Registry, Task
from m3bench.runs.settings import RunSettings


@cache
def _registries() -> Mapping[str, Registry[Any]]:
    """Return the registries by kind. They take long to import, and most runs have no plugin to look up."""
    from m3bench.agents import AGENTS  # noqa: PLC0415
    from m3bench.checks import CHECKS  # noqa: PLC0415
    from m3bench.encoders import ENCODERS  # noqa: PLC0415
    from m3bench.models import MODELS  # noqa: PLC0415
    from m3bench.servers import SERVERS  # noqa: PLC0415
    from m3bench.suites import SUITES  # noqa: PLC0415

    return {registry.kind: registry for registry in (AGENTS, SUITES, SERVERS, CHECKS, ENCODERS, MODELS)}


def used_plugins(settings: RunSettings, tasks: Sequence[Task]) -> dict[str, str]:
    """Map each plugin of a run, such as ``check:answer_regex``, to the distribution it comes from."""
    return {
        f"{kind}:{name}": _registries()[kind].sources_of(name)[0]
        for kind, name in sorted(set(_used(settings, tasks)))
        if name in _registries()[kind] and not _registries()[kind].is_built_in(name)
    }


def missing_plugins(recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Describe the recorded plugins that are not installed."""
    return tuple(
        f"the {kind} {name!r} of {source}"
        for kind, name, source in ((*key.partition(":")[::2], source) for key, source in recorded.items())
        if kind in _registries() and name not in _registries()[kind]
    )


def _used(settings: RunSettings, tasks: Iterable[Task]) -> Iterator[tuple[str, str]]:
    yield "agent", settings.agent.partition(":")[0]
    yield "suite", settings.suite.name
    yield "encoder", settings.encoder
    for model in filter(None, (settings.model.name, settings.judge)):
        yield "model", model.partition("/")[0]
    for task in tasks:
        yield from (("server", server) for server in task.servers)
        yield from (("check", str(check.get("check"))) for check in task.checks)
