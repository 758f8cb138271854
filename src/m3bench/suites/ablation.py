"""What agents are worth without something: suites whose pictures are blank or those of another task."""

from __future__ import annotations

import io
import random
import warnings
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from PIL import Image, UnidentifiedImageError

from m3bench.checks.pictures import FORMATS, MAX_PIXELS
from m3bench.core import Task, UsageError
from m3bench.suites.refs import Pictures
from m3bench.suites.suite import Suite

_GIVEN = "Run with --pictures given, which is the default."
_BLANK = (127, 127, 127)
Asset = bytes | Path


def ablated(suite: Suite, pictures: Pictures, seed: int) -> Suite:
    """The suite with other pictures. Tasks and checks stay as they are.

    Args:
        suite: The suite as it is.
        pictures: Which pictures its tasks get.
        seed: Draws the task whose pictures are the wrong ones.
    """
    return suite if pictures is Pictures.GIVEN else AblatedSuite(suite, pictures, seed)


class AblatedSuite:
    """A suite with other bytes under the names of its pictures. A `Suite`."""

    def __init__(self, suite: Suite, pictures: Pictures, seed: int) -> None:
        self._suite, self._pictures, self._seed = suite, pictures, seed

    @property
    def name(self) -> str:
        return self._suite.name

    @property
    def tasks(self) -> tuple[Task, ...]:
        return self._suite.tasks

    @property
    def digest(self) -> str:
        return self._suite.digest

    def assets(self, task: Task) -> Mapping[str, Asset]:
        given = self._suite.assets(task)
        names = [name for name in task.images if name in given]
        if self._pictures is Pictures.NONE:
            return {**given, **{name: blank_picture(name, given[name]) for name in names}}
        return {**given, **self._swapped(task, names)} if names else given

    def _swapped(self, task: Task, names: list[str]) -> dict[str, Asset]:
        """Pictures of a sibling, in their order; the last one again where it has fewer."""
        other = other_task(self.tasks, task, self._seed)
        assets = self._suite.assets(other)
        found = [(name, assets[name]) for name in other.images if name in assets]
        pairs = [(name, found[min(place, len(found) - 1)]) for place, name in enumerate(names)]
        return {name: _as_named(name, *source) for name, source in pairs}


def other_task(tasks: tuple[Task, ...], task: Task, seed: int) -> Task:
    """Another task of the family that has pictures, by the seed."""
    found = [
        each
        for each in tasks
        if task.family is not None and each.family == task.family and each.id != task.id and each.images
    ]
    if not found:
        raise UsageError(
            f"There is no other task in the family of {task.id} whose pictures could be swapped in.",
            "Leave --pictures wrong out, or run a suite with more tasks a family.",
        )
    dice = random.Random(f"{seed} {task.id}".encode(errors="backslashreplace"))  # noqa: S311 - repeatable
    return dice.choice(found)


def blank_picture(name: str, asset: Asset) -> bytes:
    """A grey picture of the same size, in the format that the name says."""
    with _opened(name, asset) as picture:
        return _encoded(name, Image.new("RGB", picture.size, _BLANK))


def _as_named(name: str, other_name: str, asset: Asset) -> Asset:
    """The bytes of a picture under another name: encoded anew where that name says another format."""
    if PurePosixPath(name).suffix.lower() == PurePosixPath(other_name).suffix.lower():
        return asset
    with _opened(other_name, asset) as picture:
        return _encoded(name, picture.convert("RGB"))


def _opened(name: str, asset: Asset) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            source = io.BytesIO(asset) if isinstance(asset, bytes) else asset
            picture = Image.open(source, formats=FORMATS)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise UsageError(f"{name} is no picture that can be replaced.", _GIVEN) from None
    if picture.width * picture.height > MAX_PIXELS:
        size = f"{picture.width:,} × {picture.height:,} pixels"
        raise UsageError(f"{name} has {size}, which is too many to be replaced.", _GIVEN)
    return picture


def _encoded(name: str, picture: Image.Image) -> bytes:
    kinds = Image.registered_extensions()
    file = io.BytesIO()
    picture.save(file, kinds.get(PurePosixPath(name).suffix.lower(), "PNG"))
    return file.getvalue()
