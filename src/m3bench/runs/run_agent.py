"""The agent of a run: by its name, or an object that a Python program passes in."""

from __future__ import annotations

from pathlib import Path

from m3bench.agents import OBJECT, Agent, agent_problem, make_agent
from m3bench.core import UsageError
from m3bench.models import ChatModel
from m3bench.runs.settings import RunSettings


def object_name(agent: Agent) -> str:
    """What the manifest calls an agent object. Raises `UsageError` for what is no agent."""
    problem = agent_problem(agent)
    if problem:
        raise UsageError(f"This is not an agent: {problem}.", "See docs/agents.md for what an agent has.")
    return f"{OBJECT}:{agent.name}"


def require_same_agent(settings: RunSettings, agent: Agent | None, path: Path) -> None:
    """Complain where a run cannot go on with this agent, or without one."""
    began = settings.agent
    if agent is None and began.startswith(f"{OBJECT}:"):
        raise UsageError(
            f"{path} was started with an agent object, {began.partition(':')[2]!r}.",
            "Pass the same agent again: m3bench.resume(path, agent=…).",
        )
    if agent is not None and object_name(agent) != began:
        raise UsageError(
            f"{path} was started with the agent {began}, not with {object_name(agent)}.",
            "Pass the agent that the run was started with, or start a new run.",
        )


def agent_of(settings: RunSettings, given: Agent | None, model: ChatModel | None) -> Agent:
    """The agent of a run: the given one, or the one that the settings name."""
    agent = given or make_agent(settings.agent)
    if agent.needs_model and settings.model.name is None and model is None:
        raise UsageError(
            f"The agent {agent.name} needs a model.",
            "Name one with --model, for example openai/NAME, anthropic/NAME or local/smollm2.",
        )
    if not agent.needs_model and settings.model.name is not None:
        raise UsageError(f"The agent {agent.name} takes no model.", "Leave --model out.")
    return agent
