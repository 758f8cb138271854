"""Suites of installed packages, found through the entry points `m3bench.suite_collections`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import BuiltIn, LateMapping, Registry, UsageError
from m3bench.suites.generators import SuiteGenerator, generator_of_file
from m3bench.suites.public import MCP_BENCH


class SuiteDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """The agent of a suite, and run options that differ from those of other suites."""

    agent: str | None = None
    options: dict[str, Any] = {}
    """By their names in manifests."""
    rubric: bool = False
    """Whether judges mark by MCP-Bench's rubric."""


MCP_BENCH_DEFAULTS = SuiteDefaults(agent="planner", options={"mode": "oracle+10", "fuzzy": True}, rubric=True)
"""As MCP-Bench is run: its planner, fuzzy requests and ten distractor servers."""


class SuiteEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A suite that a package brings. Nothing of it is imported before it is used."""

    target: str
    """Where the function is that makes the suite for a world, as `package.module:attribute`."""
    summary: str
    digest: str | None = None
    """Of the released suite in the default world. Making a suite to list it would take seconds."""
    release: int = 1
    """The number of the release: `verse@2` is the suite `verse` as long as it is the second one."""
    earlier: Mapping[int, str] = {}
    """Digests of earlier releases, by their numbers. The function in `target` makes them with `release=1`."""
    generator: str = ""
    """Where its `SuiteGenerator` is, if it can be built again."""
    defaults: SuiteDefaults = SuiteDefaults()


def _problem(_: str, value: Any) -> str | None:
    entries = value.values() if isinstance(value, Mapping) else (None,)
    are_suites = all(isinstance(entry, SuiteEntry) for entry in entries)
    return None if are_suites else "expected a mapping from names to m3bench.suites.SuiteEntry"


INSTALLED: Registry[Mapping[str, SuiteEntry]] = Registry("suite_collection", {}, problem=_problem)


@cache
def installed_suites() -> dict[str, SuiteEntry]:
    """Return the suites of all collections by name, in the order of their collections."""
    return {name: entry for suites in INSTALLED.usable().values() for name, entry in suites.items()}


LISTED: Mapping[str, BuiltIn] = LateMapping(
    lambda: {name: BuiltIn(entry.target, entry.summary) for name, entry in installed_suites().items()}
)
RELEASED: Mapping[str, str] = LateMapping(
    lambda: {name: entry.digest for name, entry in installed_suites().items() if entry.digest}
)
"""Digests of the installed suites in the default world."""


def release_digests() -> dict[str, str]:
    """Return the digests of all releases in the default world: `verse`, and `verse@1` before it."""
    earlier = {
        f"{name}@{number}": digest
        for name, entry in installed_suites().items()
        for number, digest in entry.earlier.items()
    }
    return {**RELEASED, **earlier}


def released_as(name: str) -> tuple[str, int] | None:
    """Return the suite and the number of a release such as `verse@1`; None for other names.

    Raises:
        UsageError: The suite has no such release; names those that there are.
    """
    suite, mark, number = name.rpartition("@")
    entry = installed_suites().get(suite)
    if not mark or entry is None:
        return None
    known = sorted({*entry.earlier, entry.release})
    if number not in map(str, known):
        raise UsageError(
            f"The suite {suite} has no release {number!r}.",
            f"Releases: {', '.join(f'{suite}@{each}' for each in known)}.",
        )
    return suite, int(number)


def release_with(name: str, digest: str) -> str:
    """Return the earlier release of a suite that has the digest, such as `verse@1`; otherwise the name.

    Runs know a suite by its name and its digest, and may have begun before it had another release.
    """
    entry = installed_suites().get(name)
    earlier = entry.earlier if entry is not None else {}
    return next((f"{name}@{number}" for number, known in earlier.items() if known == digest), name)


def suite_defaults(suite: str) -> SuiteDefaults:
    """Return the settings that a suite brings along; without entries for most suites."""
    if suite == MCP_BENCH:
        return MCP_BENCH_DEFAULTS
    release = released_as(suite)
    entry = installed_suites().get(suite if release is None else release[0])
    return SuiteDefaults() if entry is None else entry.defaults


def suite_generator(name: str) -> SuiteGenerator:
    """Return what builds an installed suite, or the family of a Python file.

    Raises:
        UsageError: The suite cannot be built.
    """
    if name.endswith(".py"):
        return generator_of_file(Path(name))
    targets = {suite: entry.generator for suite, entry in installed_suites().items() if entry.generator}
    if name not in targets:
        install = "Install those of m3bench: pip install 'm3bench[suites]'"
        hint = f"Suites: {', '.join(targets)}." if targets else install
        raise UsageError(f"The suite {name!r} cannot be built.", hint)
    module, _, attribute = targets[name].partition(":")
    generator: SuiteGenerator = getattr(import_module(module), attribute)
    return generator
