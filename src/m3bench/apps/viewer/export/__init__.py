"""The viewer as files: the same pages, to be published or opened without a server."""

from m3bench.apps.viewer.export.export import Exported, count_attempts, export_viewer

__all__ = ["Exported", "count_attempts", "export_viewer"]
