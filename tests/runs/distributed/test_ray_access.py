"""Who may use a Ray cluster: one of this machine has a token of its own, others need one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import UsageError
from m3bench.runs.distributed.ray_access import require_token
from m3bench.runs.distributed.ray_cluster import connect
from tests.runs.distributed.ray_clusters import await_processes

ADDRESS = "10.0.0.1:6379"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("RAY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))


def token_file(path: Path, mode: int) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("0" * 64)
    path.chmod(mode)
    return str(path)


@pytest.mark.parametrize("mode", [None, "", "something"])
def test_a_cluster_of_others_needs_a_token(mode: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if mode is not None:
        monkeypatch.setenv("RAY_AUTH_MODE", mode)
    with pytest.raises(
        UsageError, match=r"cluster at 10\.0\.0\.1:6379 would be used without a token"
    ) as caught:
        require_token(ADDRESS)
    assert "RAY_AUTH_MODE=token" in str(caught.value.hint)


def test_the_user_may_do_without_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    require_token(ADDRESS)


def test_a_token_may_be_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    with pytest.raises(UsageError, match=r"There is no Ray token in .*auth_token: No such file"):
        require_token(ADDRESS)
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)
    require_token(ADDRESS)


@pytest.mark.parametrize("variable", ["RAY_AUTH_TOKEN_PATH", "home"])
def test_a_token_file_is_for_its_owner_alone(
    variable: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    path = tmp_path / ".ray" / "auth_token" if variable == "home" else tmp_path / "token"
    if variable != "home":
        monkeypatch.setenv(variable, str(path))
    token_file(path, 0o644)
    with pytest.raises(UsageError, match="is readable by other users") as caught:
        require_token(ADDRESS)
    assert caught.value.hint == f"Run: chmod 600 {path}"
    path.chmod(0o600)
    require_token(ADDRESS)


@pytest.mark.slow
def test_each_cluster_of_this_machine_has_its_own_token(monkeypatch: pytest.MonkeyPatch) -> None:
    ray: Any = pytest.importorskip("ray", reason="the extra ray is not installed")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "f" * 64)
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    before, tokens = dict(os.environ), {"f" * 64}
    for _ in range(2):
        with connect(None, 1):
            path = Path(os.environ["RAY_AUTH_TOKEN_PATH"])
            tokens.add(path.read_text())
            assert ray.cluster_resources()["CPU"] >= 1
        await_processes()
        assert dict(os.environ) == before
        assert not path.parent.exists()
    assert len(tokens) == 3
    assert not (Path.home() / ".ray").exists()
