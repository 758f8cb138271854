"""Suites of installed packages: their order, digests, defaults and builders, without loading a task."""

from __future__ import annotations

import os
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
    make_suite,
    suite_defaults,
    suite_generator,
)
from m3bench.suites.entries import INSTALLED
from m3bench.worlds import make_world
from m3bench_suites.entries import SUITES as BUNDLED
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


EARLIER = """
    from m3bench.suites import SuiteEntry
    from m3bench.suites.file_suite import FileSuite
    from pathlib import Path

    def make(world, *, release=None):
        return FileSuite("mine" if release is None else f"mine@{release}", Path(), ())

    suites = {"mine": SuiteEntry(target="mine_suites:make", summary="my tasks", digest="c0ffee", release=3,
                                 earlier={1: "beef", 2: "f00d"})}
"""


MAKING = """
from m3bench.core import UsageError
from m3bench.suites import SuiteRef, WorldRef, find_suite, make_suite
from m3bench.worlds import make_world

print([make_suite(name, make_world()).name for name in ("mine", "mine@3", "mine@2", "mine@1")])
print(find_suite(SuiteRef(name="mine@1"), WorldRef()).name)
for wrong in ("mine@4", "mine@", "mine@first", "mine@01"):
    try:
        make_suite(wrong, make_world())
    except UsageError as error:
        print(error.message, error.hint)
"""


def test_earlier_releases_are_made_by_their_number(tmp_path: Path) -> None:
    """In another process: installed suites are looked up once."""
    points = {"m3bench.suite_collections": "mine = mine_suites:suites"}
    write_distribution(tmp_path / "site", "mine_suites", points, EARLIER)
    made, found, *refused = _said(tmp_path / "site", "-c", MAKING).splitlines()
    assert (made, found) == ("['mine', 'mine', 'mine@2', 'mine@1']", "mine@1")
    releases = "Releases: mine@1, mine@2, mine@3."
    assert refused == [
        f"The suite mine has no release '{number}'. {releases}" for number in ("4", "", "first", "01")
    ]
    assert "mine@2, digest f00d" in _said(tmp_path / "site", "-m", "m3bench", "list", "suites")


def _said(site: Path, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(site)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_earlier_releases_can_be_had_by_their_number() -> None:
    assert suite_defaults("omni@1").agent == "react"
    for name in RELEASED:
        entry = BUNDLED[name]
        for release, digest in {**entry.earlier, entry.release: entry.digest}.items():
            assert make_suite(f"{name}@{release}", make_world()).digest == digest
    with pytest.raises(UsageError, match="There is no suite 'nothing@1'"):
        make_suite("nothing@1", make_world())


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
