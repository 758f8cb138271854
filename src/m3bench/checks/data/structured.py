"""The check of JSON, YAML and TOML files."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import off_value, other_value
from m3bench.checks.data.values import same_value, shown_value
from m3bench.checks.files import FileCheck, content, decoded, made_file, only_file, with_contents
from m3bench.checks.lookup import compiled_path
from m3bench.checks.reading import EXACT, Tolerance
from m3bench.workers import DocumentError, parse_structured

MAX_BYTES = {"json": 4 * 2**20, "jsonl": 4 * 2**20, "yaml": 2**18, "toml": 2**18}
"""The readers of YAML and TOML are slow."""
_PART = re.compile(r'\.?(?:(?P<key>\w+)|"(?P<quoted>[^"\\]+)"|\[(?P<index>\d+)\])')


class JsonFile(FileCheck, frozen=True):
    """Paths are JMESPath expressions; `@` is the whole file. Objects and lists are compared completely."""

    about = "a JSON, YAML or TOML file has these values at these paths"

    values: dict[str, Any]
    """Expected values by their paths. Null: the file has null or nothing there."""
    format: Literal["json", "jsonl", "yaml", "toml"] = "json"
    """`jsonl`: the file is a list, with a value on each line."""
    keys_only: tuple[str, ...] = ()
    """All keys of the object at the top, in any order."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.values and not self.keys_only:
            raise ValueError("values and keys_only are both empty")
        for path in self.values:
            compiled_path(path)

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path, MAX_BYTES[self.format])
        whole = read_value(decoded(data, path), path, self.format)
        faults = self._key_faults(whole)
        for query, expected in self.values.items():
            value = _at(whole, query, path)
            if not same_value(value, expected, self.tolerance):
                faults.append(f"{query} is {shown_value(value)}, expected {shown_value(expected)}")
        return self.verdict_on(
            path, faults, f"{path} has the expected values at {', '.join(self.values) or 'its keys'}"
        )

    def _key_faults(self, whole: Any) -> list[str]:
        if not self.keys_only:
            return []
        if not isinstance(whole, dict):
            return ["is not an object"]
        lacking = [key for key in self.keys_only if key not in whole]
        strange = [str(key) for key in whole if key not in self.keys_only]
        faults = [f"lacks the keys {', '.join(lacking)}"] if lacking else []
        return faults + ([f"has other keys: {', '.join(strange)[:200]}"] if strange else [])

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        text = content(evidence.workspace, path).decode("utf-8-sig")
        whole = read_value(text, path, self.format)
        changes: list[tuple[str, Any]] = [("a dump in a text", {"everything": text})]
        for query, expected in self.values.items():
            changes += _changes_at(self, whole, query, expected)
        if self.keys_only:
            changes.append(("a key too many", {**whole, "one_too_many": 1}))
            changes.append(("a key too few", {key: whole[key] for key in list(whole)[1:]}))
        contents = [(words, _written(changed, self.format)) for words, changed in changes]
        return with_contents(evidence, self.path, contents, scratch)


def _at(whole: Any, query: str, path: str) -> Any:
    try:
        return compiled_path(query).search(whole)
    except (ValueError, TypeError, RecursionError) as error:  # JMESPath raises ValueErrors
        raise CheckFailed(f"{path} has no value at {query}: {' '.join(str(error).split())[:120]}") from None


def _changes_at(check: JsonFile, whole: Any, query: str, expected: Any) -> list[tuple[str, Any]]:
    """Return whole files with another value at a path: set there, or somewhere else if it is computed."""
    steps = _steps(query)
    if steps:
        values = {f"a wrong {query}": off_value(expected, check.tolerance)}
        if isinstance(expected, str) and expected:
            values[f"{query} among others"] = f"{expected} or more"
        if isinstance(expected, list) and expected != expected[::-1]:
            values[f"{query} swapped"] = expected[::-1]
        if isinstance(expected, list) and expected:
            values[f"{query} is too short"] = expected[:-1]
        return [(words, _set(copy.deepcopy(whole), steps, value)) for words, value in values.items()]
    everywhere = [("all values wrong", _mapped(whole, other_value)), ("lists too short", _shortened(whole))]
    path = compiled_path(query)
    return [
        (f"{words} for {query}", changed)
        for words, changed in everywhere
        if not same_value(_searched(path, changed), expected, check.tolerance)
    ]


def _steps(query: str) -> list[str | int]:
    """Return the keys and indices of a path; nothing if it has other parts."""
    steps: list[str | int] = []
    at = 0
    while at < len(query):
        match = _PART.match(query, at)
        if match is None:
            return []
        steps.append(int(match["index"]) if match["index"] else match["key"] or match["quoted"])
        at = match.end()
    return steps


def _set(whole: Any, steps: list[str | int], value: Any) -> Any:
    inner = whole
    for step in steps[:-1]:
        inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
    inner[steps[-1]] = value
    return whole


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, dict):
        return {key: _mapped(part, change) for key, part in value.items()}
    return [_mapped(part, change) for part in value] if isinstance(value, list) else change(value)


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shortened(part) for key, part in value.items()}
    return [_shortened(part) for part in value[:-1]] if isinstance(value, list) else value


def _searched(path: Any, value: Any) -> Any:
    try:
        return path.search(value)
    except ValueError:
        return None


def _written(value: Any, kind: str) -> bytes:
    if kind == "yaml":
        import yaml  # noqa: PLC0415 - not needed by other checks

        text: str = yaml.safe_dump(json.loads(json.dumps(value)), allow_unicode=True)
        return text.encode()
    if kind == "toml" and isinstance(value, dict):
        return "".join(f"{json.dumps(key)} = {_toml(part)}\n" for key, part in value.items()).encode()
    if kind == "jsonl" and isinstance(value, list):
        return "\n".join(map(json.dumps, value)).encode()
    return json.dumps(value).encode()


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(map(_toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


def read_value(text: str, path: str, kind: str) -> Any:
    """Return the value in a file. Raise `CheckFailed` if it cannot be read."""
    try:
        if kind == "jsonl":
            return [_read_json(line) for line in text.split("\n") if line.strip()]
        return _read_json(text) if kind == "json" else parse_structured(text, kind)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    except RecursionError:
        raise CheckFailed(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise CheckFailed(f"{path} is not valid JSON: {' '.join(str(error).split())[:120]}") from None


def _read_json(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a value of JSON")
