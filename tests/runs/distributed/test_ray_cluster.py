"""Clusters that are lost, refuse or are full. Ray is replaced: these states take minutes to come about."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from m3bench.core import M3BenchError, UsageError
from m3bench.runs.distributed import ray_cluster, ray_workers
from m3bench.runs.distributed.channel import LinkClosed
from m3bench.runs.distributed.ray_cluster import Cluster, ClusterLost, connect
from m3bench.runs.distributed.ray_workers import RayWorker, open_actor
from tests.hanging import HANG_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class RayError(Exception):
    """As `ray.exceptions.RayError`."""


class FakeActor:
    """An actor whose methods answer at once, or not at all."""

    def __init__(self, *, starts: bool = True) -> None:
        self.closed = False
        self.start = SimpleNamespace(remote=self._nothing if starts else anyio.sleep_forever)
        self.poll = SimpleNamespace(remote=anyio.sleep_forever)
        self.close = SimpleNamespace(remote=self._close)

    async def _nothing(self) -> None:
        """Answer."""

    async def _close(self) -> None:
        self.closed = True


class FakeRay:
    """The part of the module `ray` that we use."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, address: str, actor: FakeActor | None = None) -> None:
        self._address, self.actor = address, actor or FakeActor()
        self.killed: list[Any] = []

    def get_runtime_context(self) -> Any:
        return SimpleNamespace(gcs_address=self._address)

    def remote(self, _: type) -> Any:
        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=lambda: self.actor))

    def kill(self, actor: Any) -> None:
        self.killed.append(actor)


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """Stands for the head of a cluster."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "_SECONDS_BETWEEN_CHECKS", 0.01)
    monkeypatch.setattr(ray_cluster, "_SECONDS_TO_RETURN", 0.1)
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "0" * 64)


def address_of(port: socket.socket) -> str:
    return "{}:{}".format(*port.getsockname())


def cluster_at(address: str, said: list[str] | None = None, actor: FakeActor | None = None) -> Cluster:
    say = (lambda _: None) if said is None else said.append
    return Cluster(FakeRay(address, actor), RayWorker, say)


async def test_a_cluster_that_answers_is_not_lost(port: socket.socket) -> None:
    cluster = cluster_at(address_of(port))
    with anyio.move_on_after(0.3) as scope:
        await cluster.watch()
    assert scope.cancelled_caught
    assert not cluster.is_lost


async def test_a_run_ends_when_its_cluster_is_lost(port: socket.socket) -> None:
    address = address_of(port)
    cluster = cluster_at(address)

    async def lose() -> None:
        async with open_actor(1, cluster=cluster) as link:
            port.close()
            await link.receive()

    with anyio.fail_after(HANG_SECONDS), pytest.raises(ClusterLost, match=f"cluster at {address} has not"):
        await lose()
    assert not cluster.ray.actor.closed  # nobody could be asked


async def test_a_link_ends_with_its_actor(port: socket.socket) -> None:
    cluster = cluster_at(address_of(port))
    with anyio.fail_after(HANG_SECONDS):
        async with open_actor(1, cluster=cluster):
            assert not cluster.ray.killed
    assert cluster.ray.actor.closed
    assert cluster.ray.killed == [cluster.ray.actor]


async def test_a_closed_link_is_not_a_lost_cluster(port: socket.socket) -> None:
    with anyio.fail_after(HANG_SECONDS), pytest.raises(LinkClosed):
        async with open_actor(1, cluster=cluster_at(address_of(port))):
            raise LinkClosed


async def test_a_full_cluster_is_reported(port: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "_SECONDS_TO_START", 0.01)
    heard = anyio.Event()

    def say(text: str) -> None:
        assert text == "worker 7 waits for a free CPU of the cluster"
        heard.set()

    cluster = Cluster(FakeRay(address_of(port), FakeActor(starts=False)), RayWorker, say)

    async def start() -> None:
        async with open_actor(7, cluster=cluster):
            raise AssertionError("it cannot start")

    with anyio.fail_after(HANG_SECONDS):
        async with anyio.create_task_group() as group:
            group.start_soon(start)
            await heard.wait()
            group.cancel_scope.cancel()
    assert not cluster.ray.actor.closed  # it would answer once it has started
    assert cluster.ray.killed == [cluster.ray.actor]


async def test_a_worker_that_starts_is_not_reported(
    port: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_workers, "_SECONDS_TO_START", 0.01)
    said: list[str] = []
    async with open_actor(1, cluster=cluster_at(address_of(port), said)):
        await anyio.sleep(0.05)
    assert said == []


@pytest.mark.parametrize("error", [RayError("Token is missing.\nMore."), ConnectionError("Token is missing")])
def test_a_refusal_names_the_token(
    error: Exception, port: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> None:
        raise error

    fake = SimpleNamespace(is_initialized=lambda: False, init=refuse, exceptions=FakeRay.exceptions)
    monkeypatch.setattr(ray_cluster, "import_ray", lambda: fake)
    address = address_of(port)
    with pytest.raises(UsageError, match="cannot be used: Token is missing") as caught, connect(address, 2):
        pass
    assert caught.value.message == f"The Ray cluster at {address} cannot be used: Token is missing."
    assert "RAY_AUTH_TOKEN" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("address", "given_address", "cpus"),
    [(None, "local", 1000), ("local", "local", 1000), ("auto", "auto", None)],
)
def test_a_cluster_of_this_machine_has_room_for_all_workers(
    address: str | None, given_address: str, cpus: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: dict[str, Any] = {}
    _replace_ray(monkeypatch, given, "127.0.0.1:6379")
    with connect(address, 1000):
        assert (given["address"], given.get("num_cpus")) == (given_address, cpus)
    assert given == {}


def test_a_cluster_of_this_machine_is_on_the_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    _replace_ray(monkeypatch, given, "10.0.0.1:6379")
    with pytest.raises(M3BenchError, match=r"Ray 9\.9 listens on 10\.0\.0\.1:6379"), connect(None, 2):
        pass
    assert given == {}


def _replace_ray(monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], address: str) -> None:
    fake = SimpleNamespace(
        is_initialized=lambda: False, init=given.update, shutdown=given.clear, exceptions=FakeRay.exceptions,
        get_runtime_context=lambda: SimpleNamespace(gcs_address=address), __version__="9.9",
    )  # fmt: skip
    monkeypatch.setattr(ray_cluster, "import_ray", lambda: fake)
    monkeypatch.setattr(ray_cluster, "private_cluster", lambda: nullcontext({}))
