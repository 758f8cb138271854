"""Suites with blank, swapped or otherwise taken pictures, to measure how much an agent relies on them."""

from __future__ import annotations

import io
import random
import warnings
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from PIL import Image

from m3bench.core import Task, UsageError
from m3bench.media import written_bytes
from m3bench.rendering import MAX_PIXELS, PICTURE_FORMATS
from m3bench.suites.pictures.camera_levels import LevelSuite, RepicturedSuite
from m3bench.suites.refs import Pictures
from m3bench.suites.suite import Suite

_USE_DEFAULT = "Run with --pictures given, which is the default."
_BLANK = (127, 127, 127)
Asset = bytes | Path


def ablate_suite(suite: Suite, pictures: Pictures, seed: int) -> Suite:
    """Return the suite with other pictures. Tasks and checks do not change.

    Args:
        suite: The original suite.
        pictures: The pictures that its tasks get.
        seed: Decides which other task the wrong pictures come from.

    Raises:
        UsageError: Pictures at a camera level are wanted, and those of the suite are not drawn from scenes.
    """
    if pictures.camera is not None:
        return LevelSuite(suite, pictures.camera)
    return suite if pictures is Pictures.GIVEN else AblatedSuite(suite, pictures, seed)


class AblatedSuite(RepicturedSuite):
    """A `Suite` that serves other bytes under the names of its pictures."""

    def __init__(self, suite: Suite, pictures: Pictures, seed: int) -> None:
        super().__init__(suite)
        self._pictures, self._seed = pictures, seed

    def assets(self, task: Task) -> Mapping[str, Asset]:
        given = self._suite.assets(task)
        names = [name for name in task.images if name in given]
        if self._pictures is Pictures.NONE:
            return {**given, **{name: blank_picture(name, given[name]) for name in names}}
        return {**given, **self._swapped(task, names)} if names else given

    def _swapped(self, task: Task, names: list[str]) -> dict[str, Asset]:
        """Return the pictures of another task in order. The last one repeats if there are too few."""
        other = other_task(self.tasks, task, self._seed)
        assets = self._suite.assets(other)
        sources = [(name, assets[name]) for name in other.images if name in assets]
        last = len(sources) - 1
        return {name: _converted(name, *sources[min(index, last)]) for index, name in enumerate(names)}


def other_task(tasks: tuple[Task, ...], task: Task, seed: int) -> Task:
    """Return another task of the same family that has pictures, chosen by the seed."""
    others = [
        other
        for other in tasks
        if task.family is not None and other.family == task.family and other.id != task.id and other.images
    ]
    if not others:
        raise UsageError(
            f"No other task in the family of {task.id} has pictures to swap in.",
            "Run without --pictures wrong, or use a suite with more tasks per family.",
        )
    dice = random.Random(f"{seed} {task.id}".encode(errors="backslashreplace"))  # noqa: S311 - repeatable
    return dice.choice(others)


def blank_picture(name: str, asset: Asset) -> bytes:
    """Return a grey picture of the same size, in the format of the file name."""
    with _opened(name, asset) as picture:
        return _encoded(name, Image.new("RGB", picture.size, _BLANK))


def _converted(name: str, other_name: str, asset: Asset) -> Asset:
    """Return a picture for another file name, converted if the names have different formats."""
    if PurePosixPath(name).suffix.lower() == PurePosixPath(other_name).suffix.lower():
        return asset
    with _opened(other_name, asset) as picture:
        return _encoded(name, picture.convert("RGB"))


def _opened(name: str, asset: Asset) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = io.BytesIO(asset) if isinstance(asset, bytes) else asset
            picture = Image.open(source, formats=PICTURE_FORMATS)
    except Exception:  # noqa: BLE001 - decoders raise whatever the bytes provoke
        raise UsageError(
            f"{name} is not a readable picture, so it cannot be replaced.", _USE_DEFAULT
        ) from None
    if picture.width * picture.height > MAX_PIXELS:
        size = f"{picture.width:,} × {picture.height:,} pixels"
        raise UsageError(f"{name} has {size}, which is too large to be replaced.", _USE_DEFAULT)
    return picture


def _encoded(name: str, picture: Image.Image) -> bytes:
    kinds = Image.registered_extensions()
    return written_bytes(picture.save, kinds.get(PurePosixPath(name).suffix.lower(), "PNG"))
