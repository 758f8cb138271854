"""Reading what the agent made: files of limited size, as text where that is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks.check import CheckFailed, Evidence
from m3bench.checks.files.files import only_file
from m3bench.checks.files.workspaces import content, is_made

MAX_TEXT = 4 * 2**20
_MAX_FAULTS = 4


def made_file(evidence: Evidence, path: str, most: int | None = None) -> tuple[str, bytes]:
    """Return the path and the bytes of a file. Raise `CheckFailed` if it is as it was given, or too large."""
    found = only_file(evidence, path)
    data = content(evidence.workspace, found)
    if not is_made(evidence, found):
        raise CheckFailed(f"{found} is unchanged")
    if most is not None and len(data) > most:
        raise CheckFailed(f"{found} has {len(data):,} bytes, more than {most:,}")
    return found, data


def made_text(evidence: Evidence, path: str) -> tuple[str, str]:
    """Return the path and the text of a file in UTF-8, with lines that end in one character."""
    found, data = made_file(evidence, path, MAX_TEXT)
    return found, decoded(data, found).replace("\r\n", "\n")


def decoded(data: bytes, path: str) -> str:
    """Return bytes as text. Raise `CheckFailed` if they are not UTF-8; a byte order mark is ignored."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CheckFailed(f"{path} is not a text in UTF-8 (byte {error.start + 1})") from None


def joined(faults: Sequence[str]) -> str:
    """Return the first of several faults in one line."""
    more = f"; and {len(faults) - _MAX_FAULTS} more" if len(faults) > _MAX_FAULTS else ""
    return "; ".join(faults[:_MAX_FAULTS]) + more
