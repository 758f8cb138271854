"""An agent as a program of its own: an MCP client over HTTP without any package, and a model that reads.

The first argument is a file with the truth: what pictures, sounds and documents show, by the digest of their
bytes. It is used only for those that arrive. Further arguments are what it does differently.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

TRUTH, FAULTS = json.loads(Path(sys.argv[1]).read_text()), set(sys.argv[2:])
HEADERS = {
    "Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}
NUMBERS = itertools.count(1)


def send(method: str, params: dict[str, Any] | None = None, *, is_notice: bool = False) -> Any:
    message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    return post(message if is_notice else {**message, "id": next(NUMBERS)})


def post(message: dict[str, Any]) -> Any:
    body = json.dumps(message).encode()
    with urlopen(Request(os.environ["M3BENCH_GATEWAY_URL"], body, HEADERS)) as response:
        if session := response.headers.get("Mcp-Session-Id"):
            HEADERS["Mcp-Session-Id"] = session
        for line in response:
            match = re.fullmatch(r"(?:data: )?(\{.*\})\s*", line.decode())
            heard = json.loads(match[1]) if match else {}
            if heard.get("method") == "elicitation/create":
                post({"jsonrpc": "2.0", "id": heard["id"], "result": {"action": "decline"}})
            if "result" in heard:
                return heard["result"]
    return None


def read(result: dict[str, Any]) -> str:
    """All that the model gets of a result, as text."""
    parts = [json.dumps(result.get("structuredContent", ""))] if "no-structured" not in FAULTS else []
    for block in result["content"]:
        if block["type"] == "text":
            parts.append(block["text"])
        elif block["type"] == "resource" and "text" in block["resource"]:
            parts.append(block["resource"]["text"])
        elif block["type"] == "resource":
            parts.append(seen(block["resource"]["blob"]))
        elif block["type"] != "image" or "no-pictures" not in FAULTS:
            parts.append(seen(block["data"]))
    return "\n".join(parts)


def seen(data: str) -> str:
    digest = hashlib.sha256(base64.b64decode(data)).hexdigest()
    return f"The code is {TRUTH.get(digest, 'unreadable')}."


def call(name: str, arguments: dict[str, Any]) -> str:
    name = name.replace("probe__", "my_") if "rename" in FAULTS else name
    return read(send("tools/call", {"name": name, "arguments": arguments}))


def solve(tools: list[str]) -> str:
    request = os.environ["M3BENCH_REQUEST"]
    if "Which tools" in request:
        return ", ".join(f"mcp__m3bench__{name}" for name in tools)
    named = [name for name in tools if name.partition("__")[2] in request]
    if "key" in request:
        right = re.search(r"the right key is (\w+)", call(named[0], {"key": "START"}))
        return call(named[0], {"key": right[1] if right else ""})
    with ThreadPoolExecutor() as threads:
        texts = list(threads.map(lambda name: call(name, {}), named))
    halves = re.findall(r"This half is (\w+)\.", "\n".join(texts))
    return "".join(halves) or "\n".join(texts)


def main() -> None:
    if "guess" in FAULTS:
        print("K7RHMX")
        return
    client = {"name": "outside", "version": "1"}
    can: dict[str, Any] = {"elicitation": {}} if "elicits" in FAULTS else {}
    send("initialize", {"protocolVersion": "2025-06-18", "capabilities": can, "clientInfo": client})
    send("notifications/initialized", is_notice=True)
    if "no-list" in FAULTS:
        print("I have no tools.")
        return
    tools = [tool["name"] for tool in send("tools/list")["tools"]]
    print(solve([name for name in tools if name.startswith("probe__")]))


main()
