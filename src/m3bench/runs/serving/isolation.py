"""Isolation of third-party servers and agents in a run."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.agents import Agent, Confinement, confine
from m3bench.core import UsageError
from m3bench.hosting import SandboxState, sandbox_state
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import SuiteRef


def secret_paths(suite: SuiteRef, *others: str | None) -> list[Path]:
    """Return existing paths outside of the run folder that hold references or recorded runs."""
    named = (suite.name, suite.data, *others)
    return [Path(name) for name in named if name and Path(name).exists()]


def secrets_of(settings: RunSettings) -> list[Path]:
    """Return the secret paths of a run."""
    return secret_paths(settings.suite, settings.record, settings.replay, settings.model.cache)


def confine_agent(
    agent: Agent, settings: RunSettings, folder: RunFolder, server_set: ServerSet, state: SandboxState
) -> Agent:
    """Apply the confinement of the settings to the agent, if it is a program."""
    hidden = (folder.path, server_set.folder, *secrets_of(settings))
    rules = confinement(settings, state)
    return confine(agent, msgspec.structs.replace(rules, hidden=hidden, scratch=server_set.folder))


def confinement(settings: RunSettings, state: SandboxState) -> Confinement:
    """Return what the settings allow a program."""
    return Confinement(
        sandbox=state.in_force,
        env=settings.agent_env,
        read=tuple(map(Path, settings.agent_read)),
        network=settings.agent_network,
        limits=settings.resource_limits,
    )


def resumed_sandbox(folder: RunFolder) -> SandboxState:
    """Return the sandbox state of a resumed run. Raise `UsageError` if the run would lose its sandbox."""
    manifest = folder.manifest
    state = sandbox_state(manifest.recorded.sandbox)
    if manifest.sandbox is not None and manifest.sandbox.in_force and not state.in_force:
        raise UsageError(
            f"{folder.path} was started with a sandbox, which is not available here: {state.reason}",
            "Resume it where a sandbox is available, or start a new run.",
        )
    return state
