"""Servers of a run: bundled and third-party ones, mounting and isolation."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.serving.bundled import (
        BundledHost,
        bundled_lease,
        bundled_proofs,
        bundled_servers,
        bundled_spec,
        bundled_tools,
        is_plugin,
        is_third_party,
        own_servers,
        perception_tools,
        third_party_spec,
    )
    from m3bench.runs.serving.error_counts import ToolErrors, tool_errors
    from m3bench.runs.serving.installs import (
        catalog_servers,
        missing_packages,
        needed_packages,
        prepare_machine,
    )
    from m3bench.runs.serving.isolation import confine_agent, confinement, resumed_sandbox, secret_paths
    from m3bench.runs.serving.mount_plan import (
        MountPlan,
        hidden_tools,
        learn_tools,
        mountable_servers,
        plan_mounts,
        require_fit,
        suggest_larger,
    )
    from m3bench.runs.serving.mounts import Mounts, request_needs
    from m3bench.runs.serving.reference_calls import reference_checker, require_references
    from m3bench.runs.serving.run_servers import open_server_set, required_servers, server_specs
    from m3bench.runs.serving.server_collections import within_collections
    from m3bench.runs.serving.server_set import ServerLease, ServerSet
    from m3bench.runs.serving.tool_lists import RunSchemas, ToolLists
    from m3bench.servers import THIRD_PARTY
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "THIRD_PARTY",
    "BundledHost",
    "MountPlan",
    "Mounts",
    "RunSchemas",
    "ServerLease",
    "ServerSet",
    "ToolErrors",
    "ToolLists",
    "bundled_lease",
    "bundled_proofs",
    "bundled_servers",
    "bundled_spec",
    "bundled_tools",
    "catalog_servers",
    "confine_agent",
    "confinement",
    "hidden_tools",
    "is_plugin",
    "is_third_party",
    "learn_tools",
    "missing_packages",
    "mountable_servers",
    "needed_packages",
    "open_server_set",
    "own_servers",
    "perception_tools",
    "plan_mounts",
    "prepare_machine",
    "reference_checker",
    "request_needs",
    "require_fit",
    "require_references",
    "required_servers",
    "resumed_sandbox",
    "secret_paths",
    "server_specs",
    "suggest_larger",
    "third_party_spec",
    "tool_errors",
    "within_collections",
]
