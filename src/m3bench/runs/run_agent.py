"""The agent of a run: an agent object, or the one that the settings name."""

from __future__ import annotations

from pathlib import Path

from m3bench.agents import OBJECT, Agent, agent_problem, make_agent
from m3bench.core import UsageError
from m3bench.models import ChatModel
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.settings import RunSettings


def agent_object_name(agent: Agent) -> str:
    """Return the name of an agent object in the manifest. Raise `UsageError` if it is not an agent."""
    problem = agent_problem(agent)
    if problem:
        raise UsageError(f"This is not an agent: {problem}.", "See docs/agents.md for what an agent needs.")
    return f"{OBJECT}:{agent.name}"


def require_sendable_agent(agent: Agent | None, engine: EngineSettings) -> None:
    """Raise `UsageError` if workers would need an agent object, which exists in this process only."""
    if agent is not None and not engine.is_this_process:
        raise UsageError(
            f"The agent object {agent.name!r} cannot be sent to worker processes.",
            "Leave workers out, or make the agent a plugin and pass its name: see docs/plugins.md.",
        )


def require_same_agent(settings: RunSettings, agent: Agent | None, path: Path) -> None:
    """Raise `UsageError` if the run cannot be resumed with this agent, or without one."""
    recorded = settings.agent
    if agent is None and recorded.startswith(f"{OBJECT}:"):
        raise UsageError(
            f"{path} was started with an agent object, {recorded.partition(':')[2]!r}.",
            "Pass the same agent again: m3bench.resume(path, agent=…).",
        )
    if agent is not None and agent_object_name(agent) != recorded:
        raise UsageError(
            f"{path} was started with the agent {recorded}, not with {agent_object_name(agent)}.",
            "Pass the agent that the run was started with, or start a new run.",
        )


def resolve_agent(settings: RunSettings, given: Agent | None, model: ChatModel | None) -> Agent:
    """Return the given agent, or the one that the settings name."""
    agent = given or make_agent(settings.agent)
    if agent.needs_model and settings.model.name is None and model is None:
        raise UsageError(
            f"The agent {agent.name} needs a model.",
            "Name one with --model, for example openai/NAME, anthropic/NAME or local/smollm2.",
        )
    if not agent.needs_model and settings.model.name is not None:
        raise UsageError(f"The agent {agent.name} takes no model.", "Leave --model out.")
    return agent
