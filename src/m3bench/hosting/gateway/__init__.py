"""The gateway: the servers of a task as one MCP server for an external agent."""

from m3bench.hosting.gateway.answers import form_text
from m3bench.hosting.gateway.content import call_result
from m3bench.hosting.gateway.gateway import Assignment, Gateway
from m3bench.hosting.gateway.http import Address, read_address, serve_http, unix_listener
from m3bench.hosting.gateway.quiet import QuietDetector, processes_of_session
from m3bench.hosting.gateway.sdk import make_server
from m3bench.hosting.gateway.service import (
    GatewayUser,
    cancel_on_signal,
    quiet_detector,
    serve_client,
    serve_gateway,
)
from m3bench.hosting.gateway.token import TOKEN_VARIABLE, chosen_token, new_token

__all__ = [
    "TOKEN_VARIABLE",
    "Address",
    "Assignment",
    "Gateway",
    "GatewayUser",
    "QuietDetector",
    "call_result",
    "cancel_on_signal",
    "chosen_token",
    "form_text",
    "make_server",
    "new_token",
    "processes_of_session",
    "quiet_detector",
    "read_address",
    "serve_client",
    "serve_gateway",
    "serve_http",
    "unix_listener",
]
