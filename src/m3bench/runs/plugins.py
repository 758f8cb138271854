"""Plugins that a run used, recorded so that a missing one can be reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from m3bench.agents import AGENTS
from m3bench.checks import CHECKS
from m3bench.core import Registry, Task
from m3bench.encoders import ENCODERS
from m3bench.models import MODELS
from m3bench.runs.settings import RunSettings
from m3bench.servers import SERVERS
from m3bench.suites import SUITES

_REGISTRIES: Mapping[str, Registry[Any]] = {
    registry.kind: registry for registry in (AGENTS, SUITES, SERVERS, CHECKS, ENCODERS, MODELS)
}


def used_plugins(settings: RunSettings, tasks: Sequence[Task]) -> dict[str, str]:
    """Map each plugin of a run, such as ``check:answer_regex``, to the distribution it comes from."""
    return {
        f"{kind}:{name}": _REGISTRIES[kind].sources_of(name)[0]
        for kind, name in sorted(set(_used(settings, tasks)))
        if name in _REGISTRIES[kind] and not _REGISTRIES[kind].is_built_in(name)
    }


def missing_plugins(recorded: Mapping[str, str]) -> tuple[str, ...]:
    """Describe the recorded plugins that are not installed."""
    return tuple(
        f"the {kind} {name!r} of {source}"
        for kind, name, source in ((*key.partition(":")[::2], source) for key, source in recorded.items())
        if kind in _REGISTRIES and name not in _REGISTRIES[kind]
    )


def _used(settings: RunSettings, tasks: Iterable[Task]) -> Iterator[tuple[str, str]]:
    yield AGENTS.kind, settings.agent.partition(":")[0]
    yield SUITES.kind, settings.suite.name
    yield ENCODERS.kind, settings.encoder
    for model in filter(None, (settings.model.name, settings.judge)):
        yield MODELS.kind, model.partition("/")[0]
    for task in tasks:
        yield from ((SERVERS.kind, server) for server in task.servers)
        checks = task.extra.get("checks", ())
        yield from ((CHECKS.kind, str(each.get("check"))) for each in checks if isinstance(each, dict))
