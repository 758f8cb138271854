"""Local web pages: app, access control, responses and server."""

from m3bench.apps.web.pages import Endpoint, local_app
from m3bench.apps.web.picture_types import UNKNOWN, picture_type
from m3bench.apps.web.responses import error_response, index_param, json_response, picture_response, read_body
from m3bench.apps.web.server import serve

__all__ = [
    "UNKNOWN",
    "Endpoint",
    "error_response",
    "index_param",
    "json_response",
    "local_app",
    "picture_response",
    "picture_type",
    "read_body",
    "serve",
]
