"""Parts of `m3bench servers`: tests of servers, and files of the MCP registry."""

from m3bench.cli.server_commands.registry import export_server, import_server_file
from m3bench.cli.server_commands.testing import run_test

__all__ = ["export_server", "import_server_file", "run_test"]
