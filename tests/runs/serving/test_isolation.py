"""What a run keeps from others, and what is refused before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from m3bench.agents import Confinement, confine, make_agent
from m3bench.core import M3BenchError, Task, UsageError
from m3bench.hosting import SandboxMode, SandboxState
from m3bench.runs import RunFolder, run_settings, start_run
from m3bench.runs.serving import isolation
from m3bench.runs.serving.isolation import resumed_sandbox, secrets_of
from m3bench.runs.settings import check_settings
from m3bench.suites.file_suite import FileSuite
from tests.runs.sums import sums_file


def test_references_beside_the_run_folder_are_hidden(tmp_path: Path) -> None:
    suite = sums_file(tmp_path / "tasks.jsonl", 1)
    settings = run_settings(suite=str(suite), agent="idle", record=str(tmp_path), cache="/no/such/folder")
    assert secrets_of(settings) == [suite, tmp_path]
    assert secrets_of(run_settings(suite="smoke", agent="idle")) == []


@pytest.mark.parametrize("option", [{"agent_env": ("A",)}, {"agent_read": ("/a",)}, {"agent_network": True}])
def test_options_of_programs_are_for_programs(option: dict[str, object]) -> None:
    check_settings(run_settings(suite="smoke", agent="command:./a", **option))
    with pytest.raises(UsageError, match="are for programs as agents"):
        check_settings(run_settings(suite="smoke", agent="executor", **option))


def test_what_a_program_cannot_be_given_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    agent = make_agent("command:true")
    with pytest.raises(UsageError, match="--agent-env NO_SUCH_KEY: the variable is not set"):
        confine(agent, Confinement(env=("NO_SUCH_KEY",)))
    with pytest.raises(UsageError, match="--agent-read /no/such: no such file"):
        confine(agent, Confinement(read=(Path("/no/such"),)))
    idle = make_agent("idle")
    assert confine(idle, Confinement(env=("NO_SUCH_KEY",))) is idle


@pytest.mark.anyio
async def test_a_run_does_not_lose_its_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = run_settings(suite=str(sums_file(tmp_path / "tasks.jsonl", 1)), agent="idle")
    mode = SandboxMode.AUTO
    states = {
        True: SandboxState(mode, in_force=True),
        False: SandboxState(mode, in_force=False, reason="gone"),
    }
    monkeypatch.setattr("m3bench.runs.session.sandbox_state", lambda _: states[True])
    await start_run(settings, tmp_path / "run")
    folder = RunFolder.open(tmp_path / "run")
    assert folder.manifest.sandbox == states[True]
    monkeypatch.setattr(isolation, "sandbox_state", lambda _: states[False])
    with pytest.raises(UsageError, match="was started with a sandbox, which is not available here: gone"):
        resumed_sandbox(folder)
    monkeypatch.setattr(isolation, "sandbox_state", lambda _: states[True])
    assert resumed_sandbox(folder) == states[True]


def test_links_beside_a_suite_are_not_followed_out_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(b"secret")
    (folder / "own.png").write_bytes(b"own")
    (folder / "inner.png").symlink_to("own.png")
    (folder / "out.png").symlink_to("../secret.png")
    (folder / "up").symlink_to("..")

    def assets(name: str) -> Mapping[str, bytes | Path]:
        task = Task(id="t", request="Look.", servers=("math",), images=(name,))
        return FileSuite("s", folder, [task]).assets(task)

    assert assets("own.png") == {"own.png": folder / "own.png"}
    assert "inner.png" in assets("inner.png")
    for name in ("out.png", "up/secret.png", "../secret.png"):
        with pytest.raises(M3BenchError, match="Files outside this folder are not read"):
            assets(name)
    with pytest.raises(UsageError, match="does not exist"):
        assets("missing.png")
