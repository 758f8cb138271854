"""Success by level, kind and mode, and what MCPVerse compares: calling, retrieval and judges."""

from m3bench.reports.study.modes.section import modes_section

__all__ = ["modes_section"]
