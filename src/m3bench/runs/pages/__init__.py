"""Where the pages of an exported viewer lie, for whoever links to them."""

from m3bench.runs.pages.paths import attempt_path, run_path

__all__ = ["attempt_path", "run_path"]
