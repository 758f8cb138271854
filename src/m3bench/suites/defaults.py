"""Settings of a run that a suite brings along, where the user gives no others."""

from __future__ import annotations

from typing import Any

import msgspec


class SuiteDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """The agent of a suite, and run options that differ from those of other suites."""

    agent: str | None = None
    options: dict[str, Any] = {}
    """By their names in manifests."""
    rubric: bool = False
    """Whether judges mark by MCP-Bench's rubric."""


MCP_BENCH_DEFAULTS = SuiteDefaults(agent="planner", options={"mode": "oracle+10", "fuzzy": True}, rubric=True)
"""As MCP-Bench is run: its planner, fuzzy requests and ten distractor servers."""
