"""Resources and prompts of a server as tools, for agents that only know tools."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from m3bench.core import Data, Outcome, Text
from m3bench.hosting.host import Reply
from m3bench.hosting.spec import Feature, ServerSpec
from m3bench.hosting.tool import Tool

if TYPE_CHECKING:
    from m3bench.hosting.session import Offers

_MARK = "m3bench/offer"
"""In the annotations of these tools, which servers of that name cannot have: theirs are kept."""
_NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
_URI = {"type": "string", "description": "URI of the resource, as list_resources has it."}
_NAME = {"type": "string", "description": "Name of the prompt, as list_prompts has it."}
_ARGUMENTS = {
    "type": "object",
    "description": "Arguments of the prompt, all texts.",
    "additionalProperties": {"type": "string"},
}
_SHOWN = ("uri", "uriTemplate", "name", "title", "description", "mimeType", "arguments")


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_TOOLS: dict[str, tuple[Feature, str, dict[str, Any]]] = {
    "list_resources": (
        Feature.RESOURCES,
        "List the resources of this server: texts and files that can be read with read_resource.",
        _NOTHING,
    ),
    "read_resource": (Feature.RESOURCES, "Read a resource of this server.", _object(["uri"], uri=_URI)),
    "list_prompts": (
        Feature.PROMPTS,
        "List the prompts of this server: prepared instructions, with their arguments.",
        _NOTHING,
    ),
    "get_prompt": (
        Feature.PROMPTS,
        "Return a prompt of this server, filled in with arguments.",
        _object(["name"], name=_NAME, arguments=_ARGUMENTS),
    ),
}


def offer_tools(spec: ServerSpec, offers: Offers, taken: Collection[str]) -> list[Tool]:
    """Return the tools for what a server offers, if it may. Names that its own tools have are left out."""
    has = {Feature.RESOURCES: offers.has_resources, Feature.PROMPTS: offers.has_prompts}
    return [
        Tool(
            server=spec.name,
            name=name,
            description=about,
            input_schema=schema,
            annotations={"readOnlyHint": True, _MARK: str(feature)},
        )
        for name, (feature, about, schema) in _TOOLS.items()
        if has[feature] and spec.allows(feature) and name not in taken
    ]


def is_offer(tools: Collection[Tool] | None, name: str) -> bool:
    """Return whether a name stands for a tool of `offer_tools`."""
    return name in _TOOLS and any(tool.name == name and _MARK in tool.annotations for tool in tools or ())


async def call_offer(offers: Offers, name: str, arguments: dict[str, Any], seconds: float) -> Reply:
    """Carry out a call of such a tool."""
    if name == "read_resource":
        return await offers.read_resource(str(arguments["uri"]), seconds)
    if name == "get_prompt":
        given = arguments.get("arguments") or {}
        texts = {key: value if isinstance(value, str) else json.dumps(value) for key, value in given.items()}
        return await offers.get_prompt(str(arguments["name"]), texts, seconds)
    if name == "list_prompts":
        return await _listed(prompts=offers.prompts)
    return await _listed(resources=offers.resources, templates=offers.templates)


async def _listed(**lists: Callable[[], Awaitable[list[dict[str, Any]]]]) -> Reply:
    listed = {
        name: [{key: entry[key] for key in _SHOWN if key in entry} for entry in await entries()]
        for name, entries in lists.items()
    }
    shown = {name: entries for name, entries in listed.items() if entries}
    text = Text(json.dumps(shown, ensure_ascii=False)) if shown else Text("There are none.")
    return Reply((text,) if shown else (text, Data({})), outcome=Outcome.SUCCESS)
