"""Installers are small scripts on the PATH that do and record what uv or npm would, so that no network is
needed; pip is the real one, with a package made on the spot."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from m3bench.core import UsageError
from m3bench.hosting.catalog import install_commands
from m3bench.hosting.catalog.catalog import load_catalog
from m3bench.hosting.catalog.entry import CatalogEntry, Registry
from m3bench.hosting.catalog.environments import MARKER, Environments, default_root
from m3bench.hosting.catalog.install_commands import find_python
from m3bench.hosting.catalog.install_process import LAST_LINES, InstallError

SYSTEM = "/usr/local/bin:/usr/bin:/bin"
WAIT = 30.0

FAKE = r"""#!/bin/sh
echo "$$ $*" >> "$FAKE_LOG"
for last; do :; done
case "$1 $2" in
  venv*) mkdir -p "$last/bin" && ln -s /bin/sh "$last/bin/python" && exit ;;
  "pip install") program="$(dirname "$5")/tiny-server" ;;
  "install --prefix") program="$3/node_modules/@me/tiny/dist/index.js" && mkdir -p "$(dirname "$program")" ;;
esac
if [ -n "$FAKE_FAILURE" ]; then
  for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do echo "line $n"; done
  echo "could not fetch https://user:secret@registry.example/simple/" >&2
  exit 3
fi
echo "half done"
if [ -n "$FAKE_GATE" ]; then read _ < "$FAKE_GATE"; fi
if [ -z "$FAKE_EMPTY" ]; then echo run > "$program"; fi
"""

ENTRY = CatalogEntry(
    name="tiny",
    registry=Registry.PYPI,
    package="tiny-pkg",
    version="1.2.3",
    executable="tiny-server",
    pins=("mcp<2",),
    domain="tests",
    licence="MIT",
    tools=1,
    proof_tool="t",
)
NPM_ENTRY = msgspec.structs.replace(
    ENTRY, name="npm-tiny", registry=Registry.NPM, package="@me/tiny", executable="dist/index.js", pins=()
)


class Machine:
    """A PATH of fake installers, and what was run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self._log = folder / "log"
        self._log.touch()
        monkeypatch.setenv("FAKE_LOG", str(self._log))
        monkeypatch.setenv("PATH", f"{self.bin}:{SYSTEM}")
        for name in ("uv", "npm", "node"):
            self.add(name)

    def add(self, name: str) -> None:
        (self.bin / name).write_text(FAKE)
        (self.bin / name).chmod(0o755)

    @property
    def commands(self) -> list[str]:
        return [line.partition(" ")[2] for line in self._log.read_text().splitlines()]

    @property
    def pids(self) -> list[int]:
        return [int(line.split()[0]) for line in self._log.read_text().splitlines()]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pipe at which the fake installer waits for a line."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    monkeypatch.setenv("FAKE_GATE", str(path))
    return path


@pytest.fixture
def environments(tmp_path: Path) -> Environments:
    return Environments(tmp_path / "root")


def leftovers(environments: Environments) -> list[str]:
    return sorted(path.name for path in environments.root.glob("*") if path.name != ".locks")


def test_uv_gets_the_exact_version_and_pins(machine: Machine, environments: Environments) -> None:
    lines: list[str] = []
    installed = environments.install(ENTRY, lines.append)
    folder = environments.root / "tiny"
    assert machine.commands == [
        f"venv --python {sys.executable} {folder}",
        f"pip install --no-progress --python {folder}/bin/python tiny-pkg==1.2.3 mcp<2",
    ]
    assert lines == ["half done"]
    assert (installed.name, installed.version, installed.folder) == ("tiny", "1.2.3", str(folder))
    assert environments.installed(ENTRY) == installed
    assert environments.list() == (installed,)
    assert environments.install(ENTRY) == installed
    assert len(machine.commands) == 2


