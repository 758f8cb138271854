"""Suites by name. Each is imported when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import TYPE_CHECKING

from m3bench.core import UsageError
from m3bench.suites.suite import Suite

if TYPE_CHECKING:
    from m3bench.world import World

SUITES = {
    "m3": "211 tasks of M³-Bench's 28 families, with pictures, forms and checks (seed 7, for practice)",
    "smoke": "six small tasks that exercise every part of a run",
}
"""What there is, with a word on each. `m3bench.suites.NAME.NAME_suite(world)` makes it."""


def make_suite(name: str, world: World) -> Suite:
    """A suite by its name, over a world."""
    if name not in SUITES:
        near = difflib.get_close_matches(name, SUITES, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise UsageError(f"There is no suite {name!r}.", f"{meant}Suites are {', '.join(SUITES)}.")
    suite: Suite = getattr(import_module(f"m3bench.suites.{name}"), f"{name}_suite")(world)
    return suite
