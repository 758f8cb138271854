"""Names that are built in, registered, or declared by distributions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import BUILT_IN, BuiltIn, M3BenchError, PluginError, Registry, UsageError
from tests.plugins import installed, write_distribution

GROUP = "m3bench.cheeses"


class CheeseError(M3BenchError):
    pass


def cheeses() -> Registry[str]:
    def problem(_: str, value: Any) -> str | None:
        return None if isinstance(value, str) else "expected a text"

    return Registry(
        "cheese", {"brie": BuiltIn("string:digits", "soft")}, problem=problem, error=CheeseError, also="own:X"
    )


def test_a_built_in_is_loaded_by_its_path() -> None:
    registry = cheeses()
    assert registry["brie"] == "0123456789"
    assert ("brie" in registry, "gouda" in registry, list(registry)) == (True, False, ["brie"])
    assert [(entry.name, entry.source, entry.summary) for entry in registry.entries()] == [
        ("brie", BUILT_IN, "soft")
    ]


def test_an_unknown_name_has_the_nearest_and_all_others() -> None:
    with pytest.raises(CheeseError) as caught:
        cheeses()["bri"]
    assert str(caught.value) == "There is no cheese 'bri'.\nDid you mean brie? Cheeses: brie, own:X."


def test_what_is_registered_is_found_and_listed() -> None:
    registry = cheeses()
    registry.register("gouda", "hard", summary="from Holland")
    assert registry["gouda"] == "hard"
    assert registry.entries()[1].summary == "from Holland"
    registry.unregister("gouda")
    assert "gouda" not in registry


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [("brie", "x", r"'brie': the name is taken \(built in\)"), (" ", "x", "empty"), ("new", 7, "a text")],
)
def test_what_cannot_be_registered(name: str, value: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        cheeses().register(name, value)


def test_nothing_is_registered_twice() -> None:
    registry = cheeses()
    registry.register("gouda", "hard")
    with pytest.raises(UsageError, match="the name is taken"):
        registry.register("gouda", "soft")


def test_an_entry_point_of_a_distribution_is_found(tmp_path: Path) -> None:
    write_distribution(tmp_path, "dairy", {GROUP: "gouda = dairy:GOUDA"}, "GOUDA = 'hard'")
    with installed(tmp_path):
        registry = cheeses()
        assert registry["gouda"] == "hard"
        assert registry.sources_of("gouda") == ["dairy 1.2"]
        assert not registry.is_built_in("gouda")
    assert "gouda" not in cheeses()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("GOUDA = 7", "expected a text"),
        ("", "has no attribute 'GOUDA'"),
    ],
)
def test_a_broken_plugin_is_named_and_does_not_break_the_list(tmp_path: Path, source: str, said: str) -> None:
    write_distribution(tmp_path, "dairy", {GROUP: "gouda = dairy:GOUDA"}, source)
    with installed(tmp_path):
        registry = cheeses()
        with pytest.raises(PluginError) as caught:
            registry["gouda"]
        for part in (said, "dairy 1.2", "gouda = dairy:GOUDA in m3bench.cheeses", "pip install -U dairy"):
            assert part in str(caught.value)
        brie, gouda = registry.entries()
        assert (brie.problem, said in (gouda.problem or "")) == (None, True)
        assert [name for name, _ in registry.loadable_items()] == ["brie"]


def test_a_plugin_cannot_take_the_name_of_a_built_in(tmp_path: Path) -> None:
    write_distribution(tmp_path, "dairy", {GROUP: "brie = dairy:BRIE"}, "BRIE = 'mine'")
    with installed(tmp_path):
        registry = cheeses()
        with pytest.raises(PluginError, match=r"two cheeses called 'brie': built in, and dairy 1\.2"):
            registry["brie"]
        assert [entry.problem is None for entry in registry.entries()] == [True, False]
        assert list(registry) == ["brie"]


def test_two_plugins_cannot_share_a_name(tmp_path: Path) -> None:
    for name in ("dairy", "farm"):
        write_distribution(tmp_path, name, {GROUP: f"gouda = {name}:GOUDA"}, "GOUDA = 'hard'")
    with installed(tmp_path), pytest.raises(PluginError, match=r"dairy 1\.2, and farm 1\.2"):
        cheeses()["gouda"]


@pytest.mark.slow
def test_importing_reads_no_entry_points() -> None:
    code = (
        "import importlib.metadata as m\n"
        "def no(*a, **k): raise SystemExit('read')\n"
        "m.entry_points = no\n"
        "import m3bench, m3bench.cli, m3bench.runs, m3bench.checks, m3bench.encoders, m3bench.servers\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
