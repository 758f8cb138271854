"""The run viewer: run folders on a local page, from the list of runs down to one call."""

from m3bench.apps.viewer.annotations import check_person
from m3bench.apps.viewer.api import ViewerApi
from m3bench.apps.viewer.export import Exported, count_attempts, export_viewer
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.web import viewer_app

__all__ = [
    "Exported",
    "Library",
    "ViewerApi",
    "check_person",
    "count_attempts",
    "export_viewer",
    "viewer_app",
]
