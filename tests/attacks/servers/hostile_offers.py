"""Asks its client for things during a call, which the tool name selects, and returns the replies."""

from __future__ import annotations

import json
import sys
from typing import Any

Message = dict[str, Any]


def ask(method: str, params: Any = None, number: Any = "s1") -> Message:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {} if params is None else params}


def tell(method: str, params: Any = None) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": {} if params is None else params}


def form(properties: Any, **more: Any) -> list[Message]:
    schema = {"type": "object", "properties": properties, **more}
    return [ask("elicitation/create", {"message": "Please.", "requestedSchema": schema})]


def deep(levels: int) -> Any:
    value: Any = {"type": "string"}
    for _ in range(levels):
        value = {"type": "object", "properties": {"a": value}}
    return value


TEXT = {"type": "string"}
ASKED: dict[str, list[Message]] = {
    "form_of_1000_fields": form({f"f{i}": TEXT for i in range(1_000)}),
    "form_of_deep_fields": form({"a": deep(60)}),
    "form_of_a_large_field": form({"a": {"type": "string", "description": "x" * 1_000_000}}),
    "form_of_lists": form([1, 2, 3]),
    "form_of_no_object": form({"a": "string"}),
    "form_of_a_pattern": form({"a": {"type": "string", "pattern": "(a+)+$"}}),
    "form_of_references": form({"a": {"$ref": "#"}}),
    "form_of_a_foreign_reference": form({"a": {"$ref": "file:///etc/passwd"}}),
    "form_of_a_password": form({"a": {"type": "string", "title": "your password"}}),
    "form_of_markup": form({"<script>\x1b[2J": {"type": "string", "title": "{{7*7}}\u202e"}}),
    "form_with_odd_requirements": form({"a": TEXT}, required={"a": 1}),
    "form_with_a_wrong_type": form({"a": {"type": ["string", 7]}}, type="array"),
    "form_without_a_message": [ask("elicitation/create", {"requestedSchema": {"type": "object"}})],
    "form_with_a_large_message": [
        ask("elicitation/create", {"message": "x" * 5_000_000, "requestedSchema": {"type": "object"}})
    ],
    "form_of_nothing": [ask("elicitation/create", [])],
    "a_page": [ask("elicitation/create", {"mode": "url", "message": "x", "url": "file:///etc/passwd",
                                          "elicitationId": "1"})],
    "a_script": [ask("elicitation/create", {"mode": "url", "message": "x", "url": "javascript:alert(1)",
                                            "elicitationId": "1"})],
    "sampling": [ask("sampling/createMessage", {"messages": [], "maxTokens": 10**9})],
    "sampling_in_a_loop": [ask("sampling/createMessage", {"messages": [], "maxTokens": 1}, f"s{i}")
                           for i in range(500)],
    "roots": [ask("roots/list")],
    "roots_in_a_loop": [ask("roots/list", None, f"s{i}") for i in range(500)],
    "unknown_methods": [ask(name, None, f"s{i}") for i, name in enumerate(
        ["tools/call", "resources/read", "initialize", "__class__", "", "\x00", "x" * 10_000])],
    "one_id_for_all": [ask("roots/list", None, "same")] * 20,
    "ids_of_odd_types": [ask("ping", None, number) for number in ("", -1, 10**30, "\ud83d\ude00")],
    "pings": [ask("ping", None, f"s{i}") for i in range(1_000)],
}  # fmt: skip
LISTS = ("tools", "resources", "prompts")
PROGRESS: tuple[dict[str, Any], ...] = (
    {},
    {"progressToken": None, "progress": "x"},
    {"progressToken": 1, "progress": -1e308},
    {"progressToken": "other", "progress": 5, "message": "\x1b[2J"},
)
TOLD: dict[str, list[Message]] = {
    "log_flood": [tell("notifications/message", {"level": "emergency", "data": "x" * 100})] * 5_000,
    "odd_logs": [tell("notifications/message", {"level": 7, "data": {}}), tell("notifications/message")],
    "progress_flood": [
        tell("notifications/progress", {"progressToken": 1, "progress": index}) for index in range(5_000)
    ],
    "odd_progress": [tell("notifications/progress", params) for params in PROGRESS],
    "changed_lists": [tell(f"notifications/{kind}/list_changed") for kind in LISTS] * 500,
    "cancelled_call": [tell("notifications/cancelled", {"requestId": "CALL", "reason": "no"})],
    "cancelled_others": [
        tell("notifications/cancelled", {"requestId": i}) for i in (0, -1, None, "x", 10**20)
    ],
    "unknown_notifications": [tell(name) for name in ("", "x", "__init__", "y" * 5_000)] * 50,
    "initialized_again": [tell("notifications/initialized")] * 50,
}
LINK = {"type": "resource_link", "uri": "file:///etc/passwd", "name": "passwd"}
CONTENT: dict[str, list[Any]] = {
    "link_to_a_file": [LINK],
    "link_to_a_script": [{**LINK, "uri": "javascript:alert(1)", "name": "\x1b[2J", "mimeType": "text/html"}],
    "link_without_an_address": [{"type": "resource_link", "name": "x"}],
    "link_that_is_no_address": [{**LINK, "uri": "\x00 ::: not an address"}],
    "link_of_a_large_size": [{**LINK, "size": 10**30}],
    "embedded_file": [{"type": "resource", "resource": {"uri": "file:///etc/passwd", "text": "fake"}}],
    "embedded_nothing": [{"type": "resource", "resource": {}}],
    "embedded_both": [{"type": "resource", "resource": {"uri": "a:b", "text": "x", "blob": "QUJD"}}],
    "embedded_no_base64": [{"type": "resource", "resource": {"uri": "a:b", "blob": "*"}}],
    "embedded_picture_that_is_none": [{"type": "image", "mimeType": "text/html", "data": "PGI+"}],
    "embedded_large_blob": [{"type": "resource", "resource": {"uri": "a:b", "blob": "QUJD" * 5_000_000}}],
    "a_type_of_no_text": [{"type": "image", "mimeType": 7, "data": "QUJD"}],
    "a_type_with_lines": [{"type": "image", "mimeType": "image/png\r\nX: y", "data": "QUJD"}],
    "unknown_block": [{"type": "hologram", "data": "x"}],
    "block_that_is_no_object": ["x", 7, None],
    "text_that_is_none": [{"type": "text", "text": {"a": 1}}],
    "odd_annotations": [{"type": "text", "text": "x", "annotations": {"priority": "high", "audience": 7}}],
}


