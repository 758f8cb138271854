"""The arguments of a call as flat, typed fields, without default values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from m3bench.core import Call, EquivalentTool, Step, canonical_json, iter_calls, parsed_arguments
from m3bench.scoring.arguments.forms import is_number, path_form
from m3bench.scoring.arguments.kinds import Kind, Schema, kind_of
from m3bench.scoring.arguments.roles import FULL_WEIGHT, OPTION_WEIGHT, Importance, Role, field_importance
from m3bench.scoring.files import base_name, writes_file
from m3bench.scoring.provenance import Searcher, written_files
from m3bench.scoring.serialize import normalized

WHOLE = "arguments"
"""The name of the only field if the arguments are not an object."""
_MAX_DEPTH = 8
_POINTS = (("latitude", "longitude"), ("lat", "lng"), ("lat", "lon"), ("lat", "long"))
_BOXES = (("x1", "y1", "x2", "y2"), ("xmin", "ymin", "xmax", "ymax"), ("left", "top", "right", "bottom"))
_CIRCLE = ("center_x", "center_y", "radius")
_TILE = ("x", "y", "z")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a call. ``key`` is equal for values written in the same way."""

    name: str
    value: Any
    key: str
    kind: Kind
    importance: Importance
    required: bool
    has_default: bool
    made_by: str | None = None
    """The tool that wrote the file that the field names, if the agent chose the name."""


class Side:
    """The trajectory of a call: the request, and the files that it writes."""

    def __init__(self, steps: Sequence[Step] = (), request: Searcher | None = None) -> None:
        self._steps = steps
        self._request = request

    def requested(self, value: Any) -> bool:
        """Return whether the request states a value."""
        return self._request is not None and bool(self._request.holds(value))

    def maker(self, value: Any) -> str | None:
        """Return the tool that wrote a file whose name the request does not state."""
        if self._request is None or not isinstance(value, str):
            return None
        maker = self._makers.get(base_name(path_form(value).casefold()) or "")
        return None if maker is None or self.requested(value) else maker

    @cached_property
    def _makers(self) -> dict[str, str]:
        """Base names of written files, with the tool that writes each."""
        return {
            str(name): call.name
            for _, call in iter_calls(self._steps)
            for name in sorted(map(str, written_files(call)))
        }


def read_fields(
    call: Call, schema: Schema, side: Side, concepts: EquivalentTool | None = None
) -> dict[str, Field]:
    """Return the fields of a call by name. With ``concepts``, only its parameters, under its names."""
    arguments = parsed_arguments(call.arguments)
    if arguments is None:
        return {}
    if not isinstance(arguments, dict):
        importance = Importance(Role.IDENTIFYING, FULL_WEIGHT)
        return {WHOLE: Field(WHOLE, arguments, _key(arguments), Kind.OTHER, importance, True, False)}
    properties, required = _schema_parts(schema)
    fields: dict[str, Field] = {}
    for name, shown, value in _flat(arguments, properties, concepts):
        top = name.split(".")[0]
        own = properties.get(name, {}) if concepts is None else _plain_schema(properties.get(name, {}))
        field = _field(call, (name, shown), value, own, side)
        needed = top in required if properties else field.importance.role is not Role.OPTION
        fields[shown] = replace(field, required=needed)
    return _promoted(fields)


def _plain_schema(schema: Schema) -> Schema:
    """Remove the choices, which other tools may spell differently."""
    return {name: value for name, value in schema.items() if name != "enum"}


def _flat(
    arguments: Mapping[str, Any], properties: Mapping[str, Any], concepts: EquivalentTool | None
) -> Iterator[tuple[str, str, Any]]:
    """Yield parameters with their names in the tool and in the comparison; nested objects are flattened."""
    kept: dict[str, Any] = {
        str(name): value
        for name, value in arguments.items()
        if value is not None and not _at_default(value, properties.get(str(name), {}))
    }
    if concepts is not None:
        yield from _renamed(kept, concepts)
        return
    for name, value in group(kept).items():
        if isinstance(value, dict):
            yield from ((inner, inner, item) for inner, item in flatten(value, name))
        else:
            yield name, name, value


def _renamed(arguments: Mapping[str, Any], concepts: EquivalentTool) -> Iterator[tuple[str, str, Any]]:
    by_concept: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for path, concept in concepts.parameters.items():
        value = _at(arguments, path)
        if value is not None:
            by_concept[concept].append((path, _shared_word(value, concepts.values.get(concept, {}))))
    for concept, given in by_concept.items():
        name, value = given[0]
        if len(given) > 1:
            value = [item for _, item in given]
        yield name, concept, _located(value)


def _at(arguments: Any, path: str) -> Any:
    for part in path.split("."):
        arguments = arguments.get(part) if isinstance(arguments, dict) else None
    return arguments


