from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.confinement import sandbox_problem
from m3bench.core import UsageError
from m3bench.hosting.sandbox import bubblewrap as module
from m3bench.hosting.sandbox.bubblewrap import sandboxed
from m3bench.hosting.spec import ServerSpec
from tests.hanging import HANG_SECONDS

PROBLEM = sandbox_problem()
real = pytest.mark.skipif(PROBLEM is not None, reason=str(PROBLEM))

PROBE = """
import json, os, socket, sys
from pathlib import Path
workspace, outside, port = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
def attempt(action):
    try:
        return action() or "done"
    except OSError as error:
        return type(error).__name__
def connect():
    socket.create_connection(("127.0.0.1", port), timeout=5).close()
print(json.dumps({
    "network": attempt(connect),
    "workspace": attempt(lambda: (workspace / "made.txt").write_text("hello")),
    "relative": attempt(lambda: Path("asset.txt").read_text()),
    "outside": attempt(lambda: (outside / "made.txt").write_text("x")),
    "root": attempt(lambda: Path("/made.txt").write_text("x")),
    "system": attempt(lambda: Path("/usr/made.txt").write_text("x")),
    "hosts_file": attempt(lambda: Path("/etc/hosts").read_text()),
    "temporary": attempt(lambda: Path("/tmp/private.txt").write_text("x")),
    "home": attempt(lambda: (Path.home() / "note").write_text("x")),
    "home_is": str(Path.home()),
    "pid": os.getpid(),
    "environment": sorted(os.environ),
    "key": os.environ.get("KEY"),
}))
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "asset.txt").write_text("asset")
    return folder.resolve()


@pytest.fixture
def port() -> Iterator[int]:
    """A port that answers outside of the sandbox."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine where sandboxes work: nothing is started."""
    monkeypatch.setattr(module, "sandbox_problem", lambda: None)
    monkeypatch.setattr(module, "bubblewrap", lambda: "/usr/bin/bwrap")


def run(spec: ServerSpec) -> subprocess.CompletedProcess[str]:
    assert spec.command
    return subprocess.run(
        [spec.command, *spec.args],
        env={**os.environ, **spec.env},
        cwd=spec.cwd,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )


def probe(spec: ServerSpec) -> dict[str, Any]:
    done = run(spec)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@real
