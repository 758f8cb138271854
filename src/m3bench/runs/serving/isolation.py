"""What of a run is kept from servers and agents that are not ours, and under which rules they run."""

from __future__ import annotations

from pathlib import Path

from m3bench.agents import Agent, Confinement, confined
from m3bench.core import UsageError
from m3bench.hosting import SandboxState, sandbox_state
from m3bench.runs.serving.server_set import ServerSet
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import SuiteRef


def secret_paths(suite: SuiteRef, *others: str | None) -> list[Path]:
    """Where references, or records of what others did, lie beside the run folder."""
    named = (suite.name, suite.data, *others)
    return [Path(name) for name in named if name and Path(name).exists()]


def secrets_of(settings: RunSettings) -> list[Path]:
    """The same for a run."""
    return secret_paths(settings.suite, settings.record, settings.replay, settings.model.cache)


def confined_agent(
    agent: Agent, settings: RunSettings, folder: RunFolder, server_set: ServerSet, state: SandboxState
) -> Agent:
    """The agent of a run; a program of the user's gets the rules that the settings make."""
    return confined(
        agent,
        Confinement(
            sandbox=state.in_force,
            env=settings.agent_env,
            read=tuple(map(Path, settings.agent_read)),
            network=settings.agent_network,
            hidden=(folder.path, server_set.folder, *secrets_of(settings)),
            scratch=server_set.folder,
        ),
    )


def resumed_state(folder: RunFolder) -> SandboxState:
    """Of a run that goes on. What it says of its sandbox must stay true."""
    manifest = folder.manifest
    state = sandbox_state(manifest.recorded.sandbox)
    if manifest.sandbox is not None and manifest.sandbox.in_force and not state.in_force:
        raise UsageError(
            f"{folder.path} began with a sandbox, and there is none here: {state.reason}",
            "Go on where there is one, or begin a new run.",
        )
    return state
