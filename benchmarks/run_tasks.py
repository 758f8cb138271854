"""The task of the engine, a bare loop and Inspect AI: 3 steps of 2 calls, then an answer."""

from __future__ import annotations

STEPS, CALLS = 3, 2
TOOL = "add"


def numbers(step: int, call: int) -> dict[str, float]:
    """Return the arguments of a call."""
    return {"a": 10.0 * step + call, "b": 1.0}
