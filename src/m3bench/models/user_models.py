"""The user's own names for models, with their settings, prices and abilities: `m3bench-models.toml`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from m3bench.core import FormatError, UsageError
from m3bench.core.text import did_you_mean, parse_toml
from m3bench.models.messages import Settings
from m3bench.models.options import ModelFacts, check_headers, check_settings_values
from m3bench.models.ref import ModelRef

MODELS_FILE = "m3bench-models.toml"
_VARIABLE = "M3BENCH_MODELS_FILE"
_OWN = ("model", "base_url", "settings", "headers")
_LARGEST = 1_000_000


class UserModel(msgspec.Struct, frozen=True, kw_only=True):
    """One table of the file."""

    name: str
    """The name in the file, as on the command line."""
    file: Path
    model: str
    """PROVIDER/MODEL, as sent."""
    base_url: str | None = None
    settings: Settings = Settings()
    headers: dict[str, str] = {}
    facts: ModelFacts | None = None

    @property
    def ref(self) -> ModelRef:
        """The model, as a run records it."""
        return ModelRef(
            name=self.model, base_url=self.base_url, settings=self.settings, headers=self.headers,
            facts=self.facts,
        )  # fmt: skip


def user_models(environ: Mapping[str, str] = os.environ) -> dict[str, UserModel]:
    """Return the user's models by name. Those of the current folder come before those of the home folder.

    Raises:
        FormatError: A file cannot be read. Names file, table, key and line.
    """
    models: dict[str, UserModel] = {}
    for path in reversed(_files(environ)):
        models |= _read(path)
    return models


def _files(environ: Mapping[str, str]) -> list[Path]:
    if environ.get(_VARIABLE):
        return [Path(environ[_VARIABLE])]
    home = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME") or "/", ".config"))
    places = (Path(MODELS_FILE), home / "m3bench" / MODELS_FILE)
    return [path for path in places if path.is_file()]


def _read(path: Path) -> dict[str, UserModel]:
    try:
        with path.open("rb") as file:
            text = file.read(_LARGEST).decode()
        tables = parse_toml(text)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except ValueError as error:
        raise FormatError(f"is not TOML: {str(error)[:200]}", file=str(path)) from None
    return {name: _model(_Table(path, text, name), table) for name, table in tables.items()}


class _Table(NamedTuple):
    path: Path
    text: str
    name: str

    def error(self, problem: str, hint: str | None = None, key: str | None = None) -> FormatError:
        line = self._line(key)
        location = f"[{self.name}]" + (f", {key}" if key else "") + (f", line {line}" if line else "")
        error = FormatError(problem, file=str(self.path), place=location)
        error.hint = hint
        return error

    def _line(self, key: str | None) -> int | None:
        """Return the line of a key, or of the table; None if the file writes it in another way."""
        inside, first = False, None
        for number, line in enumerate(self.text.splitlines(), start=1):
            if line.lstrip().startswith("["):
                inside = line.strip().strip("[]").strip("\"' ") == self.name
                first = number if inside and first is None else first
            elif inside and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
                return number
        return first


class _Own(msgspec.Struct, frozen=True, kw_only=True):
    model: str | None = None
    base_url: str | None = None
    settings: dict[str, Any] = {}
    headers: dict[str, str] = {}


def _model(entry: _Table, table: Any) -> UserModel:
    known = (*_OWN, *ModelFacts.__struct_fields__)
    if not isinstance(table, dict):
        raise entry.error("expected a table of a model", f"Write [{entry.name}] above its keys.")
    for key in table:
        if key not in known:
            raise entry.error(
                f"unknown key {key!r}", did_you_mean(key, known, f"Keys: {', '.join(known)}."), key
            )
    try:
        facts = msgspec.convert({key: table[key] for key in table if key not in _OWN}, ModelFacts)
        own = msgspec.convert({key: table[key] for key in table if key in _OWN}, _Own)
    except msgspec.ValidationError as error:
        key = next((name for name in table if f"$.{name}" in str(error)), None)
        raise entry.error(str(error), key=key) from None
    return _checked(entry, own, facts)


def _checked(entry: _Table, own: _Own, facts: ModelFacts) -> UserModel:
    model = own.model or entry.name
    if "/" not in model:
        raise entry.error("it names no model", 'Add model = "PROVIDER/NAME".')
    try:
        check_headers(own.headers)
        settings = check_settings_values(own.settings)
    except UsageError as error:
        raise entry.error(error.message, error.hint) from None
    return UserModel(
        name=entry.name, file=entry.path, model=model, base_url=own.base_url, settings=settings,
        headers=own.headers, facts=facts if facts.defaults or facts.price else None,
    )  # fmt: skip
