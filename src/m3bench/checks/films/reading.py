"""Reading films and sounds that an agent made, including broken ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from m3bench.checks.check import CheckFailed, CheckUndecided, Evidence
from m3bench.checks.files import content, is_made, original, relative
from m3bench.media import BrokenMedia, MediaPackageMissing, Sound, read_sound
from m3bench.media.film import MOST_SECONDS, Film, Pixels

_Found = TypeVar("_Found")


def guarded(path: str, read: Callable[[], _Found]) -> _Found:
    """Decode media: what is broken fails the check, and a missing package leaves it undecided."""
    try:
        return read()
    except BrokenMedia as problem:
        raise CheckFailed(f"{path} {problem}") from None
    except MediaPackageMissing as problem:
        raise CheckUndecided(f"{path} cannot be decoded: {problem}") from None
    except (AttributeError, OverflowError, MemoryError) as problem:
        raise CheckFailed(f"{path} cannot be decoded: {type(problem).__name__}") from None


def changed_content(evidence: Evidence, path: str) -> bytes:
    """Return the bytes of a file that the agent made or changed."""
    data = content(evidence.workspace, path)
    if not is_made(evidence, relative(path)):
        raise CheckFailed(f"{path} is as it was given")
    return data


def made_film(evidence: Evidence, path: str) -> Film:
    """Return a film that the agent made or changed."""
    data = changed_content(evidence, path)
    return guarded(path, lambda: Film(data))


def open_film(evidence: Evidence, path: str) -> Film:
    """Return a film that was given with the task."""
    data = original(evidence, path)
    return guarded(path, lambda: Film(data))


def frames_at(film: Film, path: str, times: Sequence[float]) -> list[Pixels]:
    """Return frames of a film. Times after its end fail the check."""
    late = [seconds for seconds in times if seconds >= film.info.seconds]
    if late:
        raise CheckFailed(f"{path} ends at {film.info.seconds:g} s, before {late[0]:g} s")
    return guarded(path, lambda: [frame.pixels for frame in film.frames_at(times)])


def read_sound_of(evidence: Evidence, path: str) -> Sound:
    """Return the sound of a sound or film that was given with the task."""
    data = original(evidence, path)
    return guarded(path, lambda: read_sound(data, MOST_SECONDS * 5))
