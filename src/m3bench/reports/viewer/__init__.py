"""The viewer: run folders on a local page, from the list of runs down to one call. It only ever reads."""

from m3bench.reports.viewer.library import Library

__all__ = ["Library"]
