"""Servers of a run: bundled and third-party ones, mounting and isolation."""

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
from m3bench.runs.serving.installs import catalog_servers, missing_packages, prepare_machine
from m3bench.runs.serving.isolation import confine_agent, resumed_sandbox, secret_paths, secrets_of
from m3bench.runs.serving.mounts import Mounts
from m3bench.runs.serving.run_servers import open_server_set, required_servers, server_specs
from m3bench.runs.serving.server_set import ServerSet
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
    "catalog_servers",
    "confine_agent",
    "is_plugin",
    "missing_packages",
    "open_server_set",
    "own_servers",
    "perception_tools",
    "prepare_machine",
    "required_servers",
    "resumed_sandbox",
    "secret_paths",
    "secrets_of",
    "server_specs",
    "third_party_spec",
    "tool_errors",
]
