"""What the bundled servers are built from."""

from m3bench.servers.kit.answer import Answer, Picture
from m3bench.servers.kit.failures import BadArgument, NotFound, ToolFailure, Unavailable, all_failed
from m3bench.servers.kit.files import Files
from m3bench.servers.kit.server import Desk, Server, ToolDefinition, about

__all__ = [
    "Answer",
    "BadArgument",
    "Desk",
    "Files",
    "NotFound",
    "Picture",
    "Server",
    "ToolDefinition",
    "ToolFailure",
    "Unavailable",
    "about",
    "all_failed",
]
