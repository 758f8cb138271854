"""A library over plain JSON-RPC, so that it starts at once.

library.py [VERSION]     VERSION: mended (default), vague (bad descriptions), empty (no tools),
                         many (500 tools), fatal (a tool ends the server),
                         needy (every tool needs an argument), invalid (some tools have no valid schema),
                         absent (ends before it answers),
                         tardy (starts after a second), patient (a tool never answers),
                         frail FILE (as soon as FILE exists, one book ends the server),
                         texts (tools with results of all kinds)
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

BOOKS = {
    "B-101": {"title": "Rivers of Stone", "author": "Ada Lindt", "pages": 312, "shelf": "North"},
    "B-102": {"title": "The Glass Orchard", "author": "Tomas Rey", "pages": 198, "shelf": "East"},
    "B-103": {"title": "Stone and Salt", "author": "Ines Moor", "pages": 264, "shelf": "South"},
}
MEMBERS = {"M-7": {"name": "Lena Fox", "city": "Bergen"}, "M-8": {"name": "Omar Kay", "city": "Turin"}}
VERSION = sys.argv[1] if len(sys.argv) > 1 else "mended"
PNG = "iVBORw0KGgo="


def search(query: str) -> Any:
    keys = [key for key, book in BOOKS.items() if query.casefold() in str(book["title"]).casefold()]
    return [{"book_id": key, "title": BOOKS[key]["title"]} for key in keys]


def details(book_id: str) -> Any:
    if VERSION == "frail" and book_id == "B-103" and os.path.exists(sys.argv[2]):  # noqa: PTH110
        os._exit(5)
    return BOOKS[book_id]


def lookup(member_id: str) -> Any:
    return MEMBERS[member_id]


def cover() -> Any:
    return {"type": "image", "data": PNG, "mimeType": "image/png"}


def end() -> Any:
    os._exit(3)


def delete_book(book_id: str) -> Any:
    os._exit(4)


WORDS = {
    "search": "Search books by a word of their title, such as 'stone'. Returns book_id and title of each.",
    "details": "Get a book by its book_id: title, author, number of pages, and the shelf where it stands.",
    "lookup": "Get a member of the library by the number on the card, such as 'M-7': name and city.",
    "cover": "Show the picture on the cover of the catalogue of this library.",
    "delete_book": "Delete a book from the catalogue by its book_id. This cannot be undone.",
}
VAGUE = {
    "details": "Get data.",
    "lookup": "Look up title, author, pages or shelf of a thing, such as 'M-7'.",
}
PARAMETERS = {"search": "query", "details": "book_id", "lookup": "member_id", "delete_book": "book_id"}
TOOLS: dict[str, Callable[..., Any]] = {
    "search": search, "details": details, "lookup": lookup, "cover": cover, "delete_book": delete_book,
}  # fmt: skip


def listed(name: str, words: str) -> dict[str, Any]:
    parameter = PARAMETERS.get(name)
    properties = {} if parameter is None else {parameter: {"type": "string"}}
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": words, "inputSchema": schema}


INVALID: dict[str, Any] = {
    "null": None, "text": "a city", "list": [], "typed": {"type": "string"}, "untyped": {},
    "propertied": {"type": "object", "properties": ["city"]},
    "kinds": {"type": "object", "properties": {"city": {"type": "town"}}},
    "needs": {"type": "object", "properties": {"city": {"type": "string"}}, "required": "city"},
    "chosen": {"type": "object", "properties": {"city": {"enum": 7}}},
    "looped": {"type": "object", "properties": {"city": {"$ref": "#/$defs/none"}}},
    "flat": {"type": "object", "properties": {"city": "string"}},
}  # fmt: skip
"""Schemas that are none, by the name of their tool."""
RESULTS: dict[str, list[dict[str, Any]]] = {
    "word": [{"type": "text", "text": "Good morning"}],
    "receipt": [{"type": "text", "text": '{"message": "The order was sent", "errors": []}'}],
    "tally": [{"type": "text", "text": '{"count": 0, "visitors": "nobody today"}'}],
    "falsity": [{"type": "text", "text": "false"}],
    "zero": [{"type": "text", "text": "0"}],
    "picture": [{"type": "image", "data": PNG, "mimeType": "image/png"}],
    "silence": [],
    "blank": [{"type": "text", "text": "  "}],
    "vacancy": [{"type": "text", "text": '{"guests": []}'}],
}
"""Results of tools, by name. The last three have nothing in them."""


def odd_tools() -> list[dict[str, Any]]:
    if VERSION == "invalid":
        spoiled = [
            {**listed(name, "Tell the city."), "inputSchema": wrong} for name, wrong in INVALID.items()
        ]
        unnamed = {key: value for key, value in listed("", "Tell it.").items() if key != "name"}
        return [*spoiled, {"name": "bare"}, unnamed, "no tool"]  # type: ignore[list-item]
    if VERSION == "patient":
        return [listed("wait", "Tell how long the wait at the desk is.")]
    return [listed(name, f"Tell the {name} of the day.") for name in RESULTS] if VERSION == "texts" else []


def tools() -> list[dict[str, Any]]:
    if VERSION == "empty":
        return []
    if VERSION == "many":
        return [listed(f"count_{index}", f"Count the things of shelf {index}.") for index in range(500)]
    words = {**WORDS, **(VAGUE if VERSION == "vague" else {})}
    if VERSION == "needy":
        del words["cover"]
    if VERSION == "fatal":
        TOOLS["end"] = end
        words["end"] = "Tell how the story of this library will end."
    return [*(listed(name, said) for name, said in words.items()), *odd_tools()]


def call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if VERSION == "many":
        return {"content": [{"type": "text", "text": json.dumps({"things": 7})}]}
    if name in RESULTS:
        return {"content": RESULTS[name]}
    if name == "wait":
        time.sleep(600)
    try:
        value = TOOLS[name](**arguments)
    except Exception as error:  # noqa: BLE001 - as newcomers do
        return {"content": [{"type": "text", "text": f"failed: {type(error).__name__}"}], "isError": True}
    part = value if isinstance(value, dict) and "mimeType" in value else None
    return {"content": [part or {"type": "text", "text": json.dumps(value)}]}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "initialize":
        information = {"name": "library", "version": "1"}
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": information,
        }
    if method == "tools/list":
        return {"tools": tools()}
    return call(params["name"], params.get("arguments") or {}) if method == "tools/call" else {}


def main() -> None:
    if VERSION == "absent":
        sys.exit("the catalogue is locked\nask the librarian for the key")
    if VERSION == "tardy":
        time.sleep(1)
    print("Welcome to the library!", flush=True)  # not protocol, as some servers print
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            result = answer(message["method"], message.get("params") or {})
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main()
