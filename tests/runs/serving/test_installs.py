"""Machines of a cluster install what a run needs, each once. The installer is a script that keeps a log."""

from __future__ import annotations

import os
import pickle
import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from m3bench.hosting import Environments, ServerSpec, load_catalog
from m3bench.hosting.catalog import InstallError
from m3bench.runs.serving import catalog_servers, missing_packages, prepare_machine

SYSTEM = "/usr/local/bin:/usr/bin:/bin"
PACKAGE = "excel-mcp-server"
OTHER = ServerSpec(name="mine", command="/opt/mine")

UV = """#!/bin/sh
echo "$*" >> "$UV_LOG"
if [ -n "$UV_FAILURE" ]; then echo "no such package"; exit 3; fi
for last; do :; done
case "$1 $2" in
  venv*) mkdir -p "$last/bin" && ln -s /bin/sh "$last/bin/python" ;;
  "pip install") sleep 0.2; echo run > "$(dirname "$5")/excel-mcp-server" ;;
esac
"""


class Machine:
    """Its installer, and a folder for servers."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder, self._monkeypatch = folder, monkeypatch
        (folder / "bin").mkdir()
        (folder / "bin" / "uv").write_text(UV)
        (folder / "bin" / "uv").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder / 'bin'}:{SYSTEM}")
        self.enter("first")

    def enter(self, name: str) -> None:
        """Be another machine from now on."""
        self._log = self._folder / f"{name}.log"
        self._monkeypatch.setenv("UV_LOG", str(self._log))
        self._monkeypatch.setenv("M3BENCH_SERVERS", str(self._folder / name))

    @property
    def installs(self) -> int:
        """How often a package was installed."""
        return self._log.read_text().count("pip install") if self._log.exists() else 0


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def by_four_workers(prepare: Callable[[], list[ServerSpec]]) -> list[list[ServerSpec]]:
    # Threads stand for processes: each opens the lock file by itself.
    with ThreadPoolExecutor(4) as workers:
        return [future.result() for future in [workers.submit(prepare) for _ in range(4)]]


def test_workers_of_a_machine_install_once_together(machine: Machine) -> None:
    by_four_workers(lambda: prepare_machine(["excel", "math"], [], []))
    assert machine.installs == 1
    assert missing_packages(["excel"]) == {}


def test_each_machine_installs_once(machine: Machine) -> None:
    for name in ("first", "second"):
        machine.enter(name)
        by_four_workers(lambda: prepare_machine(["excel"], [], []))
        assert machine.installs == 1


def test_nothing_is_installed_for_servers_that_are_bundled(machine: Machine) -> None:
    assert prepare_machine(["math", "ocr"], [OTHER], []) == [OTHER]
    assert machine.installs == 0


def test_servers_of_a_live_run_start_from_the_machine_they_are_on(machine: Machine, tmp_path: Path) -> None:
    Environments().install(load_catalog().find(PACKAGE))
    here = load_catalog().spec(PACKAGE, Environments())
    assert catalog_servers([OTHER, here]) == (PACKAGE,)
    machine.enter("second")
    prepared = prepare_machine([], [OTHER, here], [PACKAGE])
    assert prepared[0] == OTHER
    assert prepared[1].command == str(tmp_path / "second" / PACKAGE / "bin" / PACKAGE)
    assert os.path.commonpath([here.command or "", str(tmp_path / "first")]) == str(tmp_path / "first")
    assert prepared[1].problem is None


def test_a_configured_server_with_the_name_of_one_in_the_catalog_stays(machine: Machine) -> None:
    Environments().install(load_catalog().find(PACKAGE))
    assert catalog_servers([ServerSpec(name=PACKAGE, command="/opt/own")]) == ()


def test_a_failure_names_the_machine(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_FAILURE", "1")
    with pytest.raises(
        InstallError, match=f"^On {platform.node()}: {PACKAGE} could not be installed"
    ) as error:
        prepare_machine(["excel"], [], [])
    assert "no such package" in str(pickle.loads(pickle.dumps(error.value)))
