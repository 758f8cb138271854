"""A server that sends escape sequences in names, descriptions, results, errors and its log."""

from __future__ import annotations

import json
import sys
from typing import Any

EVIL = sys.argv[1].encode().decode("unicode_escape")


def answer(message: dict[str, Any]) -> dict[str, Any]:
    match message["method"]:
        case "initialize":
            return {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": EVIL, "version": EVIL},
                "instructions": EVIL,
            }
        case "tools/list":
            schema = {"type": "object", "properties": {EVIL: {"type": "string", "description": EVIL}}}
            names = ["say", "fail", f"say{EVIL}"]
            return {"tools": [{"name": name, "description": EVIL, "inputSchema": schema} for name in names]}
        case "tools/call":
            failed = message["params"]["name"] == "fail"
            return {"content": [{"type": "text", "text": f"said {EVIL}"}], "isError": failed}
    return {}


def main() -> None:
    sys.stderr.write(f"log {EVIL}\n")
    sys.stderr.flush()
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": answer(message)}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
