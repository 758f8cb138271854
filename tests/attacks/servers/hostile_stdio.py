"""A server that follows the protocol until a tool is called. The tool name selects the attack."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

Id = Any


def result(number: Id, content: list[Any], **more: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": {"content": content, **more}}).encode()


def text(words: str = "fine") -> dict[str, str]:
    return {"type": "text", "text": words}


def raw(number: Id, rest: bytes) -> bytes:
    return b'{"jsonrpc":"2.0","id":%d,%s}' % (number, rest)


ATTACKS: dict[str, Callable[[int], list[bytes]]] = {
    "fine": lambda n: [result(n, [text()])],
    "invalid_utf8": lambda n: [raw(n, b'"result":{"content":[{"type":"text","text":"\xff\xfe"}]}')],
    "deep_json": lambda n: [raw(n, b'"result":{"content":[],"x":' + b"[" * 5_000 + b"]" * 5_000 + b"}")],
    "deep_objects": lambda n: [raw(n, b'"result":{"x":' + b'{"a":' * 900_000 + b"1" + b"}" * 900_001)],
    "null_result": lambda n: [raw(n, b'"result":null')],
    "list_result": lambda n: [raw(n, b'"result":[1,2]')],
    "number_result": lambda n: [raw(n, b'"result":7')],
    "no_result": lambda n: [b'{"jsonrpc":"2.0","id":%d}' % n],
    "string_id": lambda n: [result("the one you asked for", [text()])],
    "float_id": lambda n: [b'{"jsonrpc":"2.0","id":%d.5,"result":{"content":[]}}' % n],
    "null_id": lambda n: [b'{"jsonrpc":"2.0","id":null,"result":{"content":[]}}'],
    "unasked_id": lambda n: [result(n + 1_000_000, [text()])],
    "batch": lambda n: [b"[" + result(n, [text()]) + b"," + result(n + 1, [text()]) + b"]"],
    "version_1": lambda n: [b'{"id":%d,"result":{"content":[]}}' % n],
    "cut_off": lambda n: [result(n, [text("and then")])[:-7]],
    "wrong_error": lambda n: [raw(n, b'"error":"no"')],
    "many_blocks": lambda n: [result(n, [text("x")] * 5_000)],
    "many_values": lambda n: [result(n, [], structuredContent={"a": [0] * 2_000_000})],
    "many_keys": lambda n: [result(n, [], structuredContent={f"k{i}": i for i in range(400_000)})],
    "not_base64": lambda n: [result(n, [{"type": "image", "mimeType": "image/png", "data": "****"}])],
    "too_large": lambda n: [b'{"jsonrpc":"2.0","id":%d,"result":{"x":"' % n + b"y" * 70_000_000 + b'"}}'],
    "twice": lambda n: [result(n, [text("first")]), result(n, [text("second")])],
    "number_as_text": lambda n: [result(str(n), [text()])],
    "large_text": lambda n: [result(n, [text("a,{[" * 10_000_000)])],
    "large_picture": lambda n: [
        result(n, [{"type": "image", "mimeType": "image/png", "data": "QUJD" * 9_000_000}])
    ],
}


def double(keyword: str, levels: int = 40) -> dict[str, Any]:
    parts = {f"d{i}": {keyword: [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(levels)}
    return {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/d0"}},
        "$defs": {**parts, f"d{levels}": {"type": "integer"}},
    }


SCHEMAS = {f"doubling_{keyword}": double(keyword) for keyword in ("allOf", "anyOf", "oneOf")}


def tools() -> list[dict[str, Any]]:
    plain = [{"name": name, "inputSchema": {"type": "object"}} for name in ATTACKS]
    return plain + [{"name": name, "inputSchema": schema} for name, schema in SCHEMAS.items()]


def answers(request: dict[str, Any]) -> list[bytes]:
    number, method = request["id"], request["method"]
    if method == "initialize":
        version = request["params"]["protocolVersion"]
        about = {"protocolVersion": version, "capabilities": {"tools": {}}}
        info = {"serverInfo": {"name": "hostile", "version": "1"}}
        return [json.dumps({"jsonrpc": "2.0", "id": number, "result": {**about, **info}}).encode()]
    if method == "tools/list":
        return [json.dumps({"jsonrpc": "2.0", "id": number, "result": {"tools": tools()}}).encode()]
    if method == "ping":
        return [json.dumps({"jsonrpc": "2.0", "id": number, "result": {}}).encode()]
    return ATTACKS.get(request["params"]["name"], ATTACKS["fine"])(number)


def main() -> None:
    if sys.argv[1:] == ["never"]:
        time.sleep(600)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            for answer in answers(request):
                sys.stdout.buffer.write(answer + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