def test_a_real_script_has_its_workspace_and_nothing_else(
    workspace: Path, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_TEST_LEAK", "1")
    script = tmp_path / "probe.py"
    script.write_text(PROBE)
    outside = tmp_path / "outside"
    outside.mkdir()
    args = (str(script), str(workspace), str(tmp_path / "outside"), str(port))
    spec = ServerSpec(name="probe", command=sys.executable, args=args, env={"KEY": "value"})
    report = probe(sandboxed(spec, workspace))
    assert report.pop("environment") == ["HOME", "KEY", "LANG", "PATH", "PWD", "TMPDIR"]
    assert report.pop("pid") < 10, "it has process numbers of its own"
    assert report == {
        "network": "ConnectionRefusedError",
        "workspace": 5,
        "relative": "asset",
        "outside": "OSError",
        "root": "OSError",
        "system": "OSError",
        "hosts_file": "FileNotFoundError",
        "temporary": 1,
        "home": 1,
        "home_is": "/tmp/home",
        "key": "value",
    }
    assert (workspace / "made.txt").read_text() == "hello"
    assert list(outside.iterdir()) == []
    assert not Path("/tmp/private.txt").exists()


@real
def test_a_virtual_environment_is_there_to_read(workspace: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", symlinks=True)
    package = next((tmp_path / "env" / "lib").glob("python3*")) / "site-packages" / "its_own.py"
    package.write_text("print('here')")
    command = str(tmp_path / "env" / "bin" / "python")
    spec = ServerSpec(name="s", command=command, args=("-m", "its_own"))
    assert run(sandboxed(spec, workspace)).stdout == "here\n"
    writing = ("-c", "import its_own, pathlib; pathlib.Path(its_own.__file__).write_text('')")
    refused = run(sandboxed(ServerSpec(name="s", command=command, args=writing), workspace))
    assert "Read-only file system" in refused.stderr
    assert package.read_text() == "print('here')"


@real
def test_extra_paths_can_be_read_and_others_do_not_exist(workspace: Path, tmp_path: Path) -> None:
    for name in ("shown", "hidden"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    spec = ServerSpec(name="s", command="cat", args=("shown/file", "hidden/file"))
    spec = sandboxed(spec, workspace, extra_readonly=[tmp_path / "shown"])
    args = tuple(f"{tmp_path}/{arg}" if arg.endswith("/file") else arg for arg in spec.args)
    done = run(ServerSpec(name="s", command=spec.command, args=args))
    assert done.stdout == "shown"
    assert "hidden/file: No such file" in done.stderr


@pytest.mark.usefixtures("pretended")
def test_the_command_line_isolates_and_mounts_the_workspace_last(workspace: Path) -> None:
    spec = sandboxed(ServerSpec(name="s", command="/bin/sh", args=("-c", "true")), workspace)
    args = list(spec.args)
    assert spec.command == "/usr/bin/bwrap"
    assert spec.cwd == str(workspace)
    for flag in ("user", "net", "pid", "ipc", "uts"):
        assert f"--unshare-{flag}" in args
    assert {"--die-with-parent", "--new-session"} <= set(args)
    assert args[args.index("--cap-drop") + 1] == "ALL"
    assert args[-3:] == ["/bin/sh", "-c", "true"]
    assert "ulimit" in args[args.index("--") + 3]
    assert args[args.index("--chdir") + 1] == str(workspace)
    assert args.count("--bind") == 1, "one writable folder"
    last_mount = max(index for index, arg in enumerate(args) if "bind" in arg)
    assert args[last_mount : last_mount + 5] == [
        *("--bind", str(workspace), str(workspace)),
        *("--remount-ro", "/"),
    ]
    assert args.index("--tmpfs") < last_mount, "the private /tmp does not cover what lies in /tmp"


@pytest.mark.usefixtures("pretended")
def test_secrets_stay_off_the_command_line(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEY", "outer")
    monkeypatch.setenv("OTHER", "outer")
    spec = ServerSpec(name="s", command="/bin/sh", env={"KEY": "hunter22"}, secrets=("hunter22",))
    wrapped = sandboxed(spec, workspace)
    assert wrapped.env == {"KEY": "hunter22"}
    assert not any("hunter22" in arg for arg in wrapped.args)
    cleared = {wrapped.args[i + 1] for i, arg in enumerate(wrapped.args) if arg == "--unsetenv"}
    assert "OTHER" in cleared
    assert "KEY" not in cleared


@pytest.mark.usefixtures("pretended")
def test_npm_packages_come_whole_and_scripts_alone(workspace: Path, tmp_path: Path) -> None:
    main = tmp_path / "app" / "node_modules" / "server" / "main.js"
    main.parent.mkdir(parents=True)
    main.touch()
    script = tmp_path / "private" / "server.py"
    script.parent.mkdir()
    script.touch()
    spec = sandboxed(ServerSpec(name="s", command="/bin/sh", args=(str(main), str(script), "-x")), workspace)
    shown = {spec.args[i + 1] for i, arg in enumerate(spec.args) if arg == "--ro-bind"}
    assert shown == {str(tmp_path / "app"), str(script)}


@pytest.mark.usefixtures("pretended")
def test_a_node_script_of_ones_own_sees_its_packages_alone(workspace: Path, tmp_path: Path) -> None:
    packages = tmp_path / "own" / "node_modules"
    packages.mkdir(parents=True)
    for name in ("server.mjs", "package.json", "secret.txt"):
        (packages.parent / name).touch()
    script = str(packages.parent / "server.mjs")
    spec = sandboxed(ServerSpec(name="s", command="/bin/sh", args=(script,)), workspace)
    shown = {spec.args[i + 1] for i, arg in enumerate(spec.args) if arg == "--ro-bind"}
    assert shown == {script, str(packages), str(packages.parent / "package.json")}


@pytest.mark.usefixtures("pretended")
def test_a_program_in_a_folder_of_programs_does_not_show_what_lies_beside_it(
    workspace: Path, tmp_path: Path
) -> None:
    for name in ("bin", "lib", "share"):
        (tmp_path / "local" / name).mkdir(parents=True)
    program = tmp_path / "local" / "bin" / "server"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    spec = sandboxed(ServerSpec(name="s", command=str(program)), workspace)
    shown = {spec.args[i + 1] for i, arg in enumerate(spec.args) if arg == "--ro-bind"}
    assert shown == {str(tmp_path / "local" / "bin"), str(tmp_path / "local" / "lib")}


@pytest.mark.usefixtures("pretended")
def test_the_home_folder_is_not_shown(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "docs").mkdir(parents=True)
    server = ServerSpec(name="s", command="/bin/sh")
    for path in ("/", str(tmp_path), str(tmp_path / "home")):
        with pytest.raises(UsageError, match="would expose all of"):
            sandboxed(server, workspace, extra_readonly=[Path(path)])
    spec = sandboxed(server, workspace, extra_readonly=[tmp_path / "home" / "docs"])
    assert str(tmp_path / "home" / "docs") in spec.args


@pytest.mark.usefixtures("pretended")
def test_what_cannot_be_run_in_a_sandbox_is_refused(workspace: Path) -> None:
    with pytest.raises(UsageError, match="far is remote"):
        sandboxed(ServerSpec(name="far", url="http://127.0.0.1/mcp"), workspace)
    with pytest.raises(UsageError, match="program 'no-such-program' not found"):
        sandboxed(ServerSpec(name="s", command="no-such-program"), workspace)
    with pytest.raises(UsageError, match=r"cannot include /no/such/folder: it does not exist"):
        sandboxed(
            ServerSpec(name="s", command="/bin/sh"), workspace, extra_readonly=[Path("/no/such/folder")]
        )


def test_without_bubblewrap_asking_is_an_error(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match=r"s cannot run in a sandbox: bubblewrap is not installed\. Install"):
        sandboxed(ServerSpec(name="s", command="/bin/sh"), workspace)


def test_where_namespaces_are_not_allowed_it_is_said_what_to_enable(
    workspace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'No permissions to create new namespace' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    problem = sandbox_problem()
    assert problem
    assert "(No permissions to create new namespace)" in problem
    assert "sysctl" in problem
    with pytest.raises(UsageError, match="cannot create namespaces"):
        sandboxed(ServerSpec(name="s", command="/bin/sh"), workspace)


def test_the_probe_runs_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bwrap").write_text(f"#!/bin/sh\necho x >> {tmp_path}/count\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert (sandbox_problem(), sandbox_problem()) == (None, None)
    assert (tmp_path / "count").read_text() == "x\n"
