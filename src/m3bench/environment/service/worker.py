"""A worker process of a service: reads its settings from the first line of standard input, and serves until
that is closed. Prints its port."""

from __future__ import annotations

import os
import signal
import sys

import anyio
import anyio.to_thread
import msgspec

from m3bench.core import M3BenchError
from m3bench.core.redaction import redactor
from m3bench.environment.service.serving import ServiceSettings, serve
from m3bench.hosting import unwrap_group


async def _work(settings: ServiceSettings) -> None:
    stop = anyio.Event()

    async def until_closed() -> None:
        await anyio.to_thread.run_sync(sys.stdin.buffer.read, abandon_on_cancel=True)
        stop.set()

    def ready(address: str) -> None:
        print(address.rpartition(":")[2], flush=True)  # noqa: T201 - read by the service

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(until_closed)
        await serve(settings, ready, stop)
        tasks.cancel_scope.cancel()


def main() -> int:
    """Run the worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service stops its workers
    settings = msgspec.json.decode(sys.stdin.buffer.readline(), type=ServiceSettings)
    try:
        anyio.run(_work, settings)
    except ExceptionGroup as errors:
        error = unwrap_group(errors)
        if not isinstance(error, M3BenchError):
            raise
        print(redactor().value(str(error)), file=sys.stderr)  # noqa: T201
        return 1
    finally:
        # The service waits for the port. Only then does it close the standard input, which a thread reads.
        os.close(sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
