"""Charts: Vega-Lite specifications drawn as SVG and PNG, without a network or a browser."""

from __future__ import annotations

import atexit
import json
from typing import Any

from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.workers import JobFailed, LimitExceeded, ProcessPool, WorkerDied

SECONDS = 60.0
"""The jobs limit the time of the processor; this is for a machine that is busy."""
LARGEST_SPEC = 2_000_000
_JOBS = "m3bench.rendering.chart_jobs"
_ALL_ADDRESSES = 2**26
"""Megabytes; the jobs limit the memory that is used."""
_POOL = ProcessPool(_ALL_ADDRESSES)
atexit.register(_POOL.close)


def chart_svg(spec: dict[str, Any], path: str = "the chart") -> str:
    """Draw a Vega-Lite specification as SVG. The same specification gives the same drawing.

    Args:
        spec: The specification, with its data in it.
        path: Its name, for messages.

    Raises:
        DocumentBroken: It is no valid specification, refers to other files, or is too large.
        RenderingUnavailable: It took too long.
    """
    try:
        text = json.dumps(spec, allow_nan=False)
    except (ValueError, RecursionError):
        raise DocumentBroken(f"{path} is not JSON") from None
    if _refers_elsewhere(spec):
        raise DocumentBroken(f"{path} refers to data at an address; put the data into it as values")
    if len(text) > LARGEST_SPEC:
        raise DocumentBroken(f"{path} has more than {LARGEST_SPEC:,} characters")
    return _run("svg_job", text.encode(), path).decode()


def _refers_elsewhere(part: Any) -> bool:
    if isinstance(part, dict):
        data = part.get("data")
        if isinstance(data, dict) and "url" in data:
            return True
        part = list(part.values())
    return isinstance(part, list) and any(map(_refers_elsewhere, part))


def svg_png(drawing: str, path: str = "the chart", *, scale: float = 1.0) -> bytes:
    """Draw an SVG as PNG.

    Raises:
        DocumentBroken: It is no SVG, refers to other files, or is too large.
        RenderingUnavailable: It took too long.
    """
    return _run("png_job", json.dumps([drawing, scale]).encode(), path)


def _run(job: str, payload: bytes, path: str) -> bytes:
    try:
        return _POOL.run(f"{_JOBS}:{job}", payload, seconds=SECONDS)
    except WorkerDied as death:
        raise DocumentBroken(f"{path} cannot be drawn: the worker process {death}") from None
    except LimitExceeded as limit:
        raise RenderingUnavailable(f"{path} cannot be drawn: the worker process {limit}") from None
    except JobFailed as problem:
        reason = " ".join(str(problem).partition(": ")[2].split()) or "no reason was given"
        raise DocumentBroken(f"{path} cannot be drawn: {reason[:200]}") from None
