"""Real MCP servers as one dependable toolbox: started fast, pooled, never trusted."""

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
from m3bench.hosting.checking import Check, check_servers
from m3bench.hosting.config import read_specs, specs_from
from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost, trusting
from m3bench.hosting.joined import JoinedHost
from m3bench.hosting.listings import Listing, Listings
from m3bench.hosting.mounting import (
    Fit,
    Mode,
    Mounted,
    Ranked,
    Retriever,
    ServerInfo,
    ToolRanker,
    count_tools,
    fit,
    mount,
    parse_mode,
    require_encoder,
)
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.process import file_name
from m3bench.hosting.sandbox import SandboxMode, SandboxState, sandbox_problem, sandbox_state, sandboxed
from m3bench.hosting.spec import Scope, ServerSpec, Timeouts
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import Aliases, Toolbox, ToolIndexCache, service_problem
from m3bench.hosting.unwrapping import leaf
from m3bench.hosting.withholding import WithholdingHost
from m3bench.hosting.workspace import Changes, Manifest, Workspace, changes, keep_workspace

__all__ = [
    "Aliases",
    "Cassette",
    "CassetteMissError",
    "CassetteWriter",
    "Catalog",
    "CatalogEntry",
    "Changes",
    "Check",
    "Drift",
    "Environments",
    "Fit",
    "Installed",
    "JoinedHost",
    "Lease",
    "Listing",
    "Listings",
    "Manifest",
    "Mode",
    "Mounted",
    "Placeholders",
    "Pool",
    "Ranked",
    "RecordingHost",
    "Rejection",
    "ReplayHost",
    "Reply",
    "Retriever",
    "SandboxMode",
    "SandboxState",
    "Scope",
    "ServerFault",
    "ServerInfo",
    "ServerSpec",
    "Timeouts",
    "Tool",
    "ToolHost",
    "ToolIndexCache",
    "ToolRanker",
    "Toolbox",
    "WithholdingHost",
    "Workspace",
    "changes",
    "check_servers",
    "compare_tools",
    "count_tools",
    "file_name",
    "fit",
    "keep_workspace",
    "leaf",
    "load_catalog",
    "mount",
    "parse_mode",
    "read_cassette",
    "read_specs",
    "require_encoder",
    "sandbox_problem",
    "sandbox_state",
    "sandboxed",
    "service_problem",
    "specs_from",
    "trusting",
]
