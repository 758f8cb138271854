"""A small third-party MCP server, quick to start: it remembers in its process or in its workspace, and grows.

Arguments: the names of further tools, with commas; a file to which it appends a line at each start.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Said = dict[str, Any]
HELD: list[bytes] = []
CALLS = [0]


def count(_: Said) -> str:
    """Count the calls since this process started."""
    CALLS[0] += 1
    return str(CALLS[0])


def note(given: Said) -> str:
    """Add a line to a file in the workspace and return all lines."""
    with Path("notes.txt").open("a+") as file:
        file.write(given["text"] + "\n")
        file.seek(0)
        return file.read()


def grow(given: Said) -> str:
    HELD.append(os.urandom(given["megabytes"] * 2**20))
    return "grown"


TOOLS: dict[str, Callable[[Said], str]] = {"count": count, "note": note, "grow": grow}


def result_of(method: str, params: Said, further: list[str]) -> Said:
    if method == "initialize":
        about = {"serverInfo": {"name": "small", "version": "1"}, "capabilities": {"tools": {}}}
        return {"protocolVersion": params["protocolVersion"], **about}
    if method == "tools/list":
        names = (*TOOLS, *further)
        schema = {"type": "object"}
        return {"tools": [{"name": name, "description": name, "inputSchema": schema} for name in names]}
    if method == "tools/call":
        tool = TOOLS.get(params["name"])
        text = f"did {params['name']}" if tool is None else tool(params["arguments"])
        return {"content": [{"type": "text", "text": text}]}
    return {}


def main() -> None:
    further, log = sys.argv[1].split(",") if sys.argv[1] else [], sys.argv[2]
    with Path(log).open("a") as file:
        file.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request:
            result = result_of(request["method"], request.get("params", {}), further)
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
