"""The viewer: run folders on a local page, from the list of runs down to one call. It only ever reads."""

from m3bench.apps.viewer.desk import ViewDesk
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.web import viewer_app

__all__ = [
    "Library",
    "ViewDesk",
    "viewer_app",
]
