"""What third-party programs never see, and the modes of the sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest

import m3bench
import m3bench_suites
import m3bench_world
from m3bench.core import UsageError
from m3bench.hosting.sandbox import mode as sandbox_mode
from m3bench.hosting.sandbox.mode import SandboxMode, SandboxState, sandbox_state
from m3bench.hosting.sandbox.view import hidden_always, holds_home, runs_below
from tests.plugins import installed, write_distribution


def test_run_folders_are_found(tmp_path: Path) -> None:
    for name in ("runs/one", ".venv/two", "a/b/c/d/three"):
        (tmp_path / name).mkdir(parents=True)
        for file in ("manifest.json", "tasks.jsonl"):
            (tmp_path / name / file).touch()
    assert runs_below(tmp_path) == [tmp_path / "runs" / "one"]


OURS = [Path(package.__path__[0]) for package in (m3bench, m3bench_suites, m3bench_world)]


def test_our_packages_and_the_home_folder_are_always_hidden() -> None:
    assert {Path.home().resolve(), *OURS} <= set(hidden_always())


def test_packages_of_others_with_suites_are_hidden(tmp_path: Path) -> None:
    """Their tasks have answers as well."""
    site = tmp_path / "site"
    write_distribution(site, "riddles", {"m3bench.suites": "riddles = riddles:suite"}, "suite = None")
    write_distribution(site, "walker", {"m3bench.agents": "walker = walker:make"}, "make = None")
    write_distribution(site, "odd", {"m3bench.suites": "odd = (nowhere"}, "")
    with installed(site):
        assert site / "riddles.py" in hidden_always()
        assert site / "walker.py" not in hidden_always()


def test_a_user_without_a_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert hidden_always() == OURS
    assert not holds_home(tmp_path)
    assert holds_home(Path("/")), "all of the machine is never shown"


def test_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: None)
    for mode in (SandboxMode.AUTO, SandboxMode.REQUIRE):
        assert sandbox_state(mode) == SandboxState(mode, in_force=True)
        assert sandbox_state(mode).warning is None
    off = sandbox_state(SandboxMode.OFF)
    assert not off.in_force
    assert "disabled" in (off.warning or "")


def test_modes_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_mode, "sandbox_problem", lambda: "it is missing. Install it.")
    state = sandbox_state(SandboxMode.AUTO)
    assert (state.in_force, state.reason) == (False, "it is missing. Install it.")
    assert "can read references" in (state.warning or "")
    with pytest.raises(UsageError, match=r"Sandboxes do not work here: it is missing\. Install it\."):
        sandbox_state(SandboxMode.REQUIRE)
