"""Settings of a run that a suite brings along, where the user gives no others."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.suites.public import MCP_BENCH


class SuiteDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """The agent of a suite, and run options that differ from those of other suites."""

    agent: str | None = None
    options: dict[str, Any] = {}
    """By their names in manifests."""
    rubric: bool = False
    """Whether judges mark by MCP-Bench's rubric."""


_AS_MCP_BENCH = SuiteDefaults(agent="planner", options={"mode": "oracle+10", "fuzzy": True}, rubric=True)
_AS_TOBENCH = SuiteDefaults(agent="react", options={"mode": "oracle+4"})
_DEFAULTS = MappingProxyType({MCP_BENCH: _AS_MCP_BENCH, "cross": _AS_MCP_BENCH, "omni": _AS_TOBENCH})
_NONE = SuiteDefaults()


def suite_defaults(suite: str) -> SuiteDefaults:
    """Return the defaults of a suite, as its benchmark is run: MCP-Bench's planner, fuzzy requests and ten
    distractor servers; TOBench's loop `react` and four distractor servers.

    Args:
        suite: The name of a suite.

    Returns:
        Its defaults; without entries for most suites.
    """
    return _DEFAULTS.get(suite, _NONE)
