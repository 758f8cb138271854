"""A worker: carries out what a program of ours is asked for, until the other end closes the link."""

from __future__ import annotations

import pickle
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import anyio

from m3bench.core import M3BenchError
from m3bench.runs.distributed.channel import Channel, Link, LinkClosed, SocketLink

Answer = Callable[[Any], Awaitable[Any]]


class Program(Protocol):
    """What a worker does. It is pickled, sent to the worker and opened there."""

    def open(self, channel: Channel) -> AbstractAsyncContextManager[Answer]:
        """Open what the work needs, and yield what answers requests. `channel` leads to the other end."""

    def take_note(self, note: Any) -> None:
        """Take a note from the other end. By default, nothing is noted."""
        del note


async def serve(link: Link) -> None:
    """Serve the other end of a link until it closes the link.

    The first frame is a `Program`. It is answered with None, or with the error that prevents its work.
    """
    program: Program = pickle.loads(await link.receive())  # noqa: S301 - from the process that started us
    answers: list[Answer] = []

    async def answer(body: Any) -> Any:
        return await answers[0](body)

    channel = Channel(link, answer, program.take_note)
    try:
        async with program.open(channel) as opened:
            answers.append(opened)
            await link.send(pickle.dumps(None))
            await channel.run()
    except (M3BenchError, OSError) as error:
        await link.send(pickle.dumps(error))


async def _main(descriptor: int) -> None:
    link = await SocketLink.open(socket.socket(fileno=descriptor))
    try:
        await serve(link)
    except LinkClosed:
        pass  # the other end is gone
    finally:
        await link.aclose()


if __name__ == "__main__":
    anyio.run(_main, int(sys.argv[1]))