def test_uv_can_be_done_without(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert install_commands.find_uv() == (str(machine.bin / "uv"),)
    monkeypatch.setenv("M3BENCH_INSTALLER", "pip")
    assert install_commands.find_uv() is None


def test_npm_runs_no_scripts(machine: Machine, environments: Environments) -> None:
    environments.install(NPM_ENTRY)
    (command,) = machine.commands
    assert command.startswith(f"install --prefix {environments.root}/npm-tiny ")
    assert command.endswith(" @me/tiny@1.2.3")
    assert "--ignore-scripts" in command
    assert environments.installed(NPM_ENTRY)


def test_npm_without_node(
    machine: Machine, environments: Environments, monkeypatch: pytest.MonkeyPatch
) -> None:
    (machine.bin / "node").unlink()
    monkeypatch.setenv("PATH", str(machine.bin))
    with pytest.raises(InstallError, match=r"npm-tiny could not be installed: it requires Node\.js with npm"):
        environments.install(NPM_ENTRY)
    assert leftovers(environments) == []


def test_failure_gives_the_last_lines_and_no_address(
    machine: Machine, environments: Environments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_FAILURE", "1")
    with pytest.raises(InstallError) as caught:
        environments.install(ENTRY)
    text = str(caught.value)
    assert "tiny could not be installed: " in text
    assert "uv pip install failed with status 3" in text
    assert "could not fetch …" in text
    assert "registry.example" not in text
    assert "secret" not in text
    assert "line 20" in text
    assert f"line {20 - LAST_LINES + 1}\n" not in text
    assert leftovers(environments) == []
    monkeypatch.delenv("FAKE_FAILURE")
    assert environments.install(ENTRY)


def test_a_package_without_the_program_is_refused(
    machine: Machine, environments: Environments, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_EMPTY", "1")
    with pytest.raises(InstallError, match=r"tiny-pkg 1\.2\.3 does not contain tiny-server"):
        environments.install(ENTRY)
    assert leftovers(environments) == []


@pytest.mark.parametrize("change", [{"version": "1.2.4"}, {"pins": ()}, {"package": "other"}])
def test_another_entry_makes_it_outdated(
    machine: Machine, environments: Environments, change: dict[str, object]
) -> None:
    environments.install(ENTRY)
    stale = environments.root / "tiny" / "stale"
    stale.touch()
    newer = msgspec.structs.replace(ENTRY, **change)
    assert environments.installed(newer) is None
    assert environments.marked("tiny") is not None
    assert environments.install(newer).digest == newer.digest
    assert not stale.exists()


def test_how_it_is_started_does_not_make_it_outdated(machine: Machine, environments: Environments) -> None:
    environments.install(ENTRY)
    assert environments.installed(msgspec.structs.replace(ENTRY, args=("x",), note="n", tools=5))


def test_a_folder_without_marker_is_not_installed_and_replaced(
    machine: Machine, environments: Environments
) -> None:
    rest = environments.root / "tiny" / "bin" / "tiny-server"
    rest.parent.mkdir(parents=True)
    rest.touch()
    (environments.root / "a folder of the user's").mkdir()
    assert environments.installed(ENTRY) is None
    assert environments.list() == ()
    environments.install(ENTRY)
    assert rest.read_text() == "run\n"


def test_damage_is_noticed(machine: Machine, environments: Environments, tmp_path: Path) -> None:
    folder = Path(environments.install(ENTRY).folder)
    for broken in (folder / "bin" / "python", folder / "bin" / "tiny-server"):
        broken.unlink()
        assert environments.installed(ENTRY) is None
        environments.install(ENTRY)
    (folder / MARKER).write_text("{")
    assert environments.installed(ENTRY) is None
    environments.install(ENTRY)
    environments.root.rename(tmp_path / "moved")
    assert Environments(tmp_path / "moved").installed(ENTRY) is None


def test_remove(machine: Machine, environments: Environments) -> None:
    environments.install(ENTRY)
    assert environments.remove("tiny")
    assert leftovers(environments) == []
    assert environments.installed(ENTRY) is None
    assert not environments.remove("tiny")


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", ".locks", "/etc"])
def test_names_that_leave_the_folder_are_refused(environments: Environments, name: str) -> None:
    with pytest.raises(UsageError):
        environments.remove(name)
    with pytest.raises(ValueError, match="is not a valid folder name"):
        msgspec.structs.replace(ENTRY, name=name)


def test_an_interrupted_install_leaves_nothing(
    machine: Machine, environments: Environments, gate: Path
) -> None:
    def interrupt(line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        environments.install(ENTRY, interrupt)
    assert leftovers(environments) == []
    with pytest.raises(ProcessLookupError):
        os.kill(machine.pids[-1], 0)


def test_two_installers_of_one_server_take_turns(
    machine: Machine, environments: Environments, gate: Path
) -> None:
    started, waiting = threading.Event(), threading.Event()
    results: list[object] = []

    def install(seen: Callable[[str], None]) -> threading.Thread:
        thread = threading.Thread(target=lambda: results.append(environments.install(ENTRY, seen)))
        thread.start()
        return thread

    first = install(lambda line: started.set() if line == "half done" else None)
    assert started.wait(WAIT)
    second = install(lambda line: waiting.set() if "by another process. Waiting." in line else None)
    assert waiting.wait(WAIT)
    assert environments.installed(ENTRY) is None
    gate.write_text("go\n")
    for thread in (first, second):
        thread.join(WAIT)
    assert results == [environments.installed(ENTRY)] * 2
    assert results[0] is not None
    assert len(machine.commands) == 2


@pytest.fixture
def killed(machine: Machine, environments: Environments, gate: Path) -> Iterator[None]:
    """A process that was killed while its installer was at work; the installer goes on."""
    code = (
        "import msgspec, pathlib, sys\n"
        "from m3bench.hosting.catalog.entry import CatalogEntry\n"
        "from m3bench.hosting.catalog.environments import Environments\n"
        "entry = msgspec.json.decode(sys.argv[2], type=CatalogEntry)\n"
        "Environments(pathlib.Path(sys.argv[1])).install(entry, lambda line: print(line, flush=True))\n"
    )
    command = [sys.executable, "-c", code, str(environments.root), msgspec.json.encode(ENTRY).decode()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half done\n"
        process.send_signal(signal.SIGKILL)
        process.wait(WAIT)
        yield


def test_a_killed_install_does_not_look_installed_and_holds_the_lock(
    killed: None, environments: Environments, gate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leftovers(environments) == ["tiny"]
    assert environments.installed(ENTRY) is None
    assert environments.list() == ()
    with (environments.root / ".locks" / "tiny.lock").open() as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        gate.write_text("go\n")
        fcntl.flock(lock, fcntl.LOCK_EX)
    assert environments.installed(ENTRY) is None
    monkeypatch.delenv("FAKE_GATE")
    assert environments.install(ENTRY)


def test_an_unwritable_place(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InstallError, match="tiny could not be installed: Not a directory"):
        Environments(tmp_path / "file").install(ENTRY)


def test_default_root(tmp_path: Path) -> None:
    assert default_root({"M3BENCH_SERVERS": str(tmp_path)}) == tmp_path
    assert default_root({}).parts[-2:] == ("m3bench", "servers")


def test_a_fitting_python_is_looked_for(machine: Machine, environments: Environments) -> None:
    ours = sys.version_info.minor
    assert find_python(None) == find_python(">=3.8") == find_python(f"<3.{ours + 1}") == sys.executable
    assert find_python(">=3.36") is None
    for name, status in (("python3.37", 127), ("python3.38", 0)):
        (machine.bin / name).write_text(f"#!/bin/sh\nexit {status}\n")
        (machine.bin / name).chmod(0o755)
    assert find_python(">=3.36") == str(machine.bin / "python3.38")
    assert find_python(">=3.36,<3.38") is None
    environments.install(msgspec.structs.replace(ENTRY, python=">=3.39"))
    assert machine.commands[-2].startswith("venv --python >=3.39 ")


def test_pip_says_which_python_is_needed(environments: Environments, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install_commands, "find_uv", lambda: None)
    with pytest.raises(InstallError, match=r"tiny could not be installed: it requires Python >=3\.39"):
        environments.install(msgspec.structs.replace(ENTRY, python=">=3.39"))


def wheel(folder: Path) -> None:
    """A package with one program that prints its version."""
    folder.mkdir()
    info = "tiny_pkg-1.2.3.dist-info"
    files = {
        "tiny_pkg.py": "def main():\n    print('tiny 1.2.3')\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tiny-pkg\nVersion: 1.2.3\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\ntiny-server = tiny_pkg:main\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD"))
    with zipfile.ZipFile(folder / "tiny_pkg-1.2.3-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


@pytest.mark.slow
def test_pip_installs_what_can_be_run(
    environments: Environments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel(tmp_path / "wheels")
    monkeypatch.setattr(install_commands, "find_uv", lambda: None)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "misleading"))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "misleading"))
    entry = msgspec.structs.replace(ENTRY, pins=())
    lines: list[str] = []
    environments.install(entry, lines.append)
    program = entry.program(environments.folder("tiny"))
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == "tiny 1.2.3\n"
    assert any("Successfully installed" in line for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mcp-server-time", "npm-wrtnlabs__calculator-mcp"])
def test_the_catalog_installs_from_the_registries(environments: Environments, name: str) -> None:
    catalog = load_catalog()
    entry = catalog.find(name)
    environments.install(entry)
    assert entry.program(environments.folder(name)).is_file()
    assert catalog.spec(name, environments).available
    assert environments.remove(name)
