"""MCP servers behind one toolbox: start, pool, sandbox, record and replay them."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.hosting.cassette import (
        Cassette,
        CassetteMissError,
        CassetteWriter,
        Drift,
        Placeholders,
        RecordingHost,
        ReplayHost,
        read_cassette,
    )
    from m3bench.hosting.cassette import compare as compare_tools
    from m3bench.hosting.catalog import Catalog, CatalogEntry, Environments, Installed, load_catalog
    from m3bench.hosting.config import entries_of, named_specs, parse_specs, read_specs
    from m3bench.hosting.exception_groups import unwrap_group
    from m3bench.hosting.host import (
        FilteredHost,
        JoinedHost,
        Rejection,
        Reply,
        ServerFault,
        ToolHost,
        WrappedHost,
        with_reported_outcome,
    )
    from m3bench.hosting.installation import Installation, install_servers
    from m3bench.hosting.interaction import (
        Caller,
        Elicit,
        Elicitation,
        ElicitationAnswer,
        ElicitingHost,
        calling,
        current_caller,
    )
    from m3bench.hosting.listings import StoredToolList, ToolListSource, ToolListStore
    from m3bench.hosting.mounting import (
        MountedServers,
        MountMode,
        MountSize,
        RankedTool,
        Retriever,
        ServerInfo,
        ToolBudget,
        ToolRanker,
        fit_tools,
        mount,
        parse_mode,
        require_encoder,
    )
    from m3bench.hosting.pool import Lease, Pool, PoolHost
    from m3bench.hosting.process import file_name
    from m3bench.hosting.resource_limits import (
        DEFAULT_LIMITS,
        RESOURCE_NAMES,
        ResourceLimits,
        parse_resource_limits,
        read_resource_limits,
    )
    from m3bench.hosting.sandbox import SandboxMode, SandboxState, sandbox_problem, sandbox_state, sandboxed
    from m3bench.hosting.server_checks import ServerCheck, check_servers
    from m3bench.hosting.server_memory import ServerMemory, default_server_memory
    from m3bench.hosting.spec import Feature, Scope, ServerSpec, Timeouts, read_features
    from m3bench.hosting.tool import Tool
    from m3bench.hosting.toolbox import Aliases, Toolbox, ToolIndexCache, count_tools, service_problem
    from m3bench.hosting.workspace import (
        Changes,
        Manifest,
        OverQuota,
        Workspace,
        WorkspaceError,
        changes,
        keep_workspace,
        measure,
        run_stoppable,
    )
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "DEFAULT_LIMITS",
    "RESOURCE_NAMES",
    "Aliases",
    "Caller",
    "Cassette",
    "CassetteMissError",
    "CassetteWriter",
    "Catalog",
    "CatalogEntry",
    "Changes",
    "Drift",
    "Elicit",
    "Elicitation",
    "ElicitationAnswer",
    "ElicitingHost",
    "Environments",
    "Feature",
    "FilteredHost",
    "Installation",
    "Installed",
    "JoinedHost",
    "Lease",
    "Manifest",
    "MountMode",
    "MountSize",
    "MountedServers",
    "OverQuota",
    "Placeholders",
    "Pool",
    "PoolHost",
    "RankedTool",
    "RecordingHost",
    "Rejection",
    "ReplayHost",
    "Reply",
    "ResourceLimits",
    "Retriever",
    "SandboxMode",
    "SandboxState",
    "Scope",
    "ServerCheck",
    "ServerFault",
    "ServerInfo",
    "ServerMemory",
    "ServerSpec",
    "StoredToolList",
    "Timeouts",
    "Tool",
    "ToolBudget",
    "ToolHost",
    "ToolIndexCache",
    "ToolListSource",
    "ToolListStore",
    "ToolRanker",
    "Toolbox",
    "Workspace",
    "WorkspaceError",
    "WrappedHost",
    "calling",
    "changes",
    "check_servers",
    "compare_tools",
    "count_tools",
    "current_caller",
    "default_server_memory",
    "entries_of",
    "file_name",
    "fit_tools",
    "install_servers",
    "keep_workspace",
    "load_catalog",
    "measure",
    "mount",
    "named_specs",
    "parse_mode",
    "parse_resource_limits",
    "parse_specs",
    "read_cassette",
    "read_features",
    "read_resource_limits",
    "read_specs",
    "require_encoder",
    "run_stoppable",
    "sandbox_problem",
    "sandbox_state",
    "sandboxed",
    "service_problem",
    "unwrap_group",
    "with_reported_outcome",
]
