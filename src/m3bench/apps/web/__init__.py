"""Local web pages: app, access control, responses and server."""

from m3bench.apps.web.pages import Endpoint, local_app
from m3bench.apps.web.responses import (
    UNKNOWN,
    UNTRUSTED,
    bytes_response,
    error_response,
    index_param,
    json_response,
    picture_type,
    played_type,
    read_body,
)
from m3bench.apps.web.server import serve

__all__ = [
    "UNKNOWN",
    "UNTRUSTED",
    "Endpoint",
    "bytes_response",
    "error_response",
    "index_param",
    "json_response",
    "local_app",
    "picture_type",
    "played_type",
    "read_body",
    "serve",
]
