"""Workers on a Ray cluster."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
import anyio.to_thread

from m3bench.hosting import unwrap_group
from m3bench.runs.distributed.channel import LinkClosed
from m3bench.runs.distributed.ray_cluster import Cluster, ClusterLost
from m3bench.runs.distributed.worker import serve

_SECONDS_TO_EXIT = 15.0
_SECONDS_TO_START = 20.0
_END = b""
"""A frame that closes a link: frames of a channel are never empty."""


def name_ray_logs(_: int) -> str:
    """Name the logs of Ray's workers, for a person."""
    return (
        "Look into the logs of Ray on the machines of the cluster "
        "(/tmp/ray/session_latest/logs/worker-*.err), then run the same again, if need be with fewer workers."
    )


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

    def __init__(self, cluster: Cluster, actor: Any) -> None:
        self._cluster, self._actor = cluster, actor
        self._errors = cluster.ray.exceptions.RayError
        self._has_started = False

    async def start(self) -> None:
        """Wait until the worker runs. Raises `LinkClosed`."""
        with self._closing():
            await self._actor.start.remote()
        self._has_started = True

    async def send(self, frame: bytes) -> None:
        with self._closing():
            await self._actor.deliver.remote(frame)

    async def receive(self) -> bytes:
        with self._closing():
            frame: bytes = await self._actor.poll.remote()
        if frame == _END:
            raise LinkClosed
        return frame

    @contextlib.contextmanager
    def _closing(self) -> Iterator[None]:
        """Raise `LinkClosed` for errors of Ray."""
        try:
            yield
        except self._errors:
            raise LinkClosed from None

    async def aclose(self) -> None:
        if self._cluster.is_lost:
            return
        if self._has_started:
            with contextlib.suppress(self._errors), anyio.move_on_after(_SECONDS_TO_EXIT):
                await self._actor.close.remote()
        with anyio.move_on_after(_SECONDS_TO_EXIT):
            kill = partial(self._cluster.ray.kill, self._actor)
            await anyio.to_thread.run_sync(kill, abandon_on_cancel=True)


@asynccontextmanager
async def open_actor(number: int, *, cluster: Cluster) -> AsyncIterator[_DriverLink]:
    """Start a worker somewhere on the cluster and yield the link to it. Raises `ClusterLost`."""
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(cluster.watch)
            # Not in the event loop: these wait for the cluster, which may be gone.
            actor = await anyio.to_thread.run_sync(cluster.create_actor, abandon_on_cancel=True)
            link = _DriverLink(cluster, actor)
            try:
                await _start(link, number, cluster)
                yield link
            finally:
                group.cancel_scope.cancel()
                with anyio.CancelScope(shield=True):
                    await link.aclose()
    except ExceptionGroup as errors:
        lost, _ = errors.split(ClusterLost)
        raise unwrap_group(lost or errors) from None


async def _start(link: _DriverLink, number: int, cluster: Cluster) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(_say_later, f"worker {number} waits for a free CPU of the cluster", cluster.say)
        await link.start()
        group.cancel_scope.cancel()


async def _say_later(text: str, say: Callable[[str], None]) -> None:
    await anyio.sleep(_SECONDS_TO_START)
    say(text)
