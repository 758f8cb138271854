"""Presets: agents that people use, as programs with the gateway as their MCP server."""

from m3bench.agents.presets.agent import PresetAgent
from m3bench.agents.presets.installing import agent_environments
from m3bench.agents.presets.preset import Fault, Outcome, Preset, fault_of
from m3bench.agents.presets.registry import PRESETS, find_preset, preset_versions

__all__ = [
    "PRESETS",
    "Fault",
    "Outcome",
    "Preset",
    "PresetAgent",
    "agent_environments",
    "fault_of",
    "find_preset",
    "preset_versions",
]
