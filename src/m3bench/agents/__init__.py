"""Agents: one loop per paper, and baselines that need no model."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.agents.attempt import Attempt, BudgetSpent, Ending, Limits, Meter, Watcher
    from m3bench.agents.baselines import careless_ways
    from m3bench.agents.confinement import Confinement
    from m3bench.agents.content import ContentFitter, Describe, Description
    from m3bench.agents.gallery import Gallery
    from m3bench.agents.inputs import InputFile, list_inputs, read_inputs
    from m3bench.agents.placeholders import WORKSPACE, fill_placeholders
    from m3bench.agents.preset_spec import PRESET_PREFIX, PresetSpec, preset_with_model, read_preset_spec
    from m3bench.agents.registry import (
        AGENTS,
        BASELINES,
        FLOORS,
        OBJECT,
        Agent,
        AgentFactory,
        agent_problem,
        confine,
        make_agent,
        register_agent,
        tool_budget,
    )
    from m3bench.agents.tool_view import ContextWindow, ToolForm, ToolView
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AGENTS",
    "BASELINES",
    "FLOORS",
    "OBJECT",
    "PRESET_PREFIX",
    "WORKSPACE",
    "Agent",
    "AgentFactory",
    "Attempt",
    "BudgetSpent",
    "Confinement",
    "ContentFitter",
    "ContextWindow",
    "Describe",
    "Description",
    "Ending",
    "Gallery",
    "InputFile",
    "Limits",
    "Meter",
    "PresetSpec",
    "ToolForm",
    "ToolView",
    "Watcher",
    "agent_problem",
    "careless_ways",
    "confine",
    "fill_placeholders",
    "list_inputs",
    "make_agent",
    "preset_with_model",
    "read_inputs",
    "read_preset_spec",
    "register_agent",
    "tool_budget",
]
