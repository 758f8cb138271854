"""A third-party MCP server, quick to start, that talks to its client during calls, in good and bad ways.

What the client does (cancellations, answers) is written to the file `heard.jsonl` of its folder.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

Said = dict[str, Any]
FORM = {
    "type": "object",
    "properties": {"order": {"type": "string", "description": "The order number"}},
    "required": ["order"],
}
DEEP: Said = {
    "type": "object",
    "properties": {"a": {"type": "object", "properties": {"b": {"type": "string"}}}},
}
HUGE: Said = {
    "type": "object",
    "properties": {"a": {"type": "string", "pattern": "(a+)+$", "enum": ["x" * 1000] * 200}},
}
SECRET: Said = {"type": "object", "properties": {"password": {"type": "string"}}}
TOOLS = ("ask", "ask_many", "ask_deep", "ask_huge", "ask_secret", "ask_url", "flood", "slow", "deaf", "steps")
RESOURCES = {"note://one": "the first note", "file:///etc/passwd": "root: only a text"}
numbers = iter(range(1_000, 10**9))


def send(**message: Any) -> None:
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def receive() -> Said:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    message: Said = json.loads(line)
    if "method" not in message or message["method"].startswith("notifications/cancelled"):
        with Path("heard.jsonl").open("a") as file:
            file.write(json.dumps(message) + "\n")
    return message


def elicit(schema: Said | None, message: str = "Which order?") -> Said:
    number = next(numbers)
    form = {"mode": "form", "requestedSchema": schema}
    page = {"mode": "url", "url": "https://example.org/login", "elicitationId": "e1"}
    send(id=number, method="elicitation/create", params={"message": message, **(form if schema else page)})
    while True:
        heard = receive()
        if heard.get("id") == number and "method" not in heard:
            return heard.get("result") or {"error": heard["error"]["message"]}


def call(name: str, arguments: Said, token: Any) -> str:
    match name:
        case "ask":
            return json.dumps(elicit(FORM, arguments.get("message", "Which order?")))
        case "ask_many":
            return json.dumps([elicit(FORM) for _ in range(arguments["times"])][-1])
        case "ask_deep" | "ask_huge" | "ask_secret" | "ask_url":
            forms = {"ask_deep": DEEP, "ask_huge": HUGE, "ask_secret": SECRET, "ask_url": None}
            return json.dumps(elicit(forms[name]))
        case "flood" | "steps":
            for step in range(arguments["times"]):
                progress = {"progressToken": token, "progress": step + 1, "total": arguments["times"]}
                send(method="notifications/progress", params={**progress, "message": f"step {step + 1}"})
            return "done"
        case "slow":
            Path("called").touch()
            while receive().get("method") != "notifications/cancelled":
                pass
            return "stopped"
        case "deaf":
            time.sleep(arguments["seconds"])
            return "late"
    return "unknown"


def result_of(method: str, params: Said) -> Said:
    match method:
        case "initialize":
            capabilities: Said = {"tools": {}, "resources": {}, "prompts": {}}
            info = {"name": "interactive", "version": json.dumps(params["capabilities"])}
            return {
                "protocolVersion": params["protocolVersion"],
                "serverInfo": info,
                "capabilities": capabilities,
            }
        case "tools/list":
            return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in TOOLS]}
        case "tools/call":
            token = params.get("_meta", {}).get("progressToken")
            text = call(params["name"], params.get("arguments", {}), token)
            return {"content": [{"type": "text", "text": text}]}
        case "resources/list":
            return {"resources": [{"uri": uri, "name": uri[-3:]} for uri in (*RESOURCES, "note://large")]}
        case "resources/read" if params["uri"] == "note://large":
            return {"contents": [{"uri": params["uri"], "text": "x" * 70_000_000}]}
        case "resources/read":
            return {"contents": [{"uri": params["uri"], "text": RESOURCES[params["uri"]]}]}
        case "prompts/list":
            return {"prompts": [{"name": "greet", "arguments": [{"name": "who", "required": True}]}]}
        case "prompts/get":
            said = {"type": "text", "text": f"Say hello to {params['arguments']['who']}."}
            return {"messages": [{"role": "user", "content": said}]}
    return {}


def main() -> None:
    while True:
        message = receive()
        if "id" in message and "method" in message:
            send(id=message["id"], result=result_of(message["method"], message.get("params") or {}))


if __name__ == "__main__":
    main()
