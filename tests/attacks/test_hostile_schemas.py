"""Schemas that would freeze whoever checks with them. Each try runs in a process with a limit of memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.hanging import HANG_SECONDS

ROOT = Path(__file__).parents[2]
PROGRAM = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, 4 * 2**30))
from m3bench.core.schema.compilation import SchemaProblem, compile_schema, schema_violations
from m3bench.hosting.toolbox.tool_index import ToolIndex
from m3bench.hosting.tool import Tool
schema, value = json.load(sys.stdin)
schema_violations(compile_schema({"type": "object"}), {})
longest = 0.0
def timed(work, *args):
    global longest
    began = time.process_time()
    found = work(*args)
    longest = max(longest, time.process_time() - began)
    return found
index = timed(ToolIndex, [Tool(server="s", name="t", input_schema=schema)])
compiled = timed(compile_schema, schema)
found = None if isinstance(compiled, SchemaProblem) else timed(schema_violations, compiled, value)
said = compiled.reason if found is None else [] if isinstance(found, SchemaProblem) else found
timed(index.checker.check, index.tools[0], value)
from tests.attacks.memory import peak_kilobytes
memory = peak_kilobytes()
problems = len(index.checker.problems)
print(json.dumps({"longest": longest, "said": said, "memory": memory, "problems": problems}))
"""
LONGEST = 0.05
MOST_KILOBYTES = 300 * 1024
COMPLEX = "the schema is too complex to check"


def nested(times: int, wrap: Callable[[Any], Any], inner: Any) -> Any:
    for _ in range(times):
        inner = wrap(inner)
    return inner


def chained(wrap: Callable[[Any], Any], levels: int = 40, last: Any = None) -> dict[str, Any]:
    """Definitions that each wrap a reference to the next."""
    parts = {f"d{i}": wrap({"$ref": f"#/$defs/d{i + 1}"}) for i in range(levels)}
    last = {"type": "integer"} if last is None else last
    return {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": {**parts, f"d{levels}": last}}


def recursive(keyword: str) -> dict[str, Any]:
    node = {keyword: [{"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}] * 2}
    return {"$ref": "#/$defs/n", "$defs": {"n": node}}


DEEP = nested(100, lambda inner: {"a": inner}, "x")
UNTYPED: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
REFUSED: dict[str, tuple[Any, Any]] = {
    "allOf": (chained(lambda ref: {"allOf": [ref, ref]}), {"a": 1}),
    "anyOf": (chained(lambda ref: {"anyOf": [ref, ref]}), {"a": "x"}),
    "oneOf": (chained(lambda ref: {"oneOf": [ref, ref]}), {"a": 1}),
    "if": (chained(lambda ref: {"if": ref, "then": ref, "else": ref}), {"a": "x"}),
    "not": (chained(lambda ref: {"not": {"allOf": [ref, ref]}}), {"a": 1}),
    "dependent": (chained(lambda ref: {"dependentSchemas": {"a": ref, "b": ref}}), {"a": {"a": 1, "b": 1}}),
    "itself": ({"$ref": "#"}, {"a": 1}),
    "circle": ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}, {}),
    "deep": (nested(300, lambda inner: {"properties": {"a": inner}}, {}), {"a": 1}),
    "deep_not": (nested(250, lambda inner: {"not": inner}, {}), {}),
    "huge_enum": ({"properties": {"a": {"enum": [{"k": i} for i in range(200_000)]}}}, {"a": 1}),
    "huge_properties": ({"properties": {f"a{i}": {"type": "string"} for i in range(50_000)}}, {"a": 1}),
    "dependencies": ({"dependentRequired": {f"a{i}": [f"b{j}" for j in range(300)] for i in range(300)}}, {}),
    "repeating_pattern": ({"properties": {"a": {"pattern": "((a{1,100}){1,100}){1,100}"}}}, {"a": "a" * 500}),
    "many_patterns": ({"patternProperties": {f"^.*.*.*x{i}$": {} for i in range(3_000)}}, {"y" * 200: 1}),
}
BOUNDED: dict[str, tuple[Any, Any]] = {
    "recursive_anyOf": (recursive("anyOf"), DEEP),
    "recursive_oneOf": (recursive("oneOf"), DEEP),
    "dynamic": ({**UNTYPED, "$dynamicAnchor": "n", **recursive("anyOf"), "$ref": "#/$defs/n"}, DEEP),
    "unevaluated": (chained(lambda ref: {"unevaluatedProperties": False, "allOf": [ref]}), {"a": {"z": 1}}),
    "unevaluated_items": (chained(lambda ref: {"unevaluatedItems": False, "allOf": [ref]}), {"a": [1]}),
    "backtracking": ({"properties": {"a": {"pattern": "^(a|aa)*\\1(?=b)$"}}}, {"a": "a" * 50_000 + "b"}),
    "backtracking_often": (
        {"properties": {"a": {"items": {"pattern": "^(?=((a|aa)+)+$)b"}}}},
        {"a": ["a" * 60 + "c"] * 3_000},
    ),
    "enum_often": (
        {"properties": {"a": {"items": {"enum": [{"k": i} for i in range(2_000)]}}}},
        {"a": [{"k": -1}] * 5_000},
    ),
    "errors": ({"properties": {"a": {"items": {"anyOf": [{"type": "integer"}] * 50}}}}, {"a": ["x"] * 5_000}),
    "long_errors": (
        {"properties": {"a": {"items": {"type": "integer"}}}},
        {"a": [["y" * 1_000] * 10] * 1_000},
    ),
    "unique": ({"properties": {"a": {"uniqueItems": True}}}, {"a": [[0] * 5 + [i] for i in range(1_000)]}),
    "long_numbers": ({"properties": {"a": {"multipleOf": 3}}}, {"a": [10**4_000] * 3}),
    "pattern_names": (
        {"patternProperties": {f"^.*.*.*x{i}$": {} for i in range(150)}},
        {f"{'y' * 200}{i}": 1 for i in range(500)},
    ),
}


def tried(schema: Any, value: Any) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        input=json.dumps([schema, value]),
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_schemas_that_are_refused(name: str) -> None:
    """A tool has a schema that would take years to check."""
    found = tried(*REFUSED[name])
    assert found["said"].startswith(COMPLEX)
    assert found["problems"] == 1
    assert found["longest"] < LONGEST
    assert found["memory"] < MOST_KILOBYTES


@pytest.mark.parametrize("name", BOUNDED)
def test_schemas_that_are_bounded(name: str) -> None:
    """A tool has a schema that some arguments make costly."""
    found = tried(*BOUNDED[name])
    assert not isinstance(found["said"], str)
    assert found["longest"] < LONGEST
    assert found["memory"] < MOST_KILOBYTES
