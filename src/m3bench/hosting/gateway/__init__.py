"""The gateway: the servers of a task as one MCP server for an external agent."""

from m3bench.hosting.gateway.gateway import Assignment, Gateway
from m3bench.hosting.gateway.http import Address, read_address, serve_http, unix_listener
from m3bench.hosting.gateway.quiet import processes_of_session
from m3bench.hosting.gateway.sdk import make_server
from m3bench.hosting.gateway.service import serve_gateway
from m3bench.hosting.gateway.token import TOKEN_VARIABLE, checked_token, new_token, token_from_file

__all__ = [
    "TOKEN_VARIABLE",
    "Address",
    "Assignment",
    "Gateway",
    "checked_token",
    "make_server",
    "new_token",
    "processes_of_session",
    "read_address",
    "serve_gateway",
    "serve_http",
    "token_from_file",
    "unix_listener",
]
