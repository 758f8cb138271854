"""Markets: coins, pools, cars, games and threads about them."""

from __future__ import annotations

FAMILIES: dict[str, int] = {}
"""The families in order, with their number of tasks in the released suite."""