def _shared_word(value: Any, words: Mapping[str, str]) -> Any:
    return words.get(value.casefold(), value) if isinstance(value, str) else value


def _located(value: Any) -> Any:
    """Replace an object that holds only a point by the point."""
    leaves = list(group(value).values()) if isinstance(value, dict) else []
    return leaves[0] if len(leaves) == 1 and isinstance(leaves[0], Coordinates) else value


def flatten(value: Mapping[str, Any], path: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of nested objects by path; points and boxes are leaves."""
    for name, item in group(value).items():
        inner = f"{path}.{name}" if path else str(name)
        if isinstance(item, dict) and depth < _MAX_DEPTH:
            yield from flatten(item, inner, depth + 1)
        elif item is not None:
            yield inner, item


class Coordinates(tuple[float, ...]):
    """Numbers that form a point (2) or a box (4)."""

    __slots__ = ()


def group(value: Mapping[str, Any]) -> dict[str, Any]:
    """Join the numbers of a point, a box or a map tile under one name."""
    grouped = {str(name): item for name, item in value.items()}
    for names in (*_POINTS, *_BOXES, _CIRCLE):
        if numbers := _numbers(grouped, names):
            if names is _CIRCLE:
                x, y, radius = numbers
                numbers = (x - radius, y - radius, x + radius, y + radius)
            grouped = {name: item for name, item in grouped.items() if name not in names}
            grouped["point" if len(numbers) == 2 else "box"] = Coordinates(numbers)
    if _numbers(grouped, _TILE):
        tile = "/".join(str(grouped.pop(name)) for name in ("z", "x", "y"))
        grouped["tile_id"] = tile
    return grouped


def _numbers(value: Mapping[str, Any], names: tuple[str, ...]) -> tuple[float, ...] | None:
    if names[0] not in value:
        return None
    numbers = [value.get(name) for name in names]
    return tuple(map(float, numbers)) if all(map(is_number, numbers)) else None  # type: ignore[arg-type]


def _field(call: Call, names: tuple[str, str], value: Any, schema: Schema, side: Side) -> Field:
    name, shown = names
    own = schema if "." not in name else {}
    kind = kind_by_position(value) or kind_of(shown.rsplit(".", 1)[-1], value, own)
    has_default = bool(own.get("default"))
    importance = field_importance(
        call.tool, shown, value, kind, has_default=has_default, requested=lambda: side.requested(value)
    )
    made_by = side.maker(value) if kind is Kind.PATH else None
    if made_by is not None and writes_file(call, name):
        importance = Importance(Role.OPTION, OPTION_WEIGHT)
    return Field(shown, value, _key(value), kind, importance, False, has_default, made_by)


def kind_by_position(value: Any) -> Kind | None:
    """Return the kind of a point or a box; None for other values."""
    if isinstance(value, Coordinates):
        return Kind.POINT if len(value) == 2 else Kind.BOX
    return None


def _promoted(fields: dict[str, Field]) -> dict[str, Field]:
    """If no field is identifying, treat those with content as identifying."""
    if any(field.importance.role is Role.IDENTIFYING for field in fields.values()):
        return fields
    full = Importance(Role.IDENTIFYING, FULL_WEIGHT)
    return {
        name: replace(field, importance=full) if field.importance.role is Role.CONTENT else field
        for name, field in fields.items()
    }


def _schema_parts(schema: Schema) -> tuple[Mapping[str, Any], frozenset[str]]:
    """Return the properties and the names of required ones. Schemas may be invalid."""
    properties, required = schema.get("properties"), schema.get("required")
    named = (
        {name: _resolved(item, schema) for name, item in properties.items() if isinstance(item, dict)}
        if isinstance(properties, dict)
        else {}
    )
    listed = required if isinstance(required, list) else []
    return named, frozenset(name for name in listed if isinstance(name, str))


def _resolved(schema: dict[str, Any], root: Schema) -> dict[str, Any]:
    """Resolve a reference into ``$defs`` once; other keys are kept."""
    reference = schema.get("$ref")
    definitions = root.get("$defs")
    if isinstance(reference, str) and isinstance(definitions, dict):
        target = definitions.get(reference.rsplit("/", 1)[-1])
        return {**target, **schema} if isinstance(target, dict) else schema
    return schema


def _at_default(value: Any, schema: Schema) -> bool:
    default = schema.get("default")
    if default is None:
        return False
    if isinstance(default, str) and isinstance(value, str):
        return default.strip().casefold() == value.strip().casefold()
    return _key(default) == _key(value)


def _key(value: Any) -> str:
    try:
        return canonical_json(normalized(value))
    except (TypeError, ValueError, RecursionError):
        return repr(type(value))
