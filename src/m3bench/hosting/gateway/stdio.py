"""The gateway's stdio transport.

The SDK's transport reads stdin in a thread that cannot be interrupted, so a signal would wait for the client.
This one can be cancelled at any time, and numbers incoming messages.
"""

from __future__ import annotations

import itertools
import os
import select
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import ServerMessageMetadata, SessionMessage
from mcp_types import JSONRPCMessage, jsonrpc_message_adapter

from m3bench.hosting.gateway.steps import Arrival
from m3bench.hosting.long_json import AT_ONCE
from m3bench.hosting.process import LineBuffer, LineTooLong
from m3bench.hosting.session import MAX_MESSAGE_BYTES, Streams, parse_long

_STDIN, _STDOUT, _STDERR = 0, 1, 2
_CHUNK = 2**16

Inbox = MemoryObjectSendStream[SessionMessage | Exception]


@asynccontextmanager
async def standard_streams(message_arrived: Callable[[], None]) -> AsyncIterator[Streams]:
    """Exchange messages over stdin and stdout. Meanwhile, prints go to stderr.

    `message_arrived` is called whenever data arrives.
    """
    inbox, received = anyio.create_memory_object_stream[SessionMessage | Exception](16)
    outbox, to_send = anyio.create_memory_object_stream[SessionMessage](16)
    with _output_to_ourselves() as wire:
        async with received, outbox, anyio.create_task_group() as tasks:
            tasks.start_soon(_read, inbox, message_arrived)
            tasks.start_soon(_write, wire, to_send)
            yield received, outbox
            outbox.close()  # pending messages are still sent


@contextmanager
def _output_to_ourselves() -> Iterator[int]:
    sys.stdout.flush()
    wire = os.dup(_STDOUT)
    os.dup2(_STDERR, _STDOUT)
    try:
        yield wire
    finally:
        sys.stdout.flush()
        os.dup2(wire, _STDOUT)
        os.close(wire)


async def _read(inbox: Inbox, message_arrived: Callable[[], None]) -> None:
    """Read until the client closes its end or sends an oversized message."""
    buffer, numbers = LineBuffer(MAX_MESSAGE_BYTES), itertools.count()
    async with inbox:
        with suppress(LineTooLong, anyio.BrokenResourceError):
            while chunk := await _chunk():
                message_arrived()
                for line in buffer.feed(chunk):
                    await _pass_on(line, next(numbers), inbox)


async def _chunk() -> bytes:
    # A regular file is always readable and cannot be polled.
    with suppress(PermissionError):
        await anyio.wait_readable(_STDIN)
    return os.read(_STDIN, _CHUNK)


async def _pass_on(line: bytes | bytearray, number: int, inbox: Inbox) -> None:
    if len(line) <= AT_ONCE and not line.strip():
        return
    try:
        message = await _parsed(line)
    except ValueError as error:
        await inbox.send(error)
    except RecursionError:
        await inbox.send(ValueError("nested too deeply"))
    else:
        context = Arrival(order=number)
        await inbox.send(SessionMessage(message, ServerMessageMetadata(request_context=context)))


async def _parsed(line: bytes | bytearray) -> JSONRPCMessage:
    if len(line) <= AT_ONCE:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    return await anyio.to_thread.run_sync(parse_long, line)


async def _write(wire: int, to_send: MemoryObjectReceiveStream[SessionMessage]) -> None:
    async with to_send:
        with suppress(OSError):  # the client has disconnected
            async for outgoing in to_send:
                text = outgoing.message.model_dump_json(by_alias=True, exclude_unset=True)
                await _send(wire, text.encode() + b"\n")


async def _send(wire: int, data: bytes) -> None:
    """Write in pieces that cannot block: a client that does not read must not prevent shutdown."""
    rest = memoryview(data)
    while rest:
        with suppress(PermissionError):
            await anyio.wait_writable(wire)
        rest = rest[os.write(wire, rest[: select.PIPE_BUF]) :]
