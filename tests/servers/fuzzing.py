"""Argument sets drawn from a tool's own schema: some plausible, some hostile, all of them valid."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from m3bench.servers import Answer, Files, Server, ToolFailure, load
from m3bench.servers.kit.answer import LARGEST_TEXT
from m3bench_world import World
from m3bench_world.servers.context import ToolContext

WORLD = World()
MOST_BYTES = 8_000_000
MOST_SECONDS = 8.0
"""Of the processor, for one call."""

_PLAUSIBLE = [
    "Paris, France", "48.85,2.35", "New York, NY", "London, UK", "37.42,-122.08", "aspirin", "apple",
    "ibuprofen 200 mg", "AAPL", "BRK-A", "BTC-USDT", "1H", "1d", "2025-01-03", "2025-11-04T12:00:00Z", "yose",
    "arch,zion", "unstable", "25.05", "services.openssh.enable", "programs.zsh", "zebra",
    "ti:zebra AND cat:q-bio", "2 eggs",
    "Inception", "Drama,Crime", "popularity.desc", "books", "tree", "J30", "curiosity", "natural", "Toyota",
    "corolla", "Dog", "downloads", "paper.pdf", "income_stmt", "calls", "now", "amazon.co.uk", "640x480",
    "color:red|label:A|40.7,-74.0", "roadmap", "DRIVE", "walking", "ChIJ", "places.displayName",
    "9780140714845", "sample.png", "./sample.jpg", "sample.pdf", "grey.webp", "broken.png", "person.helmet",
    "https://photos.example/landmarks/eiffel-tower", "eng", "--psm 6", "out.png", "sepia",
]  # fmt: skip
_HOSTILE = [
    "", " ", "\0", "../../etc/passwd", "/etc/passwd", "a" * 5_000, "'; drop table x; --", "💣" * 40,
    "\u202eabc",
    "NaN", "-1", "1e308", "0000-00-00", "9999-12-31", "(((((", '"', "%s%n", "{{}}", "\n\n", "ti:(",
    "a OR OR b",
]  # fmt: skip
_ANY_CHARACTER = st.characters(exclude_categories=[])
"""Lone surrogates as well: JSON can hold them."""
_WILD = st.text(_ANY_CHARACTER, max_size=40)
_TEXT = st.one_of(
    st.sampled_from(_PLAUSIBLE), st.sampled_from(_HOSTILE), st.text(_ANY_CHARACTER, max_size=40)
)
_WHOLE = st.one_of(st.integers(-3, 60), st.integers(), st.sampled_from([0, 2**31, -(2**63), 10**30]))
_NUMBER = st.one_of(
    st.integers(-3, 200), st.floats(-180, 180), st.floats(allow_nan=False, allow_infinity=False), _WHOLE
)
_LOCATIONS = [
    {"latitude": 48.85, "longitude": 2.35}, {"lat": 40.7, "lng": -74.0}, {"address": "Boston, MA"},
    {"latLng": {"latitude": 51.5, "longitude": -0.12}},
    {"location": {"latLng": {"latitude": 1, "longitude": 2}}},
    {"placeId": "ChIJabc"}, {"circle": {"center": {"latitude": 1, "longitude": 2}, "radius": 500}}, {},
    {"circle": 3}, {"latLng": None}, {"latitude": 999, "longitude": "x"},
]  # fmt: skip
_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


_SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    "string": _TEXT,
    "integer": _WHOLE,
    "number": _NUMBER,
    "boolean": st.booleans(),
    "null": st.none(),
}


def arguments(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects that fit a tool's input schema."""
    return _fields(schema, schema.get("$defs", {}))


def _fields(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    required = set(schema.get("required", ()))
    values = {name: _value(sub, parts) for name, sub in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: value for name, value in values.items() if name in required},
        optional={name: value for name, value in values.items() if name not in required},
    )


def _value(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _value(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema:
        return st.one_of([_value(option, parts) for option in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return st.lists(_value(schema.get("items", {}), parts), max_size=6)
    if kind == "object":
        return _object(schema, parts)
    return _SIMPLE.get(kind, _ANYTHING)


def _object(schema: dict[str, Any], parts: dict[str, Any]) -> st.SearchStrategy[Any]:
    if schema.get("properties"):
        return _fields(schema, parts)
    if not isinstance(schema.get("additionalProperties"), dict):
        return st.sampled_from(_LOCATIONS) | st.dictionaries(st.text(max_size=10), _ANYTHING, max_size=3)
    points = st.fixed_dictionaries({"latitude": _NUMBER, "longitude": _NUMBER})
    inner = _value(schema["additionalProperties"], parts)
    return points | st.dictionaries(st.text(max_size=10), inner, max_size=3)


def answered(server: Server, context: ToolContext, tool: str, arguments: dict[str, Any]) -> Answer | str:
    """The answer, or the words of the refusal."""
    try:
        return server.call(context, tool, arguments)
    except ToolFailure as failure:
        return str(failure)


def attack(server: str, tool: str, workspace: Path, examples: int) -> None:
    """Call a tool with so many argument sets. Each gets an answer of a bounded size, or a refusal."""
    loaded = load(server)
    context = ToolContext(WORLD, Files(workspace))

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(st.data())
    def calls(data: st.DataObject) -> None:
        given_arguments = data.draw(arguments(loaded.tools[tool].input_schema))
        began = time.process_time()
        answer = answered(loaded, context, tool, given_arguments)
        assert time.process_time() - began < MOST_SECONDS
        if isinstance(answer, str):
            assert 10 < len(answer) < 6_000
        else:
            assert len(answer.text) <= LARGEST_TEXT
            assert sum(len(picture.data) for picture in answer.pictures) < MOST_BYTES

    calls()
