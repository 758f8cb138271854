"""Compare recorded tools with the tools that a server has now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.core import canonical_json, content_hash
from m3bench.hosting.tool import Tool

_DEEPEST = 8
_SHOWN = 60
_WORDS = frozenset({"description", "title", "examples"})


class ToolDrift(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Changes of one tool. Nested parameters are named by path: ``filter.from``, ``stops[].id``."""

    tool: str
    parameters_added: tuple[str, ...] = ()
    parameters_removed: tuple[str, ...] = ()
    retyped: dict[str, tuple[str, str]] = {}
    """Recorded and current type by parameter."""
    newly_required: tuple[str, ...] = ()
    no_longer_required: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    """Other parts that changed, in words."""

    @property
    def breaking(self) -> bool:
        """Whether calls that were valid may be invalid now."""
        return bool(self.parameters_removed or self.retyped or self.newly_required)


class Drift(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The difference between two tool lists. True if there is one."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[ToolDrift, ...] = ()
    counts: dict[str, tuple[int, int]] = {}
    """Recorded and current number of tools, for servers where it differs."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    @property
    def breaking(self) -> bool:
        return bool(self.removed) or any(change.breaking for change in self.changed)

    def report(self) -> str:
        """Return one line per change, by server and tool."""
        return "\n".join(self._lines()) or "The tools have not changed since the recording."

    def _lines(self) -> Iterator[str]:
        for server, (recorded, live) in self.counts.items():
            yield f"{server}: {recorded} tools recorded, {live} now"
        yield from (f"- {name}" for name in self.removed)
        yield from (f"+ {name}" for name in self.added)
        for change in self.changed:
            yield f"~ {change.tool}"
            yield from (f"    {line}" for line in _change_lines(change))


def digest(tools: Sequence[Tool]) -> str:
    """Return a hash of all tool definitions, independent of their order."""
    return content_hash(sorted((msgspec.to_builtins(tool) for tool in tools), key=canonical_json))


def compare(recorded: Sequence[Tool], live: Sequence[Tool]) -> Drift:
    old = {tool.full_name: tool for tool in recorded}
    new = {tool.full_name: tool for tool in live}
    both = [name for name in old if name in new]
    return Drift(
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        changed=tuple(_changed(old[name], new[name]) for name in sorted(both) if old[name] != new[name]),
        counts=_counts(recorded, live),
    )


class _Parameter(msgspec.Struct, frozen=True):
    type: str
    required: bool
    description: str
    details: str
    """The rest of its schema: limits, defaults."""


def _counts(recorded: Sequence[Tool], live: Sequence[Tool]) -> dict[str, tuple[int, int]]:
    old, new = Counter(tool.server for tool in recorded), Counter(tool.server for tool in live)
    return {name: (old[name], new[name]) for name in sorted(old | new) if old[name] != new[name]}


def _changed(recorded: Tool, live: Tool) -> ToolDrift:
    old, new = dict(_parameters(recorded.input_schema)), dict(_parameters(live.input_schema))
    both = sorted(old.keys() & new.keys())
    added = sorted(new.keys() - old.keys())
    required = [name for name in both if new[name].required and not old[name].required]
    return ToolDrift(
        tool=recorded.full_name,
        parameters_added=tuple(added),
        parameters_removed=tuple(sorted(old.keys() - new.keys())),
        retyped={name: (old[name].type, new[name].type) for name in both if old[name].type != new[name].type},
        newly_required=tuple(sorted([*required, *(name for name in added if new[name].required)])),
        no_longer_required=tuple(name for name in both if old[name].required and not new[name].required),
        other=tuple(_other(recorded, live, old, new)),
    )


def _parameters(schema: Any, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, _Parameter]]:
    """Yield the parameters of a schema. Invalid parts of a schema have none."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or depth > _DEEPEST:
        return
    required = schema.get("required")
    for name, child in properties.items():
        needed = isinstance(required, list) and name in required
        yield f"{prefix}{name}", _parameter(child, needed)
        yield from _parameters(child, f"{prefix}{name}.", depth + 1)
        if isinstance(child, dict):
            yield from _parameters(child.get("items"), f"{prefix}{name}[].", depth + 1)


def _parameter(schema: Any, required: bool) -> _Parameter:
    described = schema.get("description") if isinstance(schema, dict) else None
    return _Parameter(
        _type(schema), required, described if isinstance(described, str) else "", _details(schema)
    )


def _details(schema: Any) -> str:
    """Return a schema without descriptions and nested parameters, which are compared separately."""
    plain = _without_words(schema)
    if isinstance(plain, dict):
        items = plain.get("items")
        inside = {"items": _details(items)} if isinstance(items, dict) else {}
        plain = {key: plain[key] for key in plain if key not in ("properties", "required")} | inside
    return canonical_json(plain)


def _type(schema: Any) -> str:
    if not isinstance(schema, dict):
        return canonical_json(schema)
    for key in ("enum", "const", "anyOf", "oneOf", "$ref"):
        if key in schema:
            return f"{key} {canonical_json(_without_words(schema[key]))}"
    kind = schema.get("type", "anything")
    if kind == "array" and isinstance(schema.get("items"), dict):
        return f"array of {_type(schema['items'])}"
    return kind if isinstance(kind, str) else canonical_json(kind)


def _without_words(schema: Any) -> Any:
    """Return a schema without the parts that are only for people."""
    if isinstance(schema, list):
        return [_without_words(child) for child in schema]
    if not isinstance(schema, dict):
        return schema
    properties = schema.get("properties")
    named = (
        {"properties": {name: _without_words(child) for name, child in properties.items()}}
        if isinstance(properties, dict)
        else {}
    )
    return {key: _without_words(child) for key, child in schema.items() if key not in _WORDS} | named


def _other(
    recorded: Tool, live: Tool, old: Mapping[str, _Parameter], new: Mapping[str, _Parameter]
) -> Iterator[str]:
    if recorded.description != live.description:
        yield f"description: {_excerpts(recorded.description, live.description)}"
    both = sorted(old.keys() & new.keys())
    reworded = [name for name in both if old[name].description != new[name].description]
    if reworded:
        yield f"descriptions of {', '.join(reworded)}"
    alike = [name for name in both if old[name].type == new[name].type]
    detailed = [name for name in alike if old[name].details != new[name].details]
    if detailed:
        yield f"limits, defaults or other details of {', '.join(detailed)}"
    if _details(recorded.input_schema) != _details(live.input_schema):
        yield "input schema beyond its parameters"
    for part in ("title", "output_schema", "annotations"):
        if getattr(recorded, part) != getattr(live, part):
            yield part.replace("_", " ")


def _change_lines(change: ToolDrift) -> Iterator[str]:
    required = set(change.newly_required)
    yield from (f"- {name}" for name in change.parameters_removed)
    yield from (f"+ {name}{' (required)' if name in required else ''}" for name in change.parameters_added)
    yield from (f"{name}: {old} → {new}" for name, (old, new) in change.retyped.items())
    yield from (f"{name}: now required" for name in sorted(required - set(change.parameters_added)))
    yield from (f"{name}: no longer required" for name in change.no_longer_required)
    yield from change.other


def _excerpts(old: str, new: str) -> str:
    """Show both texts from just before the first difference."""
    pairs = enumerate(zip(old, new, strict=False))
    same = next((index for index, (before, after) in pairs if before != after), min(len(old), len(new)))
    start = max(0, same - _SHOWN // 3) if same > _SHOWN // 2 else 0
    return f"{_excerpt(old, start)} → {_excerpt(new, start)}"


def _excerpt(text: str, start: int) -> str:
    line = " ".join(text[start : start + _SHOWN].split())
    return f"“{'…' if start else ''}{line}{'…' if len(text) > start + _SHOWN else ''}”"
