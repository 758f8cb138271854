"""All faults, and how one is put into a file: in a worker, because agents may have shaped the file."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from m3bench.workers import JobFailed, LimitExceeded, run_limited

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        "move_shape": "m3bench.sabotage.faults.slides:move_shape",
        "enlarge_text": "m3bench.sabotage.faults.slides:enlarge_text",
        "recolour_text": "m3bench.sabotage.faults.slides:recolour_text",
        "change_word": "m3bench.sabotage.faults.documents:change_word",
        "drop_paragraph": "m3bench.sabotage.faults.documents:drop_paragraph",
        "change_cell": "m3bench.sabotage.faults.sheets:change_cell",
        "swap_rows": "m3bench.sabotage.faults.sheets:swap_rows",
        "rotate_page": "m3bench.sabotage.faults.pages:rotate_page",
        "swap_pages": "m3bench.sabotage.faults.pages:swap_pages",
        "drop_page": "m3bench.sabotage.faults.pages:drop_page",
        "mirror_picture": "m3bench.sabotage.faults.pictures:mirror_picture",
        "shift_picture": "m3bench.sabotage.faults.pictures:shift_picture",
        "tint_picture": "m3bench.sabotage.faults.pictures:tint_picture",
        "cut_end": "m3bench.sabotage.faults.sounds:cut_end",
        "lower_volume": "m3bench.sabotage.faults.sounds:lower_volume",
        "mute_part": "m3bench.sabotage.faults.sounds:mute_part",
        "shift_subtitles": "m3bench.sabotage.faults.texts:shift_subtitles",
        "drop_line": "m3bench.sabotage.faults.texts:drop_line",
        "cut_film_end": "m3bench.sabotage.faults.films:cut_film_end",
        "mirror_film": "m3bench.sabotage.faults.films:mirror_film",
    }
)
"""Functions that take the bytes of a file and settings, and return its bytes with the fault."""

_HEAD = struct.Struct("<I")
_JOB = f"{__name__}:fault_job"
_SECONDS = 60.0


class FaultFailed(Exception):
    """The fault cannot be put into this file."""


def put_fault(fault: str, data: bytes, settings: Mapping[str, Any]) -> bytes:
    """Return the bytes of a file with a fault.

    Args:
        fault: A key of `FAULTS`.
        data: The file.
        settings: Details of the fault.

    Raises:
        FaultFailed: The file has nothing that the fault could change, or cannot be read.
    """
    if fault not in FAULTS:
        raise FaultFailed(f"there is no fault {fault!r}")
    head = json.dumps({"fault": fault, "settings": dict(settings)}).encode()
    try:
        return run_limited(_JOB, _HEAD.pack(len(head)) + head + data, seconds=_SECONDS)
    except (JobFailed, LimitExceeded) as error:
        raise FaultFailed(str(error)) from None


def fault_job(payload: bytes) -> bytes:
    """Put a fault into a file, in a worker process."""
    (length,) = _HEAD.unpack_from(payload)
    start = _HEAD.size + length
    head = json.loads(payload[_HEAD.size : start])
    module, _, function = FAULTS[head["fault"]].partition(":")
    data: bytes = getattr(import_module(module), function)(payload[start:], **head["settings"])
    if data == payload[start:]:
        raise ValueError("nothing changed")
    return data
