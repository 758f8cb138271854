"""Presets by name."""

from __future__ import annotations

from m3bench.agents.preset_spec import ACP, PRESET_PREFIX, PresetSpec, read_preset_spec
from m3bench.agents.presets.acp import AcpAgent
from m3bench.agents.presets.agent import PresetAgent
from m3bench.agents.presets.claude_code import ClaudeCode
from m3bench.agents.presets.codex import Codex
from m3bench.agents.presets.gemini_cli import GeminiCli
from m3bench.agents.presets.goose import Goose
from m3bench.agents.presets.openhands import OpenHands
from m3bench.agents.presets.preset import Preset
from m3bench.core import UsageError
from m3bench.core.text import nearest_names

_ALL: tuple[Preset, ...] = (ClaudeCode(), Codex(), GeminiCli(), OpenHands(), Goose())
PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}


def find_preset(spec: PresetSpec) -> Preset:
    """Return the preset with this name. Raises `UsageError` with similar names if there is none."""
    if spec.name == ACP:
        return AcpAgent(spec.command)
    if spec.name in PRESETS:
        return PRESETS[spec.name]
    near = nearest_names(spec.name, PRESETS)
    hint = f"Did you mean preset:{near[0]}?" if near else f"Presets: {', '.join((*PRESETS, 'acp:COMMAND'))}."
    raise UsageError(f"There is no preset {spec.name!r}.", hint)


def preset_versions(agent: str) -> dict[str, str]:
    """Return the version of the program that an agent of this name starts; empty for other agents."""
    if not agent.startswith(PRESET_PREFIX):
        return {}
    preset = find_preset(read_preset_spec(agent.removeprefix(PRESET_PREFIX)))
    version = preset.version()
    return {preset.name: version} if version else {}


def make(argument: str) -> PresetAgent:
    spec = read_preset_spec(argument)
    return PresetAgent(find_preset(spec), spec)
