"""What a model has to know of tools, files and checks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from m3bench.checks import CHECKS
from m3bench.hosting import Tool
from m3bench.suites.data_files import WRITERS

_LONGEST = 220
_ASSETS: Mapping[str, dict[str, Any]] = {
    "a recording of one or more people": {
        "name": "REC_1.wav",
        "source": "speech",
        "kind": "message",
        "settings": {
            "channel": "telephone",
            "script": {
                "kind": "message",
                "title": "Message",
                "lines": [{"speaker": "caller", "voice": "ruth", "text": "Hello, my number is four two."}],
            },
        },
    },
    "a picture from a prompt": {
        "name": "IMG_1.png",
        "source": "illustration",
        "kind": "three red apples on the left, background wood",
        "number": 1,
        "settings": {"size": [800, 600]},
    },
    "a table": {
        "name": "prices.xlsx",
        "kind": "xlsx",
        "content": {"Prices": [["Article", "Price"], ["Lamp", 19.9]]},
    },
    "a Word document": {
        "name": "letter.docx",
        "kind": "docx",
        "content": [{"heading": "Offer", "level": 1}, {"text": "Dear customer"}],
    },
    "a PDF": {"name": "notice.pdf", "kind": "pdf", "content": {"title": "Notice", "pages": [["First line"]]}},
    "a deck": {
        "name": "deck.pptx",
        "kind": "pptx",
        "content": {"slides": [{"boxes": [{"text": "Title", "place": [2, 1, 20, 2], "size": 32}]}]},
    },
    "a text": {"name": "notes.txt", "kind": "text", "content": "First line\n"},
}


def describe_tools(tools: Iterable[Tool]) -> str:
    """Return a line for each tool: name, parameters and what it does."""
    return "\n".join(f"{tool.full_name}({_parameters(tool)}): {_short(tool.description)}" for tool in tools)


def describe_assets() -> str:
    """Return the files that a task can bring along, each with an example."""
    examples = [f"{what}: {json.dumps(example)}" for what, example in _ASSETS.items()]
    return "\n".join([*examples, f"Kinds of files from data: {', '.join(WRITERS)}."])


def describe_checks() -> str:
    """Return a line for each check of files, records and calls: name, fields and what it checks."""
    return "\n".join(f"{name}({_fields(name)}): {CHECKS[name].about}" for name in CHECKS)


def _parameters(tool: Tool) -> str:
    known: dict[str, Any] = tool.input_schema.get("properties", {})
    required = tool.input_schema.get("required", ())
    return ", ".join(name if name in required else f"{name}?" for name in known)


def _fields(name: str) -> str:
    fields = msgspec.structs.fields(CHECKS[name])
    return ", ".join(field.name if field.required else f"{field.name}?" for field in fields)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
