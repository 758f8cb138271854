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
    LiveFields,
)
from m3bench.checks.charts import ChartData
from m3bench.checks.check import Check
from m3bench.checks.data import (
    ArchiveMembers,
    CsvTable,
    DocxContent,
    GitLog,
    ImageProperties,
    JsonFile,
    PdfContent,
    SqliteRows,
    TextFile,
)
from m3bench.checks.documents import DocxParts, PageLayout, PdfArea, PdfForm, PdfPages, WebLayout
from m3bench.checks.files import FileExists, NoStrayFiles
from m3bench.checks.films import (
    FilmCaptions,
    FilmCuts,
    FilmDuration,
    FilmFrame,
    FilmSound,
    FilmStill,
    FilmSubtitles,
)
from m3bench.checks.keys import AnswerMatchesKey, has_key
from m3bench.checks.office import CalendarEvent, MailSent
from m3bench.checks.pictures import (
    PictureChangedOnly,
    PictureContains,
    PictureCrop,
    PictureOverlay,
    PictureRegions,
    PictureShows,
)
from m3bench.checks.records import RecordCreated, RecordOrder, RecordState, RecordUnchanged
from m3bench.checks.sheets import SheetBold, SheetCells, SheetChart
from m3bench.checks.slides import SlideChart, SlideLayout, SlidePictures, SlideStyle, SlideTable, SlideTexts
from m3bench.checks.sounds import SoundDuration, SoundLoudness, SoundTones, SoundTranscript, SoundUnchanged
from m3bench.checks.trace import (
    ArgumentFromPicture,
    ArgumentFromResult,
    Called,
    CalledBefore,
    CalledTogether,
    NotCalled,
    UserAsked,
)
from m3bench.core import BuiltIn, FormatError, Registry, Task

_ALL: tuple[type[Check], ...] = (
    AnswerFields, LiveFields, AnswerNumber, AnswerNames, AnswerJson, AnswerMustNot, AnswerRefuses, Claims,
    AnswerMatchesKey,
    FileExists, NoStrayFiles, SheetCells, SheetBold, SheetChart, SlideTexts, SlidePictures, SlideLayout,
    SlideTable, SlideChart, SlideStyle,
    TextFile, JsonFile, CsvTable, SqliteRows, DocxContent, PdfContent, DocxParts, PdfPages,
    PdfForm, PdfArea, PageLayout, WebLayout, GitLog, ArchiveMembers,
    MailSent, CalendarEvent,
    ImageProperties, PictureCrop, PictureChangedOnly, PictureOverlay, PictureRegions,
    PictureContains, PictureShows,
    RecordState, RecordCreated, RecordUnchanged, RecordOrder,
    SoundDuration, SoundLoudness, SoundTones, SoundTranscript, SoundUnchanged,
    FilmDuration, FilmFrame, FilmCuts, FilmCaptions, FilmSubtitles, FilmSound, FilmStill,
    ChartData,
    Called, NotCalled, CalledBefore, CalledTogether, ArgumentFromResult, ArgumentFromPicture,
    UserAsked,
)  # fmt: skip


def _problem(name: str, value: Any) -> str | None:
    if not (isinstance(value, type) and issubclass(value, Check)):
        return "expected a subclass of m3bench.checks.Check"
    if value.name() != name:
        return f"{value.__name__} is called {value.name()!r} in JSON; the names must be the same"
    lacking = [part for part in ("kind", "about") if not isinstance(getattr(value, part, None), str)]
    return f"{value.__name__} has no {lacking[0]}" if lacking else None


CHECKS: Registry[type[Check]] = Registry(
    "check",
    {check.name(): BuiltIn(f"{check.__module__}:{check.__name__}", check.about) for check in _ALL},
    problem=_problem,
)
"""Name in JSON and class; `about` of the class says in a line what it checks."""
register_check = CHECKS.register

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


class MissingCheckError(FormatError):
    """A check that is neither built in nor of an installed distribution."""

    def __init__(self, name: Any, where: str, place: str) -> None:
        super().__init__(
            f"unknown check {name!r}; known checks: {', '.join(CHECKS)}", file=where, place=place
        )
        self.name = name
        self.hint = (
            f"Where a plugin provides {name!r}, install it. m3bench checks list shows what is installed."
        )


def task_checks(task: Task) -> tuple[Check, ...]:
    """Return the checks of a task; without any, the comparison with its answer key, if it has one.

    Raises:
        FormatError: A check is unknown or invalid.
    """
    listed = read_checks(task.extra.get("checks", []), task.id)
    return listed or ((AnswerMatchesKey(),) if has_key(task) else ())


def write_checks(checks: Sequence[Check]) -> list[Any]:
    """Return the JSON values of checks."""
    return [msgspec.to_builtins(check) for check in checks]


def _read(value: Any, index: int, where: str) -> Check:
    place = f"checks[{index}]"
    name = value.get("check") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in CHECKS:
        raise (
            MissingCheckError(name, where, place)
            if name
            else FormatError("expected an object with 'check'", file=where, place=place)
        )
    kind = CHECKS[name]
    try:
        read: Check = msgspec.convert(value, kind)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        match = _PLACE.fullmatch(str(error))
        problem, inner = (match["problem"], match["place"]) if match else (str(error), None)
        raise FormatError(
            f"{name}: {problem.replace('`', '')}", file=where, place=f"{place}.{inner}" if inner else place
        ) from None
    return read
