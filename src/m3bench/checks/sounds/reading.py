"""Reading sounds that an agent made."""

from __future__ import annotations

from m3bench.checks.check import CheckFailed, CheckUndecided, Evidence
from m3bench.checks.files import content, is_made, only_file
from m3bench.media import BrokenMedia, MediaPackageMissing, Sound, cut, read_sound

MOST_SECONDS = 900.0


def made_sound(evidence: Evidence, path: str) -> tuple[str, Sound]:
    """Return the path and the sound of a file that the agent made.

    Raises:
        CheckFailed: There is none, it is as it was given, or it cannot be decoded.
        CheckUndecided: A package for sounds is not installed.
    """
    found = only_file(evidence, path)
    sound = read_workspace_sound(content(evidence.workspace, found), found)
    if not is_made(evidence, found):
        raise CheckFailed(f"{found} is unchanged")
    return found, sound


def read_workspace_sound(data: bytes, path: str) -> Sound:
    """Decode a file. Raises as `made_sound` does."""
    try:
        return read_sound(data, MOST_SECONDS)
    except BrokenMedia as problem:
        raise CheckFailed(f"{path} {problem}") from None
    except MediaPackageMissing as missing:
        raise CheckUndecided(f"{missing.message} {missing.hint or ''}".strip()) from None


def require_span(start: float, end: float | None) -> None:
    """Raise `ValueError` for a span that cannot be."""
    if not (0 <= start < (end if end is not None else float("inf"))):
        raise ValueError(f"{start} to {end} is not a span of time")


def part(sound: Sound, start: float, end: float | None, path: str) -> Sound:
    """Return the part of a sound between two times. Raise `CheckFailed` if it is shorter than that."""
    if start >= sound.seconds or (end is not None and end > sound.seconds + 0.25):
        raise CheckFailed(f"{path} has only {sound.seconds:.2f} s")
    return cut(sound, start, sound.seconds if end is None else end)
