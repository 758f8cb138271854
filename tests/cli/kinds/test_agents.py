"""`m3bench list agents`, `install` and `remove`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.agents.presets import PRESETS, agent_environments
from m3bench.cli import app
from m3bench.core import UsageError
from m3bench.hosting.catalog import CatalogEntry, Environments


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_AGENTS", str(tmp_path / "agents"))
    monkeypatch.setenv("COLUMNS", "160")


def ask(*words: str) -> str:
    return CliRunner().invoke(app, words, catch_exceptions=False).output


def test_all_presets_are_listed_with_their_state() -> None:
    lines = ask("list", "presets").splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(PRESETS)
    assert all(line.rstrip().endswith("not installed") for line in lines[1:])


def test_a_program_is_installed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(Environments, "install", lambda _, entry: made.append(entry.name))
    assert "codex 0.169.0 was installed." in ask("install", "agents", "codex")
    monkeypatch.setattr(Environments, "installed", lambda *_: object())
    assert "codex 0.169.0 is installed." in ask("install", "agents", "preset:codex")
    assert made == ["codex"]


def test_names_are_checked_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: Environments, entry: CatalogEntry) -> None:
        pytest.fail(f"installed {entry.name}")

    monkeypatch.setattr(Environments, "install", never)
    with pytest.raises(UsageError, match="no preset 'codes'"):
        ask("install", "agents", "codex", "codes")
    with pytest.raises(UsageError, match="not installed by m3bench"):
        ask("install", "agents", "acp:x")


def test_what_is_not_installed_cannot_be_removed() -> None:
    assert ask("remove", "agents", "goose") == "goose was not installed.\n"
    agent_environments().folder("goose").mkdir(parents=True)
    assert ask("remove", "agents", "goose") == "goose was removed.\n"
