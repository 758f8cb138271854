"""Real MCP servers as one dependable toolbox: started fast, pooled, never trusted."""

from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost
from m3bench.hosting.spec import Scope, ServerSpec, Timeouts
from m3bench.hosting.tool import Tool

__all__ = ["Rejection", "Reply", "Scope", "ServerFault", "ServerSpec", "Timeouts", "Tool", "ToolHost"]
