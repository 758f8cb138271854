"""Agents by name. Each is imported when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from m3bench.agents.confinement import Confinement
from m3bench.agents.protocol import Agent
from m3bench.core import UsageError

AGENTS = {
    "executor": "M³-Bench's loop: select tools, call, decide, answer",
    "planner": "MCP-Bench's rounds: plan parallel calls, execute, compress, synthesize",
    "caller": "MCPVerse's plain loop of function calls; caller:prompted puts the tools into the prompt",
    "react": "TOBench's thought, action, observation, with an explicit claim of being done",
    "reference": "carries out the task's reference; needs no model",
    "noisy": "the same with seeded mistakes: noisy:0.3; needs no model",
    "retrieval": "tools by nearness to the request, arguments from schema and words; needs no model",
    "idle": "does nothing; needs no model",
    "generic": "floor: the reference's tools, arguments and fields filled in by type; needs no model",
    "names": "floor: the reference's tools without arguments; needs no model",
    "blind": "floor: arguments from the request alone, the family's most frequent answer; needs no model",
    "dump": "floor: calls like generic, then hands in all that results said; needs no model",
    "canned": "floor: the reference and the answer of another task of the family; needs no model",
    "union": "floor: the references of all other tasks of the family; needs no model",
    "repeat": "the reference with every call made three times; needs no model",
    "command": "a program of yours: command:./agent.sh; the gateway is its only MCP server",
}
"""What there is, with a word on each."""
_LOOPS = ("executor", "planner", "caller", "react")

FLOORS = ("generic", "names", "blind", "dump", "canned", "union")
"""Agents that understand nothing. An agent must beat all of them."""


def make_agent(text: str) -> Agent:
    """An agent from its name, with what it takes behind a colon: ``noisy:0.3``."""
    name, _, argument = text.partition(":")
    if name not in AGENTS:
        near = difflib.get_close_matches(name, AGENTS, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(f"There is no agent {name!r}.", f"{meant}Agents are {', '.join(AGENTS)}.")
    home = "loops" if name in _LOOPS else "external" if name == "command" else "baselines"
    agent: Agent = import_module(f"m3bench.agents.{home}.{name}").make(argument)
    return agent


def confined(agent: Agent, confinement: Confinement) -> Agent:
    """The agent under rules for programs of the user's. They mean nothing to an agent of ours."""
    rule = getattr(agent, "confined", None)
    return agent if rule is None else rule(confinement)
