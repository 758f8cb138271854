"""All checks by name, and their conversion from and to JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.checks.answers import (
    AnswerFields,
    AnswerJson,
    AnswerMustNot,
    AnswerNames,
    AnswerNumber,
    AnswerRefuses,
    Claims,
)
from m3bench.checks.check import Check
from m3bench.checks.files import FileExists, NoStrayFiles
from m3bench.checks.pictures import PictureChangedOnly, PictureCrop, PictureOverlay, PictureShows
from m3bench.checks.sheets import SheetBold, SheetCells, SheetChart
from m3bench.checks.slides import SlideChart, SlideLayout, SlidePictures, SlideStyle, SlideTable, SlideTexts
from m3bench.checks.trace import (
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    CalledBefore,
    CalledTogether,
    NotCalled,
)
from m3bench.core import FormatError

_ALL: tuple[type[Check], ...] = (
    AnswerFields, AnswerNumber, AnswerNames, AnswerJson, AnswerMustNot, AnswerRefuses, Claims,
    FileExists, NoStrayFiles, SheetCells, SheetBold, SheetChart, SlideTexts, SlidePictures, SlideLayout,
    SlideTable, SlideChart, SlideStyle,
    PictureCrop, PictureChangedOnly, PictureOverlay, PictureShows,
    Called, NotCalled, CalledBefore, CalledTogether, ArgumentFromResult, ArgumentFromPicture,
)  # fmt: skip

CHECKS: dict[str, type[Check]] = {check.name(): check for check in _ALL}
"""Checks by name in JSON; `about` of the class describes the check."""

_PLACE = re.compile(r"(?P<problem>.*?)(?: - at `\$\.?(?P<place>.*)`)?", re.DOTALL)


def read_checks(raw: Sequence[Any], where: str) -> tuple[Check, ...]:
    """Read checks from JSON values.

    Args:
        raw: The JSON values.
        where: The file or task that contains them, for error messages.

    Raises:
        FormatError: A check is unknown or invalid.
    """
    if isinstance(raw, str | bytes) or not isinstance(raw, Sequence):
        raise FormatError("expected a list of checks", file=where)
    return tuple(_read(value, index, where) for index, value in enumerate(raw))


def write_checks(checks: Sequence[Check]) -> list[Any]:
    """Return the JSON values of checks."""
    return [msgspec.to_builtins(check) for check in checks]


def _read(value: Any, index: int, where: str) -> Check:
    place = f"checks[{index}]"
    name = value.get("check") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in CHECKS:
        problem = (
            f"unknown check {name!r}; use one of {', '.join(CHECKS)}"
            if name
            else "expected an object with 'check'"
        )
        raise FormatError(problem, file=where, place=place)
    try:
        read: Check = msgspec.convert(value, CHECKS[name])
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        match = _PLACE.fullmatch(str(error))
        problem, inner = (match["problem"], match["place"]) if match else (str(error), None)
        raise FormatError(
            f"{name}: {problem.replace('`', '')}", file=where, place=f"{place}.{inner}" if inner else place
        ) from None
    return read
