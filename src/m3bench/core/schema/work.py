"""An upper bound for the work of validating with a JSON Schema, computed from the schema alone.

References can double a schema repeatedly: forty lines may require 10¹² steps. The bound is per place of the
value: how often a place at a given depth is visited, with all references followed. Sub-schemas of the same
place add up; of sub-schemas for different properties, the heaviest counts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from m3bench.core.schema.pattern_size import pattern_size
from m3bench.core.schema.references import References
from m3bench.core.sizes import Size, size_of

MOST_VALUES = 10_000
"""Values in a schema. The largest of 500 public tools has 183."""
MOST_LEVELS = 100
MOST_CHARACTERS = 1_000_000
MOST_WORK = 500_000
"""Steps of one validation; a step takes up to 100 ns."""
_MOST_STEPS = 20_000
"""Steps of a schema at one place of a value. The heaviest of 500 public tools takes 40."""
_MOST_COUNTING = 60_000
_LEAST_DEPTH = 4
"""Levels of the simplest values that every tool must accept: an object, a list in it, objects in that."""
_MOST_PLAIN = 500
_IN_PLACE = ("not", "if", "then", "else")
_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf", "extends")
_IN_PLACE_MAPS = ("dependentSchemas", "dependencies")
_ALL_IN_PLACE = frozenset({*_IN_PLACE, *_IN_PLACE_LISTS, *_IN_PLACE_MAPS})
_REFERRING = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})
_MULTIPLIERS = _REFERRING | {"pattern", "patternProperties"}
_ANY_PROPERTY = ("additionalProperties", "unevaluatedProperties", "propertyNames")
_ANY_ITEM = ("additionalItems", "unevaluatedItems", "contains")
_COMPARED = ("enum", "const", "required", "dependentRequired", "dependencies")
_COMPARISON = 4
_MOST_PATTERNS = 200
_MOST_PATTERN_PIECES = 20_000
"""In all patterns together. Compiling a piece takes about a microsecond, a pattern 100."""
_BACKTRACKS = re.compile(r"\(\?[=!<]|\\[1-9k]|\(\?>|[*+?}]\+")
_BACKTRACKING = 2_000
"""The steps of a pattern that backtracks up to its limit."""
_META_SCHEMA = "json-schema.org/"
_OF_META_SCHEMA = 300


class TooComplex(Exception):
    """Why a schema, or a value with it, cannot be validated in bounded time."""


class _Node(msgspec.Struct):
    """A sub-schema: its own steps, and the sub-schemas for the same place and for the places below."""

    steps: int = 1
    here: list[int] = []
    properties: list[int] = []
    any_property: list[int] = []
    items: list[int] = []
    any_item: list[int] = []


def is_surely_plain(schema: Any) -> bool:
    """Return whether a schema is so small that its work need not be counted. Quick."""
    stack, left = [schema], _MOST_PLAIN
    while stack and left:
        node = stack.pop()
        left -= 1
        if isinstance(node, dict):
            if not _MULTIPLIERS.isdisjoint(node):
                return False
            stack += node.values()
        elif isinstance(node, list):
            stack += node
    return not stack


class Work:
    """The work of validating with a schema. Raises `TooComplex` if it is unbounded or far too much."""

    def __init__(self, schema: Any) -> None:
        size = size_of(schema, MOST_VALUES)
        _require(size.values <= MOST_VALUES, f"it has more than {MOST_VALUES:,} values")
        _require(size.depth <= MOST_LEVELS, f"it is nested deeper than {MOST_LEVELS} levels")
        _require(size.characters <= MOST_CHARACTERS, f"it has more than {MOST_CHARACTERS:,} characters")
        _require_plain_patterns(schema)
        self._nodes = _graph(schema) if isinstance(schema, dict) else [_Node()]
        self._order = _in_order(self._nodes)
        self._levels: list[list[int]] = []
        self._peaks: list[int] = []
        self._counted = 0
        self._is_settled = False
        _require(self._peak(_LEAST_DEPTH) <= _MOST_STEPS, "its parts refer to each other too many times")

    def steps(self, size: Size) -> int:
        """Return the maximum number of steps for a value of that size. Raises `TooComplex`."""
        return size.weight * self._peak(size.depth)

    def errors(self, size: Size) -> int:
        """Return the maximum number of errors of a value of that size. Raises `TooComplex`."""
        return size.values * self._peak(size.depth)

    def _peak(self, depth: int) -> int:
        """Return the maximum number of steps at one place of a value with `depth` levels."""
        while len(self._peaks) < depth and not self._is_settled:
            self._count_level()
        return self._peaks[min(depth, len(self._peaks)) - 1]

    def _count_level(self) -> None:
        self._counted += len(self._nodes)
        _require(self._counted <= _MOST_COUNTING, "it is too large for values so deeply nested")
        above = self._levels[-1] if self._levels else None
        level = [0] * len(self._nodes)
        for number in self._order:
            node = self._nodes[number]
            own = node.steps if above is None else _below(node, above)
            level[number] = min(MOST_WORK + 1, own + sum(level[part] for part in node.here))
        self._is_settled = level == above
        self._levels = [level]
        self._peaks.append(max(level[0], *self._peaks[-1:], 1))


def _require(is_met: bool, otherwise: str) -> None:
    if not is_met:
        raise TooComplex(f"the schema is too complex to check: {otherwise}")


def _require_plain_patterns(schema: Any) -> None:
    """Check all patterns: even unreachable ones are compiled."""
    patterns = list(_patterns(schema))
    _require(len(patterns) <= _MOST_PATTERNS, f"it has more than {_MOST_PATTERNS} patterns")
    pieces = sum(pattern_size(pattern) for pattern in patterns)
    _require(pieces <= _MOST_PATTERN_PIECES, "its patterns repeat too much")


def _patterns(schema: Any) -> Iterator[str]:
    stack = [schema]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if isinstance(pattern := node.get("pattern"), str):
                yield pattern
            if isinstance(mapping := node.get("patternProperties"), dict):
                yield from (name for name in mapping if isinstance(name, str))
            stack += node.values()
        elif isinstance(node, list):
            stack += node


def _below(node: _Node, above: list[int]) -> int:
    """Return the steps at the heaviest place one level below a sub-schema."""

    def heaviest(some: list[int], everywhere: list[int]) -> int:
        return max((above[number] for number in some), default=0) + sum(above[part] for part in everywhere)

    return max(heaviest(node.properties, node.any_property), heaviest(node.items, node.any_item))


def _graph(schema: dict[str, Any]) -> list[_Node]:
    """Return the sub-schemas that validation may reach; the whole schema is the first."""
    references: References | None = None
    numbers = {id(schema): 0}
    parts = [schema]
    nodes: list[_Node] = []

    def numbered(values: Iterable[Any]) -> list[int]:
        given = []
        for value in values:
            if isinstance(value, dict):
                if id(value) not in numbers:
                    numbers[id(value)] = len(parts)
                    parts.append(value)
                given.append(numbers[id(value)])
        return given

    while len(nodes) < len(parts):
        part = parts[len(nodes)]
        targets: Iterable[Any] = ()
        if not _REFERRING.isdisjoint(part):
            references = references or References(schema)
            targets = references.targets(part)
        is_meta = isinstance(part.get("$ref"), str) and _META_SCHEMA in part["$ref"]
        itself = [len(nodes)] if is_meta else []
        nodes.append(
            _Node(
                steps=_steps(part) + (_OF_META_SCHEMA if is_meta else 0),
                here=numbered([*_in_place(part), *targets]),
                properties=numbered(_values(part.get("properties"))),
                any_property=[*numbered(_any_property(part)), *itself],
                items=numbered(_items(part)),
                any_item=[*numbered(part.get(keyword) for keyword in _ANY_ITEM), *itself],
            )
        )
    return nodes


def _in_place(node: dict[str, Any]) -> Iterator[Any]:
    if _ALL_IN_PLACE.isdisjoint(node):
        return
    yield from (node.get(keyword) for keyword in _IN_PLACE)
    for keyword in _IN_PLACE_LISTS:
        listed = node.get(keyword)
        yield from listed if isinstance(listed, list) else [listed]
    for keyword in _IN_PLACE_MAPS:
        yield from _values(node.get(keyword))


def _any_property(node: dict[str, Any]) -> Iterator[Any]:
    yield from (node.get(keyword) for keyword in _ANY_PROPERTY)
    yield from _values(node.get("patternProperties"))


def _items(node: dict[str, Any]) -> Iterator[Any]:
    for keyword in ("prefixItems", "items"):
        given = node.get(keyword)
        yield from given if isinstance(given, list) else [given]


def _values(node: Any) -> Collection[Any]:
    return node.values() if isinstance(node, dict) else ()


def _steps(node: dict[str, Any]) -> int:
    """Return the steps of a sub-schema without those of its own sub-schemas."""
    steps = 1 + len(node) + len(_values(node.get("properties")))
    steps += sum(_comparison_steps(node[keyword]) for keyword in _COMPARED if keyword in node)
    patterns = node.get("patternProperties")
    names = list(patterns) if isinstance(patterns, dict) else []
    return steps + sum(_pattern_steps(pattern) for pattern in [*names, node.get("pattern")])


def _comparison_steps(value: Any) -> int:
    plain = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return len(value) if plain else _COMPARISON * size_of(value).weight


def _pattern_steps(pattern: Any) -> int:
    if not isinstance(pattern, str):
        return 0
    return _BACKTRACKING if _BACKTRACKS.search(pattern) else 8 + len(pattern)


def _in_order(nodes: list[_Node]) -> list[int]:
    """Sort sub-schemas after those of the same place that they refer to. A cycle would never end."""
    waiting = [len(node.here) for node in nodes]
    users: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        for part in node.here:
            users[part].append(number)
    order = [number for number, count in enumerate(waiting) if count == 0]
    for number in order:
        for user in users[number]:
            waiting[user] -= 1
            if waiting[user] == 0:
                order.append(user)
    _require(len(order) == len(nodes), "a part of it refers to itself without end")
    return order
