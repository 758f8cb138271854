"""How much commands load before they do anything. The benchmark also prints seconds."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from tests.conftest import REPOSITORY


@pytest.fixture
def startup(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(REPOSITORY / "benchmarks"))
    return import_module("startup")


@pytest.mark.parametrize("name", ["help", "score"])
def test_a_command_loads_few_modules(startup: Any, name: str) -> None:
    arguments, ceiling = startup.COMMANDS[name]
    cost = startup.loaded(arguments)
    assert cost.status == 0
    assert 0 < cost.own_modules <= ceiling


def test_a_few_small_assignments_need_no_scipy(startup: Any) -> None:
    assert "scipy.optimize" not in startup.loaded(startup.COMMANDS["score"][0]).modules


def test_a_command_that_loads_too_much_fails_the_benchmark(
    startup: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(startup, "COMMANDS", {"help": (("--help",), 1)})
    monkeypatch.setattr("sys.argv", ["startup.py", "--rounds", "1"])
    assert startup.main() == 1
    assert "at most 1" in capsys.readouterr().out
