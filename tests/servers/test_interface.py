"""The bundled servers have the names and parameters of M³-Bench's, and descriptions that help."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.servers import MODULES, load

SHARED_TOOLS = Path(__file__).resolve().parents[3] / "shared" / "data" / "m3" / "tools.json"


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


def published(server: str) -> dict[str, Any]:
    if not SHARED_TOOLS.exists():
        pytest.skip("M³-Bench's interface is not beside the checkout")
    published = json.loads(SHARED_TOOLS.read_text(encoding="utf-8"))
    if server not in published:
        pytest.skip(f"{server} is not a server of M³-Bench")
    tools = published[server]
    return {tool["name"]: tool.get("inputSchema") or tool.get("parameters") for tool in tools}


@pytest.mark.parametrize("server", sorted(MODULES))
def test_tools_and_parameters_are_those_of_m3_bench(server: str) -> None:
    ours = {name: shape(spelled_out(sent(tool.input_schema))) for name, tool in load(server).tools.items()}
    theirs = {
        name: shape(spelled_out({"properties": {}} | schema)) for name, schema in published(server).items()
    }
    assert list(ours) == list(theirs)
    for name, expected in theirs.items():
        assert ours[name] == expected, name


@pytest.mark.parametrize("server", sorted(MODULES))
def test_every_tool_and_parameter_is_described(server: str) -> None:
    loaded = load(server)
    assert loaded.name == server
    assert loaded.purpose
    for tool in loaded.tools.values():
        assert len(tool.description) > 15, tool.name
        for name, schema in tool.input_schema["properties"].items():
            assert len(schema.get("description", "")) > 5, f"{tool.name}: {name}"
