"""The registry of suites: built in, registered, or from installed distributions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from m3bench.core import PluginError, Registry
from m3bench.suites.entries import LISTED, installed_suites, released_as
from m3bench.suites.suite import Suite

if TYPE_CHECKING:
    from m3bench.worlds import World

SuiteFactory: TypeAlias = "Callable[..., Suite]"
"""Makes the suite for a world. A suite that needs no world may ignore it. With earlier releases, it takes the
number of one as `release`."""

_PARTS = ("name", "tasks", "digest", "assets")


def _problem(_: str, value: Any) -> str | None:
    return None if callable(value) else "expected a function that takes a world and returns a suite"


SUITES: Registry[SuiteFactory] = Registry("suite", LISTED, problem=_problem, extra="suites")
register_suite = SUITES.register


def _made(name: str, world: World) -> Suite:
    suite, number = released_as(name) or (name, None)
    is_present = number is None or number == installed_suites()[suite].release
    made: Suite = SUITES.make(suite, world) if is_present else SUITES[suite](world, release=number)
    return made


def make_suite(name: str, world: World) -> Suite:
    """Make a suite for a world: the present release, or another one such as `verse@1`.

    Raises:
        UsageError: No suite has that name, or it has no such release.
        PluginError: A plugin returned something that is not a suite.
    """
    suite = _made(name, world)
    # The class first: a digest of all tasks takes longer than making the suite.
    missing = [part for part in _PARTS if not (hasattr(type(suite), part) or hasattr(suite, part))]
    if missing:
        raise PluginError(
            f"The suite {name!r} of {SUITES.sources_of(name)[0]} is broken: "
            f"{type(suite).__name__} has no {missing[0]}.",
            "See docs/suites.md for the attributes of a suite.",
        )
    return suite
