"""Servers of a run: bundled, mounted, isolated."""

from m3bench.runs.serving.bundled import (
    BUNDLED,
    THIRD_PARTY,
    BundledHost,
    bundled_lease,
    bundled_proofs,
    bundled_spec,
    bundled_tools,
    is_plugin,
    own_servers,
    perception_tools,
    third_party_spec,
)
from m3bench.runs.serving.isolation import confined_agent, resumed_state, secret_paths, secrets_of
from m3bench.runs.serving.mounts import Mounts
from m3bench.runs.serving.server_set import ServerSet, outfitted
from m3bench.runs.serving.tool_errors import ToolErrors, tool_errors
from m3bench.runs.serving.tool_lists import RunSchemas, ToolLists

__all__ = [
    "BUNDLED",
    "THIRD_PARTY",
    "BundledHost",
    "Mounts",
    "RunSchemas",
    "ServerSet",
    "ToolErrors",
    "ToolLists",
    "bundled_lease",
    "bundled_proofs",
    "bundled_spec",
    "bundled_tools",
    "confined_agent",
    "is_plugin",
    "outfitted",
    "own_servers",
    "perception_tools",
    "resumed_state",
    "secret_paths",
    "secrets_of",
    "third_party_spec",
    "tool_errors",
]
