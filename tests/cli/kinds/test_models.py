from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli import app
from m3bench.core import UsageError
from m3bench.hosting.catalog.install_process import InstallError, Progress
from m3bench.models.local.entries import LOCAL_MODELS, LocalEntry
from m3bench.models.local.store import ModelStore, StoredModel
from tests.cli.command import run_command
from tests.models.local.local_fakes import ENTRY, stocked


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder of models, empty; and a model to put there."""
    monkeypatch.setenv("M3BENCH_MODELS", str(tmp_path / "models"))
    monkeypatch.setitem(LOCAL_MODELS, ENTRY.name, ENTRY)
    return tmp_path / "models"


def said(*arguments: str) -> str:
    done = CliRunner().invoke(app, [*arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def row(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(start))


def test_the_list_says_what_is_installed(store: Path) -> None:
    assert row(said("list", "models"), "local/smollm2").rstrip().endswith("no")
    assert "m3bench install models NAME" in said("list", "models")
    stocked(store)
    assert row(said("list", "models"), "local/tiny").rstrip().endswith("yes")


def test_the_list_says_whether_there_is_a_key_and_never_which(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("GEMINI_API_KEY", "AI-secret")
    listed = said("list", "models")
    assert "OPENAI_API_KEY is set" in row(listed, "openai/")
    assert "GEMINI_API_KEY is set" in row(listed, "google/")
    assert "ANTHROPIC_API_KEY is not set" in row(listed, "anthropic/")
    assert "none needed" in row(listed, "ollama/")
    assert "secret" not in listed


def test_the_list_shows_defaults_of_named_models() -> None:
    shown = said("list", "models", "openai/gpt-4o", "local/smollm2")
    assert row(shown, "context window").split()[2:] == ["128000", "8192"]
    assert row(shown, "pictures").split()[1:] == ["yes", "no"]


def test_installing(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def fetch(self: ModelStore, entry: LocalEntry, progress: Progress, *, again: bool = False) -> StoredModel:
        asked.append(again)
        progress("a line [with] marks")
        return StoredModel(self.root / entry.name, Path("weights"))

    monkeypatch.setattr(ModelStore, "fetch", fetch)
    shown = said("install", "models", "tiny")
    assert "installing local/tiny, about 1 MB" in shown
    assert "a line [with] marks" in shown
    assert f"local/tiny (Tiny) is in {store / 'tiny'}" in shown
    said("install", "models", "tiny", "--again")
    assert asked == [False, True]


def test_installing_what_cannot_be_got(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", str(store))
    monkeypatch.setenv("M3BENCH_INSTALLER", "pip")
    with pytest.raises(InstallError, match="local/tiny could not be fetched"):
        CliRunner().invoke(app, ["install", "models", "tiny"], catch_exceptions=False)


def test_installing_what_there_is_not() -> None:
    with pytest.raises(UsageError, match="Unknown local model 'gpt-5'"):
        CliRunner().invoke(app, ["install", "models", "gpt-5"], catch_exceptions=False)


def test_removing(store: Path) -> None:
    stocked(store)
    assert said("remove", "models", "tiny") == "local/tiny: removed\n"
    assert said("remove", "models", "local/tiny") == "local/tiny: was not installed\n"


def test_models_of_the_user_are_listed(tmp_path: Path) -> None:
    (tmp_path / "m3bench-models.toml").write_text('[mine]\nmodel = "vllm/some"\n')
    done = run_command("list", "models", folder=tmp_path)
    assert "mine        vllm/some  –        m3bench-models.toml" in done.stdout
