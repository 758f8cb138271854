"""The registry of suites: built in, registered, or from installed distributions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from m3bench.core import BuiltIn, PluginError, Registry
from m3bench.suites.suite import Suite

if TYPE_CHECKING:
    from m3bench.world import World

SuiteFactory: TypeAlias = "Callable[[World], Suite]"
"""Makes the suite for a world. A suite that needs no world may ignore it."""

RELEASED = {
    "m3": "8aadced3f78ca9b1f7326f8a13ea769c348f034d6add7c7af81dbb5eb6be590f",
    "m3-camera": "4c99cd4045c8f8194463b118f32459223b20eb5fa944be73a158135bdd2f8114",
    "m3-photo": "f172900fc9514ed1a083cbe505104541edb6ae0c80a50e48c5b7ba770e08b09a",
    "verse": "f17a4575fb87078fa863816ef299a1190d7e2b608d6f79101958039d3ca1bece",
    "cross": "ea60f44fccd96f43c726aa8de29a8d008f0e1217e884a87bee39a2097a0e039f",
    "omni": "947a83b62a50c56f76f42c690bf1e7d15cdbc1d893d25502362e2d08436681b4",
    "smoke": "8b22a56593e279f76d51eda46a0356db88f2c6f1fcda650aba49dd1f34f7bd84",
}
"""Digests of the built-in suites in the default world. Making a suite to list it would take seconds."""

_PARTS = ("name", "tasks", "digest", "assets")


def _problem(_: str, value: Any) -> str | None:
    return None if callable(value) else "expected a function that takes a world and returns a suite"


SUITES: Registry[SuiteFactory] = Registry(
    "suite",
    {
        "m3": BuiltIn(
            "m3bench.suites.m3:m3_suite",
            "211 tasks of M³-Bench's 28 families, with pictures, forms and checks (seed 7, for practice)",
        ),
        "m3-camera": BuiltIn(
            "m3bench.suites.m3_camera:m3_camera_suite",
            "84 tasks on charts, screens, maps, forms and handwriting, at three camera levels",
        ),
        "m3-photo": BuiltIn(
            "m3bench.suites.m3_photo:m3_photo_suite",
            "120 tasks of six families of m3 on photographs (m3bench scenes fetch photographs)",
        ),
        "verse": BuiltIn(
            "m3bench.suites.verse:verse_suite",
            "250 tasks in the manner of MCPVerse: files, databases, Git, truth that changes over time",
        ),
        "cross": BuiltIn(
            "m3bench.suites.cross:cross_suite",
            "133 long tasks in the manner of MCP-Bench, on one to four of its servers, with vague requests",
        ),
        "omni": BuiltIn(
            "m3bench.suites.omni:omni_suite",
            "110 closed-loop tasks in the manner of TOBench, with sound, film, documents and dialogue",
        ),
        "smoke": BuiltIn(
            "m3bench.suites.smoke:smoke_suite", "six small tasks that exercise every part of a run"
        ),
    },
    problem=_problem,
)
register_suite = SUITES.register


def make_suite(name: str, world: World) -> Suite:
    """Make a suite for a world.

    Raises:
        UsageError: No suite has that name.
        PluginError: A plugin returned something that is not a suite.
    """
    suite: Suite = SUITES.make(name, world)
    # The class first: a digest of all tasks takes longer than making the suite.
    missing = [part for part in _PARTS if not (hasattr(type(suite), part) or hasattr(suite, part))]
    if missing:
        raise PluginError(
            f"The suite {name!r} of {SUITES.sources_of(name)[0]} is broken: "
            f"{type(suite).__name__} has no {missing[0]}.",
            "See docs/suites.md for the attributes of a suite.",
        )
    return suite
