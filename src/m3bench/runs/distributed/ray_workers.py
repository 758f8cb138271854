"""Workers on a Ray cluster."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import anyio

from m3bench.core import MissingExtraError, UsageError
from m3bench.runs.distributed.links import LinkClosed
from m3bench.runs.distributed.worker import serve

_SECONDS_TO_EXIT = 15.0
_SECONDS_TO_CONNECT = 5.0
_END = b""
"""A frame that closes a link: frames of a channel are never empty."""


class RayWorker:
    """An actor. Frames come in by `deliver` and go out by `poll`; `serve` runs between them."""

    def __init__(self) -> None:
        self._incoming: asyncio.Queue[bytes] = asyncio.Queue()
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.create_task(self._serve())

    async def deliver(self, frame: bytes) -> None:
        """Take a frame from the run."""
        await self._incoming.put(frame)

    async def poll(self) -> bytes:
        """Return the next frame for the run; an empty one at the end."""
        return await self._outgoing.get()

    async def close(self) -> None:
        """Stop servers and end."""
        await self._incoming.put(_END)
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _serve(self) -> None:
        try:
            with contextlib.suppress(LinkClosed):
                await serve(_ActorLink(self._incoming, self._outgoing))
        finally:
            await self._outgoing.put(_END)


class _ActorLink:
    """The end of a link inside an actor."""

    def __init__(self, incoming: asyncio.Queue[bytes], outgoing: asyncio.Queue[bytes]) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    async def send(self, frame: bytes) -> None:
        await self._outgoing.put(frame)

    async def receive(self) -> bytes:
        frame = await self._incoming.get()
        if frame == _END:
            raise LinkClosed
        return frame

    async def aclose(self) -> None:
        await self._outgoing.put(_END)


class _DriverLink:
    """The end of a link in the run."""

    def __init__(self, ray: Any, actor: Any) -> None:
        self._ray, self._actor = ray, actor

    async def send(self, frame: bytes) -> None:
        try:
            await self._actor.deliver.remote(frame)
        except self._ray.exceptions.RayError:
            raise LinkClosed from None

    async def receive(self) -> bytes:
        try:
            frame: bytes = await self._actor.poll.remote()
        except self._ray.exceptions.RayError:
            raise LinkClosed from None
        if frame == _END:
            raise LinkClosed
        return frame

    async def aclose(self) -> None:
        with contextlib.suppress(self._ray.exceptions.RayError):
            with anyio.move_on_after(_SECONDS_TO_EXIT):
                await self._actor.close.remote()
        self._ray.kill(self._actor)


def import_ray() -> Any:
    """Return the module `ray`. Raises `MissingExtraError` if it is not installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtraError("The Ray engine", "ray") from None


def require_cluster(address: str | None) -> None:
    """Raise `UsageError` if nothing listens at the address: Ray itself takes minutes to say so."""
    import_ray()
    host, _, port = (address or "").rpartition(":")
    if not port.isdigit():
        return  # `auto`, or none: Ray knows at once
    try:
        socket.create_connection((host, int(port)), _SECONDS_TO_CONNECT).close()
    except OSError as error:
        raise _no_cluster(address, error.strerror or str(error)) from None


def _no_cluster(address: str | None, reason: str) -> UsageError:
    return UsageError(
        f"There is no Ray cluster at {address}: {reason}.",
        "Start one with: ray start --head, and pass its address; or leave --address out.",
    )


@contextlib.contextmanager
def connect(address: str | None) -> Any:
    """Connect to a cluster, and disconnect at the end. Without an address, one is started on this machine.

    Raises:
        UsageError: There is no cluster at this address.
    """
    require_cluster(address)
    ray = import_ray()
    if ray.is_initialized():  # by the program that uses m3bench, which also ends it
        yield ray
        return
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise _no_cluster(address, str(error).rstrip(".")) from None
    try:
        yield ray
    finally:
        ray.shutdown()


@asynccontextmanager
async def open_actor(number: int, *, ray: Any) -> AsyncIterator[_DriverLink]:
    """Start a worker somewhere on the cluster and yield the link to it."""
    name = f"m3bench-{ray.get_runtime_context().get_job_id()}-{number}"
    actor = ray.remote(RayWorker).options(name=name, num_cpus=1, scheduling_strategy="SPREAD").remote()
    link = _DriverLink(ray, actor)
    try:
        try:
            await actor.start.remote()
        except ray.exceptions.RayError:
            raise LinkClosed from None
        yield link
    finally:
        with anyio.CancelScope(shield=True):
            await link.aclose()
