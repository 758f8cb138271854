"""Many servers at once. The installer is a script: it leaves a small server, fails, or waits."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import anyio
import pytest

from m3bench.hosting import Environments, Installation, Pool, install_servers, load_catalog
from m3bench.hosting.catalog.environments import MARKER
from tests.hosting.installed import STARTS, script, starts
from tests.hosting.processes import run

SYSTEM = "/usr/local/bin:/usr/bin:/bin"
NAMES = ("mcp-server-calculator", "mcp-dice", "mcpzoo-hash")
UV = """#!/bin/sh
for last; do :; done
case "$1 $2" in
  venv*) mkdir -p "$last/bin" && ln -s /bin/sh "$last/bin/python" && exit ;;
esac
bin="$(dirname "$5")"
echo "$6" >> "$UV_LOG"
case "$6" in
  "$UV_FAILING"==*) echo "no such package"; exit 3 ;;
  "$UV_WAITING"==*) touch "$UV_LOG.waiting"; exec sleep 600 ;;
esac
sed "s|FOLDER|$(dirname "$bin")|" "$UV_PROGRAM" > "$bin/$(cat "$UV_NAMES/${6%%==*}")"
chmod +x "$bin"/*
"""


class Installer:
    """A `uv` that leaves small servers."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.environments, self._monkeypatch = Environments(folder / "servers"), monkeypatch
        self.entries = [load_catalog().find(name) for name in NAMES]
        self._log = folder / "log"
        (folder / "bin").mkdir()
        (folder / "bin" / "uv").write_text(UV)
        (folder / "bin" / "uv").chmod(0o755)
        (folder / "names").mkdir()
        for entry in self.entries:
            (folder / "names" / entry.package).write_text(entry.executable)
        (folder / "program").write_text(script(["extra"], Path("FOLDER", STARTS)))
        for name, value in {
            "PATH": f"{folder / 'bin'}:{SYSTEM}",
            "UV_LOG": self._log,
            "UV_NAMES": folder / "names",
            "UV_PROGRAM": folder / "program",
            "UV_FAILING": "none",
            "UV_WAITING": "none",
        }.items():
            monkeypatch.setenv(name, str(value))

    def set(self, what: str, package: str) -> None:
        self._monkeypatch.setenv(what, package)

    @property
    def installs(self) -> list[str]:
        """The packages that the installer was asked for since the last time."""
        packages = sorted(line.partition("==")[0] for line in self._log.read_text().splitlines())
        self._log.write_text("")
        return packages

    @property
    def waiting(self) -> Path:
        return Path(f"{self._log}.waiting")

    def starts(self, name: str) -> int:
        return starts(self.environments.folder(name) / STARTS)

    async def install(self, *, again: bool = False, done: list[str] | None = None) -> list[Installation]:
        async with Pool() as pool:
            return await install_servers(
                self.entries,
                load_catalog(),
                self.environments,
                pool,
                at_once=2,
                again=again,
                done=lambda installation: None if done is None else done.append(installation.entry.name),
            )


@pytest.fixture
def installer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installer:
    return Installer(tmp_path, monkeypatch)


def test_servers_are_installed_and_their_tools_kept(installer: Installer) -> None:
    done: list[str] = []
    installations = run(lambda: installer.install(done=done))
    assert [
        (installation.entry.name, installation.tools, installation.problem) for installation in installations
    ] == [(name, 4, None) for name in NAMES]
    assert sorted(done) == sorted(NAMES)
    for name in NAMES:
        kept = installer.environments.tool_list(name).get()
        assert kept is not None
        assert [tool.full_name for tool in kept][-1] == f"{name}/extra"
        assert installer.starts(name) == 1


def test_the_second_time_nothing_is_installed_or_started(installer: Installer) -> None:
    run(installer.install)
    assert installer.installs == sorted(NAMES)
    assert [installation.tools for installation in run(installer.install)] == [4, 4, 4]
    assert installer.installs == []
    assert {installer.starts(name) for name in NAMES} == {1}


def test_a_failure_keeps_the_others_and_only_it_is_repeated(installer: Installer) -> None:
    installer.set("UV_FAILING", "mcp-dice")
    installations = {installation.entry.name: installation for installation in run(installer.install)}
    assert installations["mcp-dice"].tools is None
    assert "mcp-dice could not be installed" in str(installations["mcp-dice"].problem)
    assert "no such package" in str(installations["mcp-dice"].problem)
    assert [installations[name].tools for name in NAMES if name != "mcp-dice"] == [4, 4]
    assert installer.installs == sorted(NAMES)
    installer.set("UV_FAILING", "none")
    assert [installation.problem for installation in run(installer.install)] == [None, None, None]
    assert installer.installs == ["mcp-dice"]


def test_an_interruption_leaves_no_half_and_the_repetition_goes_on(installer: Installer) -> None:
    installer.set("UV_WAITING", "mcpzoo-hash")

    async def interrupted() -> None:
        async with anyio.create_task_group() as tasks:
            done: list[str] = []
            tasks.start_soon(lambda: installer.install(done=done))
            while len(done) < 2 or not installer.waiting.exists() or not (pids := _waiting_installers()):
                await anyio.sleep(0.01)
            os.kill(pids[0], 9)
            tasks.cancel_scope.cancel()

    run(interrupted)
    assert not (installer.environments.folder("mcpzoo-hash") / MARKER).exists()
    assert installer.installs == sorted(NAMES)
    installer.set("UV_WAITING", "none")
    assert [installation.tools for installation in run(installer.install)] == [4, 4, 4]
    assert installer.installs == ["mcpzoo-hash"]


def _waiting_installers() -> list[int]:
    """The installers that wait. Other processes may end while they are looked at."""
    installers = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command, variables = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
            if command == b"sleep\x00600\x00" and b"UV_WAITING=mcpzoo-hash" in variables:
                installers.append(int(process.name))
    return installers


def test_a_server_that_does_not_start_is_not_ready(installer: Installer, tmp_path: Path) -> None:
    (tmp_path / "program").write_text("#!/bin/sh\necho 'no licence' >&2\nexit 7\n")
    installations = run(installer.install)
    assert {installation.tools for installation in installations} == {None}
    assert "is installed, but exited with code 7" in str(installations[0].problem)
    (tmp_path / "program").write_text(script([], Path("FOLDER", STARTS)))
    assert {installation.tools for installation in run(lambda: installer.install(again=True))} == {3}


def test_a_list_that_was_lost_is_made_again(installer: Installer) -> None:
    run(installer.install)
    installer.environments.tool_list_path(NAMES[0]).unlink()
    assert [installation.tools for installation in run(installer.install)] == [4, 4, 4]
    assert [installer.starts(name) for name in NAMES] == [2, 1, 1]
