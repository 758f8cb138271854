"""All checks by name, and their conversion from and to JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from m3bench.checks.check import Check, name_in_json
from m3bench.checks.keys import AnswerMatchesKey, has_key
from m3bench.core import BuiltIn, FormatError, Registry, Task

_BUILT_IN = (
    "answers.fields:AnswerFields",
    "answers.fields:LiveFields",
    "answers.answer:AnswerNumber",
    "answers.answer:AnswerNames",
    "answers.jsons:AnswerJson",
    "answers.claims:AnswerMustNot",
    "answers.answer:AnswerRefuses",
    "answers.claims:Claims",
    "keys.check:AnswerMatchesKey",
    "files.files:FileExists",
    "files.files:NoStrayFiles",
    "wholes.unchanged_except:UnchangedExcept",
    "sheets.sheets:SheetCells",
    "sheets.looks:SheetBold",
    "sheets.looks:SheetChart",
    "slides.slides:SlideTexts",
    "slides.slides:SlidePictures",
    "slides.slides:SlideLayout",
    "slides.contents:SlideTable",
    "slides.contents:SlideChart",
    "slides.styles:SlideStyle",
    "data.texts:TextFile",
    "data.structured:JsonFile",
    "data.tables:CsvTable",
    "data.databases:SqliteRows",
    "documents.docx_content:DocxContent",
    "documents.pdf_content:PdfContent",
    "documents.pdf_copy:PdfCopy",
    "documents.docx_parts:DocxParts",
    "documents.pdf_pages:PdfPages",
    "documents.pdf_picture:PdfPicture",
    "documents.pdf_form:PdfForm",
    "documents.pdf_area:PdfArea",
    "documents.page_layout:PageLayout",
    "documents.web_layout:WebLayout",
    "data.repositories:GitLog",
    "data.archives:ArchiveMembers",
    "office.mails:MailSent",
    "office.events:CalendarEvent",
    "data.images:ImageProperties",
    "pictures.pictures:PictureCrop",
    "pictures.pictures:PictureChangedOnly",
    "pictures.overlay:PictureOverlay",
    "pictures.regions:PictureRegions",
    "pictures.contains:PictureContains",
    "pictures.texts:PictureTexts",
    "pictures.vision:PictureShows",
    "records.states:RecordState",
    "records.states:RecordCreated",
    "records.unchanged:RecordUnchanged",
    "records.order:RecordOrder",
    "sounds.sounds:SoundDuration",
    "sounds.sounds:SoundLoudness",
    "sounds.sounds:SoundTones",
    "sounds.transcript:SoundTranscript",
    "sounds.comparison:SoundUnchanged",
    "films.films:FilmDuration",
    "films.films:FilmFrame",
    "films.films:FilmCuts",
    "films.captions:FilmCaptions",
    "films.subtitles:FilmSubtitles",
    "films.sounds:FilmSound",
    "films.stills:FilmStill",
    "charts.chart_data:ChartData",
    "trace.trace:Called",
    "trace.trace:NotCalled",
    "trace.trace:CalledBefore",
    "trace.trace:CalledTogether",
    "trace.origins:ArgumentFromResult",
    "trace.origins:ArgumentFromPicture",
    "trace.dialogue:UserAsked",
)
"""Module and class, in the order of listings."""


def _problem(name: str, value: Any) -> str | None:
    if not (isinstance(value, type) and issubclass(value, Check)):
        return "expected a subclass of m3bench.checks.Check"
    if value.name() != name:
        return f"{value.__name__} is called {value.name()!r} in JSON; the names must be the same"
    if callable(getattr(value, "judge", None)):
        return f"{value.__name__} defines judge, which is called evaluate now; rename the method"
    lacking = [part for part in ("kind", "about") if not isinstance(getattr(value, part, None), str)]
    return f"{value.__name__} has no {lacking[0]}" if lacking else None


CHECKS: Registry[type[Check]] = Registry(
    "check",
    {name_in_json(target.partition(":")[2]): BuiltIn(f"m3bench.checks.{target}") for target in _BUILT_IN},
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
            f"Where a plugin provides {name!r}, install it. m3bench list checks shows what is installed."
        )


def task_checks(task: Task) -> tuple[Check, ...]:
    """Return the checks of a task; without any, the comparison with its answer key, if it has one.

    Raises:
        FormatError: A check is unknown or invalid.
    """
    listed = read_checks(task.checks, task.id)
    return listed or ((AnswerMatchesKey(),) if has_key(task) else ())


def write_checks(checks: Sequence[Check]) -> tuple[dict[str, Any], ...]:
    """Return the JSON values of checks."""
    return tuple(msgspec.to_builtins(check) for check in checks)


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