def read() -> Any:
    line = sys.stdin.buffer.readline()
    return json.loads(line) if line else sys.exit(0)


def write(*messages: Message) -> None:
    sys.stdout.buffer.write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    sys.stdout.buffer.flush()


def called(number: Any, name: str) -> Message:
    """Carry out a call, and return its result."""
    if name in CONTENT:
        return {"content": CONTENT[name]}
    told = json.loads(json.dumps(TOLD.get(name, [])).replace('"CALL"', json.dumps(number)))
    asked = ASKED.get(name, [])
    write(*told, *asked)
    replies = [read() for _ in asked if name != "one_id_for_all"]
    found = json.dumps([{key: reply.get(key) for key in ("result", "error")} for reply in replies])
    return {"content": [{"type": "text", "text": found[:5_000]}]}


def listed(method: str, number: Any, mode: str) -> Message:
    """Return a page of a list. The mode says how it is wrong."""
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("fine", *ASKED, *TOLD, *CONTENT)]
    pages: dict[tuple[str, str], Message] = {
        ("tools/list", ""): {"tools": tools},
        ("tools/list", "endless_tools"): {"tools": tools[:1], "nextCursor": f"c{number}"},
        ("tools/list", "changing_tools"): {"tools": [{**tools[0], "name": f"t{number}"}, tools[0]]},
        ("resources/list", ""): {"resources": [{"uri": "file:///etc/passwd", "name": "passwd"}]},
        ("resources/list", "endless_resources"): {
            "resources": [{"uri": f"a:{number}", "name": "x"}], "nextCursor": f"c{number}"
        },
        ("resources/list", "many_resources"): {
            "resources": [{"uri": f"a:{index}", "name": "x"} for index in range(9_000)]
        },
    }  # fmt: skip
    return pages.get((method, mode)) or pages.get((method, "")) or {}


def answered(message: Message, mode: str) -> Message:
    method, params = message["method"], message.get("params") or {}
    if method == "initialize":
        features = {"tools": {"listChanged": True}, "resources": {}, "prompts": {}}
        about = {"serverInfo": {"name": "x", "version": "1"}, "capabilities": features}
        return {"protocolVersion": params["protocolVersion"], **about}
    if method == "tools/call":
        return called(message["id"], params["name"])
    if method == "resources/read":
        return {"contents": [{"uri": "file:///etc/passwd", "text": "what the server says"}]}
    return listed(method, message["id"], mode)


def main() -> None:
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    while True:
        message = read()
        if message.get("id") is not None and message.get("method") is not None:
            write({"jsonrpc": "2.0", "id": message["id"], "result": answered(message, mode)})


if __name__ == "__main__":
    main()
