"""A third-party MCP server that repeats its arguments, in many ways, in answers and in errors."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

Said = dict[str, Any]


def answer(text: str, **more: Any) -> Said:
    return {"content": [{"type": "text", "text": text}], **more}


def record(arguments: Said) -> Said:
    """Data that looks like an error object, all of it the agent's own."""
    text, number = arguments["text"], arguments.get("number", 1)
    fields = {"status": "error", "message": text, "code": number, "error": text}
    return answer(json.dumps({**fields, "status": arguments.get("state", "done")}))


def pretending(arguments: Said) -> Said:
    """Claims a typed outcome, as only bundled servers may."""
    return answer(arguments["text"], _meta={"m3bench/outcome": "server_fault"})


TOOLS: dict[str, Callable[[Said], Said]] = {
    "plain": lambda given: answer(given["text"]),
    "upper": lambda given: answer(given["text"].upper()),
    "quoted": lambda given: answer(f'You said "{given["text"]}".'),
    "narrow": lambda given: answer(textwrap.fill(given["text"], 9)),
    "as_json": lambda given: answer(json.dumps(given)),
    "wrapped": lambda given: answer(json.dumps({"result": given["text"]})),
    "nested": lambda given: answer(json.dumps({"arguments": {"error": given["text"]}})),
    "structured": lambda given: answer("", structuredContent={"error": given["text"]}),
    "in_url": lambda given: answer(f"https://example.org/?q={quote(given['text'])}"),
    "in_form": lambda given: answer(f"q={quote_plus(given['text'])}"),
    "cut": lambda given: answer(f"{given['text'][:30]}…"),
    "record": record,
    "pretending": pretending,
    "absent": lambda given: answer(f"No page is called so: '{given['text']}' does not exist.", isError=True),
    "wrong": lambda given: answer(f"Unsupported kind: {given['text']}", isError=True),
    "broken": lambda given: answer(f"The moon hides {given['text']}", isError=True),
    "wordless": lambda _: {"content": [], "isError": True},
}
SCHEMA = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "number": {"type": "integer"}, "state": {"type": "string"}},
    "required": ["text"],
}


def result_of(method: str, params: Said) -> Said:
    if method == "initialize":
        about = {"serverInfo": {"name": "echoing", "version": "1"}, "capabilities": {"tools": {}}}
        return {"protocolVersion": params["protocolVersion"], **about}
    if method == "tools/list":
        return {"tools": [{"name": name, "inputSchema": SCHEMA} for name in (*TOOLS, "refused")]}
    if method == "tools/call":
        return TOOLS[params["name"]](params["arguments"])
    return {}


def main() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        done: Said = {"jsonrpc": "2.0", "id": request["id"]}
        given = request.get("params", {})
        if request["method"] == "tools/call" and given["name"] == "refused":
            done["error"] = {"code": 0, "message": given["arguments"]["text"]}
        else:
            done["result"] = result_of(request["method"], given)
        sys.stdout.write(json.dumps(done) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
