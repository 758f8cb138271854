"""Fill in the arguments of a tool from its schema, the request, files and earlier results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from m3bench.agents.filling.clues import Clues, content_words
from m3bench.agents.filling.findings import Findings
from m3bench.hosting import Tool

_OUTPUT = re.compile(r"output|save|target|dest", re.IGNORECASE)
_FILE = re.compile(r"path|file|image|picture|photo|input_data", re.IGNORECASE)
_ADDRESS = re.compile(r"url|uri|link", re.IGNORECASE)
_DATE = re.compile(r"date|(?:_|^)day|time$", re.IGNORECASE)
_CODE = re.compile(r"id$|code|isbn|asin|gtin|ticker|symbol|instrument|doi|number$", re.IGNORECASE)
_ID = re.compile(r"(?:_id|Id|ID)$")
_NAMING = re.compile(r"^q$|query|keyword|title|name|author|place|city|location|address|food", re.IGNORECASE)
_WORDY = re.compile(r"^q$|query|keyword|topic|search|text|prompt|condition|description|food", re.IGNORECASE)


@dataclass(frozen=True)
class Sources:
    """Sources of values, nearest first."""

    clues: Sequence[Clues]
    """Clues of the clause, then of the whole request."""
    files: Sequence[str] = ()
    """Files of the workspace, the task's pictures first."""
    findings: Findings = field(default_factory=Findings)


def fill(tool: Tool, sources: Sources, most: int) -> list[dict[str, Any]]:
    """Return arguments for up to `most` calls; none if a required parameter cannot be filled.

    If the text names several values for a parameter, each gets its own call.
    """
    properties = tool.input_schema.get("properties")
    required = _as_list(tool.input_schema.get("required"))
    if not isinstance(properties, dict):
        return [{}] if not required else []
    filler = _Filler(sources, optional=not required)
    columns: dict[str, list[Any]] = {}
    for name, schema in properties.items():
        needed = name in required
        values = filler.values(name, schema if isinstance(schema, dict) else {}, needed=needed)
        if needed and not values:
            return []
        if values:
            columns[name] = values
    if not required and properties and not columns:
        return []
    count = min(most, max((len(values) for values in columns.values()), default=1))
    return [
        {name: values[min(row, len(values) - 1)] for name, values in columns.items()} for row in range(count)
    ]


class _Filler:
    """Fills the parameters of one tool in order. Numbers and optional texts are used once."""

    def __init__(self, sources: Sources, *, optional: bool) -> None:
        self._sources = sources
        self._fills_optional = optional
        self._used: set[str] = set()
        self._numbers = [number for clues in sources.clues[:1] for number in clues.numbers]
        if not self._numbers:
            self._numbers = [number for clues in sources.clues for number in clues.numbers]

    def values(self, name: str, schema: dict[str, Any], *, needed: bool) -> list[Any]:
        """Return one value per call; empty if the parameter is left out."""
        if choices := _as_list(schema.get("enum")):
            return self._chosen(choices, schema, needed=needed)
        kinds = _kinds(schema)
        if "string" in kinds or not kinds:
            return self._unused(self._text(name, needed=needed), needed=needed)
        if not needed and not self._fills_optional:
            return []
        if "number" in kinds or "integer" in kinds:
            return self._number(name, schema, whole="number" not in kinds, needed=needed)
        if "array" in kinds:
            return self._list(name, schema)
        return [schema.get("default", False)] if needed and "boolean" in kinds else []

    def _unused(self, texts: list[Any], *, needed: bool) -> list[Any]:
        kept = [text for text in texts if needed or text not in self._used]
        self._used.update(map(str, kept))
        return kept

    def _chosen(self, choices: Sequence[Any], schema: dict[str, Any], *, needed: bool) -> list[Any]:
        words = frozenset[str]().union(*(clues.words for clues in self._sources.clues))
        named = [choice for choice in choices if (own := content_words(str(choice))) and own <= words]
        if named or not needed:
            return named[:1]
        return [schema.get("default", choices[0])]

    def _text(self, name: str, *, needed: bool) -> list[Any]:
        if _OUTPUT.search(name):
            return [file for file in self._first("files") if file not in self._sources.files][:1]
        if not needed and not self._fills_optional:
            return []
        earlier = [value for value in self._sources.findings.values(name) if isinstance(value, str)]
        if _FILE.search(name):
            return self._old_files()[:1] or self._first("urls")
        for pattern, kind in ((_ADDRESS, "urls"), (_DATE, "dates"), (_CODE, "codes")):
            if pattern.search(name):
                return self._first(kind) or earlier[:1]
        if not needed and not _NAMING.search(name):
            return []
        named = self._first("quoted") or (earlier if needed else []) or self._first("names")
        return named or (self._content_text() if _WORDY.search(name) else [])

    def _number(self, name: str, schema: dict[str, Any], *, whole: bool, needed: bool) -> list[Any]:
        earlier = [value for value in self._sources.findings.values(name) if isinstance(value, int | float)]
        if earlier:
            return earlier
        if not needed and not content_words(name.replace("_", " ")) <= self._sources.clues[0].words:
            return []
        # An id comes from a result: any other number would be a guess.
        if self._numbers and not _ID.search(name):
            number = self._numbers.pop(0)
            return [round(number) if whole else number]
        return [schema["default"]] if schema.get("default") is not None else []

    def _list(self, name: str, schema: dict[str, Any]) -> list[Any]:
        inner = _kinds(schema.get("items", {}) if isinstance(schema.get("items"), dict) else {})
        if inner & {"number", "integer"}:
            return [list(self._numbers)] if self._numbers else []
        if "string" not in inner:
            return []
        values = self._old_files() if _FILE.search(name) else self._first("quoted") or self._first("names")
        return [values] if values else []

    def _first(self, kind: str) -> list[Any]:
        return next((list(values) for clues in self._sources.clues if (values := getattr(clues, kind))), [])

    def _old_files(self) -> list[str]:
        named = [name for name in self._first("files") if name in self._sources.files]
        return named or list(self._sources.files)

    def _content_text(self) -> list[str]:
        text = self._sources.clues[0].text if self._sources.clues else ""
        kept = [word for word in re.findall(r"[\w'-]+", text) if content_words(word)]
        return [" ".join(kept)] if kept else []


def _kinds(schema: dict[str, Any]) -> set[str]:
    options = _as_list(schema.get("anyOf")) or _as_list(schema.get("oneOf")) or [schema]
    kinds = [option.get("type") for option in options if isinstance(option, dict)]
    flat = [kind for entry in kinds for kind in (_as_list(entry) or [entry])]
    return {kind for kind in flat if isinstance(kind, str)} - {"null"}


def _as_list(value: Any) -> list[Any]:
    """Return a list, or an empty one for anything else: schemas of servers may be malformed."""
    return value if isinstance(value, list) else []
