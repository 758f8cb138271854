"""Agents by name: built-in, registered, or from plugins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.confinement import Confinement
from m3bench.core import BuiltIn, PluginError, Registry, UsageError
from m3bench.hosting import Tool, ToolBudget


class Agent(Protocol):
    """Works on tasks. Holds no state of a task: attempts run concurrently."""

    @property
    def name(self) -> str:
        """The name on the command line, such as `executor` or `noisy:0.3`."""

    @property
    def needs_model(self) -> bool: ...

    async def solve(self, attempt: Attempt) -> Ending:
        """Work on the task, only through `attempt.ask` and `attempt.call`.

        Report mistakes of the model in the ending. Do not catch `ModelError` and `BudgetSpent`.
        """


AgentFactory: TypeAlias = Callable[[str], Agent]
"""Takes the text after the colon of a name (`noisy:0.3`), or an empty string; returns the agent."""

_SUMMARIES = {
    "loops": {
        "executor": "M³-Bench's loop: select tools, call, decide, answer",
        "planner": "MCP-Bench's rounds: plan parallel calls, execute, compress, synthesize",
        "caller": "MCPVerse's plain loop of function calls; caller:prompted puts the tools into the prompt",
        "react": "TOBench's thought, action, observation, with an explicit claim of being done",
    },
    "baselines": {
        "reference": "carries out the task's reference; needs no model",
        "noisy": "the same with seeded mistakes: noisy:0.3; needs no model",
        "careless": "takes a shortcut of a closed-loop task: careless:trusting; needs no model",
        "retrieval": "tools by nearness to the request, arguments from schema and words; needs no model",
        "matching": "the nearest tool per sentence, arguments by the words beside values; needs no model",
        "idle": "does nothing; needs no model",
        "generic": "floor: the reference's tools, arguments and fields filled in by type; needs no model",
        "names": "floor: the reference's tools without arguments; needs no model",
        "blind": "floor: arguments from the request alone, the family's most frequent answer; needs no model",
        "dump": "floor: calls like generic, then hands in all that results said; needs no model",
        "canned": "floor: the reference and the answer of another task of the family; needs no model",
        "union": "floor: the references of all other tasks of the family; needs no model",
        "repeat": "the reference with every call made three times; needs no model",
    },
    "external": {"command": "a program of yours: command:./agent.sh; the gateway is its only MCP server"},
    "presets": {"preset": "an agent that people use: preset:claude-code; the gateway is its only MCP server"},
}

FLOORS = ("generic", "names", "blind", "dump", "canned", "union")
"""Agents that understand nothing. An agent must beat all of them."""
_FACTORIES = {
    "preset": "registry:make",
    **{name: f"reference:{name}" for name in ("reference", "repeat", "idle")},
    **{name: f"floors:{name}" for name in FLOORS},
}
"""Factories that are not `make` in a module of the agent's name."""

BASELINES = tuple(_SUMMARIES["baselines"])
"""Agents without a model, floors included."""

OBJECT = "python"
"""Prefix of agent objects in manifests: ``python:NAME``."""


def _problem(name: str, value: Any) -> str | None:
    if name == OBJECT or ":" in name:
        return "the name is reserved" if name == OBJECT else "a name must not contain a colon"
    return None if callable(value) else "expected a function that takes a string and returns an agent"


AGENTS: Registry[AgentFactory] = Registry(
    "agent",
    {
        name: BuiltIn(f"m3bench.agents.{home}.{_FACTORIES.get(name, f'{name}:make')}", summary)
        for home, agents in _SUMMARIES.items()
        for name, summary in agents.items()
    },
    problem=_problem,
)
register_agent = AGENTS.register


def make_agent(text: str) -> Agent:
    """Make an agent from its name and argument, such as ``noisy:0.3``.

    Raises:
        UsageError: The name is unknown or the argument is invalid.
        PluginError: The factory of a plugin does not return an agent.
    """
    name, _, argument = text.partition(":")
    if name == OBJECT:
        raise UsageError(
            f"The agent {argument!r} is an object of a Python program.",
            "Pass it from Python: m3bench.run(…, agent=…) or m3bench.resume(path, agent=…).",
        )
    agent: Agent = AGENTS.make(name, argument)
    problem = agent_problem(agent)
    if problem:
        raise PluginError(
            f"The agent {name!r} of {AGENTS.sources_of(name)[0]} is broken: {problem}.",
            "See docs/agents.md for what an agent needs.",
        )
    return agent


def agent_problem(value: Any) -> str | None:
    """Return why an object is not an `Agent`; None if it is one."""
    if isinstance(value, type):
        return f"{value.__name__} is a class; pass an instance of it"
    required = (("name", str), ("needs_model", bool))
    for attribute, kind in required:
        if not isinstance(getattr(value, attribute, None), kind):
            return f"{type(value).__name__} has no {attribute} ({kind.__name__})"
    return None if callable(getattr(value, "solve", None)) else f"{type(value).__name__} has no method solve"


def tool_budget(
    agent: Agent, model: str, tools: Sequence[Tool], tokens: int, window: int | None = None
) -> ToolBudget | None:
    """Decide how an agent would offer tools to a model, before anything is asked.

    Args:
        agent: The agent.
        model: The name of the model.
        tools: The tools that are mounted.
        tokens: The tokens that they take, estimated.
        window: The context window of the model, if it is given.

    Returns:
        How, with a note if it is not the usual way; None if only the agent itself knows.

    Raises:
        UsageError: The model cannot take so many tools, or so many tokens.
    """
    decide = getattr(agent, "tool_budget", None)
    if decide is None:
        return None
    budget: ToolBudget | None = (
        decide(model, tools, tokens) if window is None else decide(model, tools, tokens, window=window)
    )
    return budget


def confine(agent: Agent, confinement: Confinement) -> Agent:
    """Apply the rules to an agent that is a program. Other agents are returned as they are."""
    apply = getattr(agent, "confined", None)
    return agent if apply is None else apply(confinement)
