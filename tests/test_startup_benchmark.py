"""How much commands load before they do anything. The benchmark also prints seconds."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest

from tests.conftest import REPOSITORY

NAMES = ["help", "score", "score 211", "RunFolder", "run smoke"]


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    return import_module("startup")


@cache
def cost(startup: Any, name: str) -> Any:
    return startup.loaded(startup.STARTS[name].statements)


def test_all_starts_are_tested(startup: Any) -> None:
    assert list(startup.STARTS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_start_loads_few_modules(startup: Any, name: str) -> None:
    found = cost(startup, name)
    assert found.status == 0
    assert 0 < found.own_modules <= startup.STARTS[name].ceiling


@pytest.mark.parametrize("name", NAMES)
def test_packages_for_tests_are_not_loaded(startup: Any, name: str) -> None:
    """They are part of the wheel, for `m3bench soak` and for tests of users, and cost others nothing."""
    unneeded = ("m3bench.soak", "m3bench.testing", "m3bench.forge", "m3bench.server_tests", "m3bench.apps")
    assert [module for module in cost(startup, name).modules if module.startswith(unneeded)] == []


def test_a_few_small_assignments_need_no_scipy(startup: Any) -> None:
    assert "scipy.optimize" not in cost(startup, "score").modules


def test_bundled_servers_need_no_protocol(startup: Any) -> None:
    """The package `mcp` takes more than a second to import."""
    assert "mcp" not in cost(startup, "run smoke").modules


def test_a_start_that_loads_too_much_fails_the_benchmark(
    startup: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = startup.STARTS["help"]._replace(ceiling=1)
    monkeypatch.setattr(startup, "STARTS", {"help": few})
    monkeypatch.setattr("sys.argv", ["startup.py", "--rounds", "1"])
    assert startup.main() == 1
    assert "at most 1" in capsys.readouterr().out
