"""Strangers at the door of a Ray cluster that m3bench starts: the network, and other users."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from m3bench.runs.distributed.ray_cluster import connect
from tests.attacks.listeners import descendants, is_loopback, listening_addresses
from tests.hanging import HANG_SECONDS
from tests.runs.distributed.ray_clusters import await_processes

STRANGER = 65_534
CLIENT = """
import os, sys
from ray._raylet import GcsClient  # while the files of Python can be read
if sys.argv[2] != "me":
    os.setgroups([])
    os.setgid(int(sys.argv[2]))
    os.setuid(int(sys.argv[2]))
print("answered", GcsClient(address=sys.argv[1]).internal_kv_keys(b"", None, 10))
"""


class Started(NamedTuple):
    """A cluster of this machine."""

    address: str
    environment: dict[str, str]
    """What the processes of the cluster see."""
    folder: Path
    """Of the session: sockets and logs."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Started]:
    ray = pytest.importorskip("ray", reason="the extra ray is not installed")
    with connect(None, 1):
        actor = ray.remote(_Actor).remote()
        ray.get(actor.ready.remote(), timeout=HANG_SECONDS)
        folder = Path(ray._private.worker.global_worker.node.get_session_dir_path())
        yield Started(ray.get_runtime_context().gcs_address, dict(os.environ), folder)
        del actor
    await_processes()


class _Actor:
    def ready(self) -> None:
        """Answer."""


def ask(cluster: Started, user: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Ask the head of the cluster for what it keeps."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return subprocess.run(
        [sys.executable, "-c", CLIENT, cluster.address, user], env={**kept, **environment},
        cwd="/", capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip


@pytest.fixture
def stranger() -> str:
    """Another user."""
    if os.geteuid() != 0:
        pytest.skip("only root can act as another user")
    return str(STRANGER)


def test_the_network(cluster: Started) -> None:
    """a machine of the network connects to a port of the cluster."""
    addresses = listening_addresses(descendants(os.getpid()))
    assert addresses
    assert [address for address in addresses if not is_loopback(address)] == []


def test_files_of_the_cluster(cluster: Started) -> None:
    """another user reads the token, or replaces sockets and files of the session."""
    token = Path(cluster.environment["RAY_AUTH_TOKEN_PATH"])
    assert token.stat().st_mode & 0o777 == 0o600
    assert len(token.read_text()) >= 32
    for path in (token, cluster.folder):
        assert any(parent.stat().st_mode & 0o077 == 0 for parent in path.parents), path
    assert "RAY_AUTH_TOKEN" not in cluster.environment
    lines = b"".join(Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(os.getpid()))
    assert token.read_bytes() not in lines


@pytest.mark.parametrize("given", ["no token", "a wrong token", "the token file"])
def test_another_user(cluster: Started, stranger: str, given: str) -> None:
    """another user of the machine sends a request to the cluster."""
    path = cluster.environment["RAY_AUTH_TOKEN_PATH"]
    variables: dict[str, dict[str, str]] = {
        "no token": {"RAY_AUTH_MODE": "disabled"},
        "a wrong token": {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0" * 64},
        "the token file": {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": path},
    }
    done = ask(cluster, stranger, **variables[given])
    assert done.returncode != 0, done.stdout
    assert "answered" not in done.stdout
    words = {"the token file": "RAY_AUTH_TOKEN_PATH"}
    assert words.get(given, "nauthenticated") in done.stderr


def test_the_token_is_what_opens_the_cluster(cluster: Started, stranger: str) -> None:
    """whoever has the token is let in, so the refusals above are the token's."""
    token = Path(cluster.environment["RAY_AUTH_TOKEN_PATH"]).read_text()
    for user in (stranger, "me"):
        done = ask(cluster, user, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=token)
        assert "answered" in done.stdout, done.stderr
