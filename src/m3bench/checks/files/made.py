"""Reading what the agent made: files of limited size, as text where that is asked for."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.files.workspaces import content, is_made, only_file, relative
from m3bench.rendering import DocumentBroken
from m3bench.rendering import require_harmless as require_harmless_archive

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


class FileCheck(Check, frozen=True):
    """A check of a file at a path or glob of the workspace."""

    kind = "workspace"

    path: str

    def __post_init__(self) -> None:
        relative(self.path)

    def verdict_on(self, path: str, faults: Sequence[str], praise: str) -> Verdict:
        """Return the verdict on a file: its faults, or else what is right."""
        return self.verdict(not faults, f"{path}: {joined(faults)}" if faults else praise)


def require_harmless(data: bytes, path: str) -> None:
    """Raise `CheckFailed` if a file is not a ZIP archive, is too large unpacked, or declares entities."""
    try:
        require_harmless_archive(data, path)
    except DocumentBroken as problem:
        raise CheckFailed(problem.message) from None


@contextmanager
def readable(path: str, kind: str) -> Iterator[None]:
    """Raise `CheckFailed` for whatever a broken file of a kind leads a library to raise in the block."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except (CheckFailed, ModuleNotFoundError):
        raise
    except Exception as error:  # noqa: BLE001 - see above
        raise CheckFailed(f"{path} is not a readable {kind}: {type(error).__name__}") from None
