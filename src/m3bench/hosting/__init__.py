"""Real MCP servers as one dependable toolbox: started fast, pooled, never trusted."""

from m3bench.hosting.aliases import Aliases
from m3bench.hosting.cassette import CassetteMissError, RecordingHost, ReplayHost
from m3bench.hosting.cassette_file import Cassette, CassetteWriter, read_cassette
from m3bench.hosting.cassette_placeholders import Placeholders
from m3bench.hosting.catalog import Catalog, load_catalog
from m3bench.hosting.catalog_entry import CatalogEntry, Proof
from m3bench.hosting.checking import Check, check_servers
from m3bench.hosting.config import read_specs, specs_from
from m3bench.hosting.drift import Drift
from m3bench.hosting.drift import compare as compare_tools
from m3bench.hosting.environments import Environments, Installed
from m3bench.hosting.failures import service_problem
from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost, trusting
from m3bench.hosting.joined import JoinedHost
from m3bench.hosting.keeping import keep_workspace
from m3bench.hosting.listings import Listings
from m3bench.hosting.mounting import Fit, Mode, Mounted, Retriever, ServerInfo, fit, mount, parse_mode
from m3bench.hosting.pool import Lease, Pool
from m3bench.hosting.ranking import Ranked, ToolRanker, require_encoder
from m3bench.hosting.sandbox import sandbox_problem, sandboxed
from m3bench.hosting.sandbox_mode import SandboxMode, SandboxState, sandbox_state
from m3bench.hosting.serverlog import file_name
from m3bench.hosting.shelf import Shelves
from m3bench.hosting.spec import Scope, ServerSpec, Timeouts
from m3bench.hosting.tokens import count_tools
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox import Toolbox
from m3bench.hosting.withholding import WithholdingHost
from m3bench.hosting.workspace import Changes, Manifest, Workspace, changes

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
    "Listings",
    "Manifest",
    "Mode",
    "Mounted",
    "Placeholders",
    "Pool",
    "Proof",
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
    "Shelves",
    "Timeouts",
    "Tool",
    "ToolHost",
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
