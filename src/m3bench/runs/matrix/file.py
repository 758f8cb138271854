"""Read `run.toml`: the agents, models and suites of a matrix. Errors name file, key and line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from m3bench.core import FormatError, M3BenchError, UsageError
from m3bench.core.text import did_you_mean, parse_toml
from m3bench.hosting import read_resource_limits
from m3bench.runs.matrix.cells import Cell, make_cells
from m3bench.runs.settings import RunLimits
from m3bench.runs.settings_record import SettingsRecord

_LISTS = {"suites": "suite", "agents": "agent", "models": "model"}
_TOP = (*_LISTS, "repeats", "out", "tags", "note", "options", "limits", "resource_limits")
_OPTIONS = (
    *(name for name in SettingsRecord.__struct_fields__ if name not in _LISTS.values()),
    "max_reply_tokens",
    "blind",
)
_ALSO = {
    "family": "families", "task": "tasks", "config": "configs", "settings": "model_settings",
    "repeats": "epochs",
    "reply_timeout": "model_timeout",
    "concurrent_calls": "max_concurrent", "concurrent_requests": "in_flight",
}  # fmt: skip
_Kind = TypeVar("_Kind")
_MOST_CELLS = 1_000
_LARGEST = 1_000_000


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """What a file describes."""

    path: Path
    cells: tuple[Cell, ...]
    limits: dict[str, Any] = {}
    """Limits that are given, by their names in manifests."""
    out: Path
    """The study folder."""
    tags: tuple[str, ...] = ()
    note: str | None = None


def read_matrix(path: Path) -> Matrix:
    """Read a matrix.

    Raises:
        FormatError: The file cannot be read, or a key or value is wrong.
    """
    return _Reader(path).matrix()


class _Reader:
    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                self._text = file.read(_LARGEST).decode()
            self._top: dict[str, Any] = parse_toml(self._text)
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
        except ValueError as error:
            raise FormatError(f"is not TOML: {str(error)[:200]}", file=str(path)) from None

    def matrix(self) -> Matrix:
        self._require_keys(self._top, _TOP, "")
        shared = self._options(self._table("options"), "options")
        if "resource_limits" in self._top:
            shared |= self._options({"resource_limits": self._top["resource_limits"]}, "")
        if "repeats" in self._top:
            shared["epochs"] = self._top["repeats"]
        parts = [self._entries(key, name) for key, name in _LISTS.items()]
        for key, entries in zip(_LISTS, parts, strict=True):
            if not entries and key != "models":
                raise self._error(f"it has no {key}", key, f'Add {key} = ["NAME"].')
        home = self._path.parent.absolute()
        try:
            cells = make_cells((parts[0], parts[1], parts[2]), shared, home)
        except M3BenchError as error:
            raise self._error(error.message, None, error.hint) from None
        if len(cells) > _MOST_CELLS:
            raise self._error(f"it has {len(cells):,} runs", None, f"At most {_MOST_CELLS:,} are possible.")
        return self._with_rest(cells, home)

    def _with_rest(self, cells: list[Cell], home: Path) -> Matrix:
        limits = self._limits()
        rest: dict[str, Any] = {key: self._top[key] for key in ("tags", "note", "out") if key in self._top}
        read = self._convert(rest, _Rest)
        out = home / read.out if read.out else Path("studies") / self._path.stem
        return Matrix(
            path=self._path, cells=tuple(cells), limits=limits, out=out, tags=read.tags, note=read.note
        )

    def _entries(self, key: str, name: str) -> list[dict[str, Any]]:
        given = self._top.get(key, [])
        given = [given] if isinstance(given, str | dict) else given
        if not isinstance(given, list):
            raise self._error("expected a list of names or tables", key)
        return [self._entry(key, name, entry) for entry in given]

    def _entry(self, key: str, name: str, given: Any) -> dict[str, Any]:
        if isinstance(given, str):
            return {name: given}
        if not isinstance(given, dict):
            raise self._error("expected a name or a table", key)
        if not isinstance(given.get(name), str):
            raise self._error(f"an entry of {key} has no {name}", key, f'Write {{ {name} = "NAME", … }}.')
        others = {option: value for option, value in given.items() if option not in (name, "name")}
        label = {"name": str(given["name"])} if "name" in given else {}
        return {name: given[name], **label, **self._options(others, key)}

    def _options(self, given: Mapping[str, Any], where: str) -> dict[str, Any]:
        plain = {key.replace("-", "_"): value for key, value in given.items()}
        named = {_ALSO.get(key, key): value for key, value in plain.items()}
        self._require_keys(named, _OPTIONS, where)
        if "resource_limits" in named:
            named["resource_limits"] = self._resource_limits(named["resource_limits"])
        for key, value in named.items():
            if key in SettingsRecord.__struct_fields__:
                self._convert({key: value, "suite": "", "agent": ""}, SettingsRecord)
        return named

    def _resource_limits(self, given: Any) -> dict[str, int]:
        if not isinstance(given, dict):
            hint = "Write [resource_limits] above its keys."
            raise self._error("expected a table", "resource_limits", hint)
        try:
            return read_resource_limits(given)
        except UsageError as error:
            raise self._error(error.message, "resource_limits", error.hint) from None

    def _limits(self) -> dict[str, Any]:
        given = {_ALSO.get(key, key): value for key, value in self._table("limits").items()}
        self._require_keys(given, RunLimits.__struct_fields__, "limits")
        self._convert(given, RunLimits)
        return given

    def _convert(self, given: dict[str, Any], kind: type[_Kind]) -> _Kind:
        try:
            return msgspec.convert(given, kind)
        except msgspec.ValidationError as error:
            key = next((name for name in given if f"$.{name}" in str(error)), None)
            raise self._error(str(error), key) from None

    def _table(self, key: str) -> dict[str, Any]:
        table = self._top.get(key, {})
        if not isinstance(table, dict):
            raise self._error("expected a table", key, f"Write [{key}] above its keys.")
        return table

    def _require_keys(self, given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        for key in given:
            if key not in known:
                hint = did_you_mean(key, known, f"Keys: {', '.join(known)}.")
                raise self._error(f"unknown key {key!r}{f' in {where}' if where else ''}", key, hint)

    def _error(self, problem: str, key: str | None, hint: str | None = None) -> FormatError:
        line = _line_of(self._text, key) if key else None
        place = ", ".join(filter(None, (key, f"line {line}" if line else None)))
        error = FormatError(problem, file=str(self._path), place=place or None)
        error.hint = hint
        return error


class _Rest(msgspec.Struct, frozen=True):
    tags: tuple[str, ...] = ()
    note: str | None = None
    out: str | None = None


def _line_of(text: str, key: str) -> int | None:
    names = [other for other, name in _ALSO.items() if name == key] + [key, key.replace("_", "-")]
    pattern = re.compile(rf"(?:^\s*\[*|[{{,]\s*)[\"']?(?:{'|'.join(map(re.escape, names))})[\"']?\s*[]=.]")
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if pattern.search(line)), None)
