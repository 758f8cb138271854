"""The program of a worker process: reads jobs from stdin and writes results to stdout.

A job is a length, a time limit in seconds, the name of a function (`module:function`), a zero byte and the
argument. A result is a status, a length and bytes. Before the first, the process says that it is ready: its
start does not count as time of a job. It exits when its input ends. If its parent dies in a job, the limit
on CPU time ends it.
"""

from __future__ import annotations

import math
import resource
import struct
import sys
import time
from importlib import import_module
from typing import BinaryIO

from m3bench.confinement import deny_network
from m3bench.workers.memory import limit_memory

JOB = struct.Struct("<Id")
ANSWER = struct.Struct("<BI")
DONE, FAILED, LACKING = 0, 1, 2
READY = b"+"
_SPARE_SECONDS = 2


def main() -> None:
    """Set the memory limit, given in megabytes, leave the network, and process jobs until the input ends."""
    limit_memory(int(sys.argv[1]) * 2**20)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    deny_network()  # `network_filter_problem` says where this is not possible
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    # Output of libraries must not mix with the results.
    sys.stdout = sys.stderr
    sink.write(READY)
    sink.flush()
    while head := source.read(JOB.size):
        length, seconds = JOB.unpack(head)
        job = source.read(length)
        used = math.ceil(time.process_time())
        unlimited = resource.RLIM_INFINITY
        resource.setrlimit(resource.RLIMIT_CPU, (used + math.ceil(seconds) + _SPARE_SECONDS, unlimited))
        _answer(job, sink)


def _answer(job: bytes, sink: BinaryIO) -> None:
    name, _, payload = job.partition(b"\0")
    try:
        module, _, function = name.decode().partition(":")
        status, answer = DONE, getattr(import_module(module), function)(payload)
    except ModuleNotFoundError as error:
        status, answer = LACKING, (error.name or "").encode()
    except Exception as error:  # noqa: BLE001 - any error is a result too
        status, answer = FAILED, f"{type(error).__name__}: {error}"[:500].encode()
    sink.write(ANSWER.pack(status, len(answer)) + answer)
    sink.flush()


if __name__ == "__main__":
    main()
