"""Suites of installed packages: their order, digests, defaults and builders, without loading a task."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.core import PluginError, UsageError
from m3bench.suites import (
    MCP_BENCH,
    MCP_BENCH_DEFAULTS,
    RELEASED,
    SUITES,
    SuiteDefaults,
    suite_defaults,
    suite_generator,
)
from m3bench.suites.entries import INSTALLED
from tests.plugins import installed, write_distribution

BROKEN = """
    suites = {"mine": "a suite"}
"""


def test_the_suites_come_in_the_order_of_their_package() -> None:
    names = ["m3", "m3-camera", "m3-photo", "verse", "cross", "omni", "smoke"]
    assert (list(RELEASED), [name for name in SUITES if SUITES.is_built_in(name)]) == (names, names)


def test_defaults_are_those_of_the_entry() -> None:
    assert suite_defaults("cross") == suite_defaults(MCP_BENCH) == MCP_BENCH_DEFAULTS
    assert suite_defaults("omni").agent == "react"
    assert suite_defaults("m3") == suite_defaults("tasks.jsonl") == SuiteDefaults()


def test_what_builds_a_suite_is_found_by_its_name() -> None:
    assert suite_generator("m3-photo").suite == "m3-photo"
    for name in ("smoke", "none"):
        with pytest.raises(UsageError, match=f"'{name}' cannot be built") as caught:
            suite_generator(name)
        assert caught.value.hint == "Suites: m3, m3-camera, m3-photo, verse, cross, omni."


def test_listing_and_reading_released_tasks_imports_no_builder() -> None:
    program = (
        "import sys; from m3bench.suites import SUITES, make_suite; from m3bench.worlds import make_world; "
        "SUITES.entries(); make_suite('m3', make_world()); "
        "print([name for name in sys.modules if name.startswith('m3bench_suites.builders')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_broken_collection_is_named(tmp_path: Path) -> None:
    points = {"m3bench.suite_collections": "mine = mine_suites:suites"}
    write_distribution(tmp_path / "site", "mine_suites", points, BROKEN)
    with installed(tmp_path / "site"), pytest.raises(PluginError, match="expected a mapping from names to"):
        INSTALLED["mine"]
