"""A Ray cluster of two nodes, each in a network namespace: what happens to one machine misses the other."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.hanging import HANG_SECONDS

_PORT = 6379
_ACTOR = b"ray::RayWorker"
_RAY = Path(sys.executable).with_name("ray")


class NoNamespaces(Exception):
    """This machine gives no network namespaces."""


@dataclass(frozen=True)
class Node:
    """A node of the cluster, alone in its namespace."""

    namespace: str
    ip: str
    environment: dict[str, str]

    def command(self, command: Sequence[object]) -> list[str]:
        """Return a command that runs on the node."""
        return ["ip", "netns", "exec", self.namespace, *map(str, command)]

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        """Start Ray. The process ends when the node is up."""
        shared = ["--node-ip-address", self.ip, "--num-cpus", "2", "--include-log-monitor", "false"]
        return subprocess.Popen(
            self.command([_RAY, "start", *options, *shared, "--disable-usage-stats"]),
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def pids(self) -> list[int]:
        """Return all processes of the node."""
        done = subprocess.run(
            ["ip", "netns", "pids", self.namespace], capture_output=True, text=True, check=False
        )
        return [int(pid) for pid in done.stdout.split()]

    def actors(self) -> list[int]:
        """Return the processes of our workers."""
        return [pid for pid in self.pids() if _ACTOR in _command_line(pid)]

    def kill(self) -> None:
        """Kill all processes at once, as if the machine lost its power."""
        for _ in range(10):  # some start others
            for pid in self.pids():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@dataclass(frozen=True)
class TwoNodes:
    """The cluster."""

    head: Node
    other: Node

    @property
    def address(self) -> str:
        return f"{self.head.ip}:{_PORT}"


@contextmanager
def two_nodes() -> Iterator[TwoNodes]:
    """Start a cluster with two CPUs on each node. Everything is gone at the end.

    Raises:
        NoNamespaces: This machine gives none; the reason.
    """
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # paths of sockets must be short
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        environment = {**os.environ, **token, "RAY_USAGE_STATS_ENABLED": "0"}
        head, other = _node(stack, 1, environment), _node(stack, 2, environment)
        _connect(head, other)
        cluster = TwoNodes(head, other)
        _start(cluster, folder)
        yield cluster


def wait_until(condition: Callable[[], bool], what: str) -> None:
    """Wait for a state of processes, which nothing announces. Raises `TimeoutError`."""
    deadline = time.monotonic() + HANG_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.05)


def _node(stack: ExitStack, number: int, environment: dict[str, str]) -> Node:
    node = Node(f"m3bench-{os.getpid()}-{number}", f"10.231.7.{number}", environment)
    _ip("netns", "add", node.namespace)
    stack.callback(_ip, "netns", "delete", node.namespace)
    stack.callback(node.kill)
    return node


def _connect(first: Node, second: Node) -> None:
    _ip("link", "add", "veth0", "netns", first.namespace, "type", "veth",
        "peer", "name", "veth0", "netns", second.namespace)  # fmt: skip
    for node in (first, second):
        _ip("-n", node.namespace, "address", "add", f"{node.ip}/24", "dev", "veth0")
        for device in ("lo", "veth0"):
            _ip("-n", node.namespace, "link", "set", device, "up")


def _start(cluster: TwoNodes, folder: Path) -> None:
    """Start both nodes at the same time: the second one waits for the first."""
    starting = [
        cluster.head.start(
            "--head", "--port", str(_PORT), "--include-dashboard", "false", "--temp-dir", str(folder / "1")
        ),
        cluster.other.start("--address", cluster.address, "--temp-dir", str(folder / "2")),
    ]
    for process in starting:
        output, _ = process.communicate(timeout=HANG_SECONDS)
        if process.returncode:
            raise RuntimeError(output.decode(errors="replace"))


def _ip(*arguments: str) -> None:
    try:
        done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise NoNamespaces("iproute2 is not installed") from None
    if done.returncode:
        raise NoNamespaces(f"ip {' '.join(arguments)}: {done.stderr.strip()}")


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
