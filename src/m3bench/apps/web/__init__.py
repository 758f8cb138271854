"""Local web pages: who may ask for them, and serving them on a port of this machine."""

from m3bench.apps.web.kinds import UNKNOWN, picture_kind
from m3bench.apps.web.serving import serve

__all__ = [
    "UNKNOWN",
    "picture_kind",
    "serve",
]
