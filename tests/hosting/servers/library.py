"""A third-party MCP server about books, as a newcomer might write it without a library; quick to start."""

from __future__ import annotations

import json
import sys
from typing import Any

BOOKS = {"b1": {"title": "The Tin Drum", "year": 1959}, "b2": {"title": "Momo", "year": 1973}}
TEXT = {"type": "string"}
TOOLS: dict[str, dict[str, Any]] = {
    "search_books": {"properties": {"query": TEXT}, "required": ["query"], "additionalProperties": False},
    "get_book": {"properties": {"book_id": TEXT}, "required": ["book_id"]},
    "delete_book": {"properties": {}},
}


def called(name: str, given: dict[str, Any]) -> Any:
    if name == "search_books":
        books = BOOKS.items()
        return [
            {"id": key, "title": book["title"]} for key, book in books if given["query"] in str(book["title"])
        ]
    if name == "get_book":
        return BOOKS[given["book_id"]]
    raise KeyError("deleted everything")


def result_of(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "initialize":
        about = {"serverInfo": {"name": "library", "version": "1"}, "capabilities": {"tools": {}}}
        return {"protocolVersion": params["protocolVersion"], **about}
    if method == "tools/list":
        schemas = ((name, {"type": "object", **schema}) for name, schema in TOOLS.items())
        return {"tools": [{"name": name, "inputSchema": schema} for name, schema in schemas]}
    if method == "tools/call":
        try:
            text, wrong = json.dumps(called(params["name"], params["arguments"])), False
        except KeyError as error:
            text, wrong = f"There is no {error}", True
        return {"content": [{"type": "text", "text": text}], "isError": wrong}
    return {}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = result_of(request["method"], request.get("params", {}))
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
