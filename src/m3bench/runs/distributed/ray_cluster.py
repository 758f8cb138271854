"""Connections to Ray clusters."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import anyio
import anyio.to_thread

from m3bench.core import M3BenchError, MissingExtraError, UsageError
from m3bench.runs.distributed.ray_access import LOOPBACK, private_cluster, require_token

LOCAL = "local"
"""For Ray: a new cluster, even if RAY_ADDRESS names another one."""
_SECONDS_TO_CONNECT = 5.0
_SECONDS_BETWEEN_CHECKS = 5.0
_SECONDS_TO_RETURN = 30.0
"""A cluster that does not answer for so long is lost. After a minute, Ray would kill the run."""


class ClusterLost(M3BenchError):
    """The cluster is gone."""


class Cluster:
    """A Ray cluster that this process is connected to."""

    def __init__(self, ray: Any, worker: type, say: Callable[[str], None]) -> None:
        """Describe a cluster. `ray` is the module, `worker` the class of actors."""
        self.ray, self.say = ray, say
        self.address: str = ray.get_runtime_context().gcs_address
        self.is_lost = False
        self._actor = ray.remote(worker).options(num_cpus=1, scheduling_strategy="SPREAD")
        self._checked = self._answered = time.monotonic()

    def create_actor(self) -> Any:
        """Ask for a worker, somewhere on the cluster. Waits for the cluster."""
        return self._actor.remote()

    async def watch(self) -> None:
        """Wait until the cluster is lost, then raise `ClusterLost`. May run several times at once."""
        while not self.is_lost:
            await anyio.sleep(_SECONDS_BETWEEN_CHECKS)
            if time.monotonic() - self._checked >= _SECONDS_BETWEEN_CHECKS:
                await self._check()
        raise ClusterLost(
            f"The Ray cluster at {self.address} has not answered for {_SECONDS_TO_RETURN:.0f} seconds.",
            "Start it again, then resume the run, with --ray new and its address or without.",
        )

    async def _check(self) -> None:
        self._checked = time.monotonic()
        if await anyio.to_thread.run_sync(_connection_problem, self.address) is None:
            self._answered = self._checked
        self.is_lost = time.monotonic() - self._answered >= _SECONDS_TO_RETURN


def import_ray() -> Any:
    """Return the module `ray`. Raises `MissingExtraError` if it is not installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtraError("The Ray engine", "ray") from None


def require_cluster(address: str | None) -> None:
    """Raise `UsageError` if the cluster at the address cannot be used: Ray itself takes minutes to say so."""
    ray = import_ray()
    # Of `auto`, or none, Ray knows at once.
    has_port = (address or "").rpartition(":")[2].isdigit()
    problem = _connection_problem(str(address)) if has_port else None
    if problem is not None:
        raise UsageError(
            f"There is no Ray cluster at {address}: {problem}.",
            "Start one with: ray start --head, and pass its address; or use --ray new.",
        )
    if address not in (None, LOCAL) and not ray.is_initialized():
        require_token(str(address))


@contextlib.contextmanager
def connect(address: str | None, workers: int) -> Iterator[Any]:
    """Connect to a cluster, yield the module `ray`, and disconnect at the end.

    Without an address, one is started on this machine, with room for the workers whatever CPUs it has.

    Raises:
        UsageError: There is no cluster at this address, it refuses, or it would be used without a token.
    """
    require_cluster(address)
    ray = import_ray()
    if ray.is_initialized():  # by the program that uses m3bench, which also ends it
        yield ray
    elif address is not None and address != LOCAL:
        with _initialized(ray, address=address):
            yield ray
    else:
        with private_cluster() as options:
            cpus = max(workers, os.cpu_count() or 1)
            with _initialized(ray, address=LOCAL, num_cpus=cpus, include_dashboard=False, **options):
                _require_loopback(ray)
                yield ray


@contextlib.contextmanager
def _initialized(ray: Any, *, address: str, **options: Any) -> Iterator[None]:
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    except (ConnectionError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise _refused(address, error) from None
    try:
        yield
    finally:
        ray.shutdown()


def _require_loopback(ray: Any) -> None:
    """Raise `M3BenchError` if a version of Ray ignores what keeps its cluster on the loopback."""
    address = str(ray.get_runtime_context().gcs_address)
    if not address.startswith(f"{LOOPBACK}:"):
        raise M3BenchError(
            f"Ray {ray.__version__} listens on {address}, which other machines can reach.",
            "Use --workers without --ray new, or another version of Ray.",
        )


def _refused(address: str, error: Exception) -> UsageError:
    reason = str(error).partition("\n")[0].rstrip(".")
    if address == LOCAL:
        return UsageError(f"Ray does not start on this machine: {reason}.")
    return UsageError(
        f"The Ray cluster at {address} cannot be used: {reason}.",
        "Run m3bench on a machine of the cluster, with the same version of Ray. If the cluster has a token, "
        "set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN here as well.",
    )


def _connection_problem(address: str) -> str | None:
    """Return why nothing answers at `HOST:PORT`; None if something does."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _SECONDS_TO_CONNECT).close()
    except OSError as error:
        return error.strerror or str(error)
    return None
