"""The planning failures that MCP-Bench's appendix names."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Planning(StrEnum):
    """The kinds of planning failures. `docs/taxonomy.md` has the definition of each."""

    DECOMPOSITION = "decomposition"
    SEQUENCING = "sequencing"
    PARALLELISATION = "parallelisation"
    REDUNDANCY = "redundancy"
    STATE_TRACKING = "state_tracking"
    CONDITIONAL_LOGIC = "conditional_logic"


class PlanningFailure(msgspec.Struct, frozen=True, kw_only=True):
    """One planning failure of one attempt. Calls are numbered over all steps, from 0."""

    failure: Planning
    calls: tuple[int, ...] = ()
    """The calls of the attempt that show it."""
    expected_calls: tuple[int, ...] = ()
    """The calls of the reference that show it."""
    detail: str
    """What happened, in one line. Its calls are numbered from 1."""
