"""Connections to servers over stdio and HTTP: the MCP SDK with limits. Slow to import."""

from m3bench.hosting.session.connection import http_transport, open_session
from m3bench.hosting.session.offers import Offers
from m3bench.hosting.session.session import Session
from m3bench.hosting.session.stdio import StdioServer, Streams
from m3bench.hosting.session.wire import MAX_MESSAGE_BYTES, parse_long

__all__ = [
    "MAX_MESSAGE_BYTES",
    "Offers",
    "Session",
    "StdioServer",
    "Streams",
    "http_transport",
    "open_session",
    "parse_long",
]
