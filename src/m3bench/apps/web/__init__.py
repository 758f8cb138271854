"""Local web pages: who may ask for them, their files and answers, and serving them on this machine."""

from m3bench.apps.web.answers import error_response, json_response, picture_response, place_in, read_body
from m3bench.apps.web.kinds import UNKNOWN, picture_kind
from m3bench.apps.web.pages import Endpoint, local_app
from m3bench.apps.web.serving import serve

__all__ = [
    "UNKNOWN",
    "Endpoint",
    "error_response",
    "json_response",
    "local_app",
    "picture_kind",
    "picture_response",
    "place_in",
    "read_body",
    "serve",
]
