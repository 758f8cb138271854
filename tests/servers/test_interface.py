"""The bundled servers have the names and parameters of M³-Bench's and MCP-Bench's, and descriptions that
help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.servers import LISTED, TWINS, collection_of, load

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
FILES = {"m3-bench": SHARED / "m3" / "tools.json", "mcp-bench": SHARED / "mcp_bench" / "tools.json"}


def shape(schema: dict[str, Any]) -> Any:
    """What a schema allows, without words: types, choices, requirements, defaults."""
    if "anyOf" in schema:
        options = sorted((shape(option) for option in schema["anyOf"]), key=repr)
        return {"any": options, "default": schema.get("default")}
    kept: dict[str, Any] = {"type": schema.get("type"), "default": schema.get("default")}
    if "enum" in schema:
        kept["enum"] = sorted(schema["enum"])
        kept["type"] = "string"
    if "items" in schema:
        kept["items"] = shape(schema["items"])
    if "properties" in schema:
        kept["properties"] = {name: shape(value) for name, value in schema["properties"].items()}
        kept["required"] = sorted(schema.get("required", ()))
    if schema.get("additionalProperties") is False:
        kept["strict"] = True
    return kept


def spelled_out(schema: Any, parts: dict[str, Any] | None = None) -> Any:
    """The schema with its named parts in their places."""
    if isinstance(schema, list):
        return [spelled_out(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    parts = schema.get("$defs", {}) if parts is None else parts
    if "$ref" in schema:
        return spelled_out(parts[schema["$ref"].rpartition("/")[2]], parts)
    return {name: spelled_out(value, parts) for name, value in schema.items() if name != "$defs"}


def sent(schema: dict[str, Any]) -> Any:
    """The schema as a client reads it: what is a tuple here is an array there."""
    return json.loads(json.dumps(schema))


def published(collection: str) -> dict[str, Any]:
    """The tools of each server of a benchmark."""
    if collection not in FILES:
        pytest.skip(f"{collection} publishes no interface")
    if not FILES[collection].exists():
        pytest.skip(f"the interface of {collection} is not beside the checkout")
    found: dict[str, Any] = json.loads(FILES[collection].read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("server", sorted(name for name in LISTED if collection_of(name) in FILES))
def test_tools_and_parameters_are_those_of_the_benchmark(server: str) -> None:
    collection = collection_of(server)
    assert collection is not None
    tools = published(collection)[server]
    schemas = {tool["name"]: tool.get("inputSchema") or tool.get("parameters") for tool in tools}
    ours = {name: shape(spelled_out(sent(tool.input_schema))) for name, tool in load(server).tools.items()}
    theirs = {name: shape(spelled_out({"properties": {}} | schema)) for name, schema in schemas.items()}
    assert list(ours) == list(theirs)
    for name, expected in theirs.items():
        assert ours[name] == expected, name


def test_every_server_of_mcp_bench_is_bundled() -> None:
    assert {name for name in LISTED if collection_of(name) == "mcp-bench"} == published("mcp-bench").keys()


def test_a_twin_is_a_server_of_mcp_bench_over_one_of_m3_bench() -> None:
    for face, original in TWINS.items():
        assert (collection_of(face), collection_of(original)) == ("mcp-bench", "m3-bench")
        assert load(face).uses_world == load(original).uses_world
    assert collection_of("excel") == "m3-bench"
    assert collection_of("mcp-server-time") is None
    assert len(set(TWINS.values())) == len(TWINS)


@pytest.mark.parametrize("server", sorted(LISTED))
def test_every_tool_and_parameter_is_described(server: str) -> None:
    loaded = load(server)
    assert loaded.name == server
    assert loaded.purpose
    for tool in loaded.tools.values():
        assert len(tool.description) > 15, tool.name
        for name, schema in tool.input_schema["properties"].items():
            assert len(schema.get("description", "")) > 5, f"{tool.name}: {name}"
