"""The function that a worker process calls."""

from __future__ import annotations

import logging
import math
import resource
import time
import warnings
from collections.abc import Callable
from typing import Any

import msgspec

from m3bench_world.servers.tobench.pdf.jobs import forms, making, marks, pages, reading
from m3bench_world.servers.tobench.pdf.jobs.protocol import CPU_SECONDS, Outcome, Refused, Request

Operation = Callable[[dict[str, Any], list[bytes]], Outcome]
OPERATIONS: dict[str, Operation] = {
    "info": reading.info,
    "text": reading.text,
    "find": reading.find,
    "pictures": reading.pictures,
    "extract": pages.extract,
    "split": pages.split,
    "merge": pages.merge,
    "rotate": pages.rotate,
    "metadata": pages.set_metadata,
    "overlay": marks.overlay,
    "redact": marks.redact,
    "fields": forms.fields,
    "fill": forms.fill,
    "write": making.write,
    "bind": making.bind,
}


def run(payload: bytes) -> bytes:
    """Run an operation and encode what came of it."""
    logging.disable(logging.CRITICAL)
    most = math.ceil(time.process_time()) + CPU_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))  # until the next job
    request = msgspec.msgpack.decode(payload, type=Request)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            outcome = OPERATIONS[request.operation](request.options, request.files)
    except Refused as refused:
        outcome = Outcome(refused=str(refused), argument=refused.argument)
    except MemoryError:
        outcome = Outcome(refused="the document needs too much memory", argument="path")
    except Exception as problem:  # noqa: BLE001 - the libraries raise whatever a broken file leads them to
        outcome = Outcome(refused=f"the document is broken ({type(problem).__name__})", argument="path")
    # Texts of the document may be of a class of their own.
    return msgspec.msgpack.encode(outcome, enc_hook=str)
