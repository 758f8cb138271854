"""`DEX Paprika`: networks, pools and tokens of decentralized exchanges."""

# The order of these imports is the order in which the tools are listed.
# ruff: isort: off
from m3bench_world.servers.mcp_bench.dex_paprika import listing
from m3bench_world.servers.mcp_bench.dex_paprika import details
from m3bench_world.servers.mcp_bench.dex_paprika import history
from m3bench_world.servers.mcp_bench.dex_paprika import finding
from m3bench_world.servers.mcp_bench.dex_paprika.server import server

__all__ = ["details", "finding", "history", "listing", "server"]
