"""An MCP server that misbehaves on command. Plain JSON-RPC, so that it starts at once.

misbehaving.py [START]     START: well (default), slowly, never, exits, garbage, detached, deaf,
                           mortal (dies at every tenth call)
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
_lock = threading.Lock()
_calls = itertools.count(1)


def send(message: dict[str, Any]) -> None:
    with _lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def content(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"content": list(parts), **more}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def die(_: dict[str, Any]) -> dict[str, Any]:
    os._exit(3)


def stop(_: dict[str, Any]) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGSTOP)
    return {}


def hang(_: dict[str, Any]) -> dict[str, Any]:
    threading.Event().wait()
    return {}


def garbage(_: dict[str, Any]) -> dict[str, Any]:
    sys.stdout.write("this is not JSON\n{also not\n")
    return content(text("after the garbage"))


def flood(_: dict[str, Any]) -> dict[str, Any]:
    threading.Thread(target=_flood, daemon=True).start()
    return content(text("here they come"))


def write(arguments: dict[str, Any]) -> dict[str, Any]:
    Path(arguments["name"]).write_text(arguments["text"])
    return content(text(" ".join(sorted(path.name for path in Path().iterdir()))))


def slow(arguments: dict[str, Any]) -> dict[str, Any]:
    time.sleep(float(arguments.get("seconds", 0.2)))
    return content(text(arguments.get("text", "")))


class InternalError(Exception):
    """Becomes a JSON-RPC error -32603, as of a server that lets exceptions through."""

    def __init__(self, message: str, *, then_dies: bool = False) -> None:
        super().__init__(message)
        self.then_dies = then_dies


def internal(arguments: dict[str, Any]) -> dict[str, Any]:
    if arguments.get("text") == "menu.json":
        return content(text("soup"))
    raise InternalError(f"ENOENT: no such file or directory, open '{arguments.get('text')}'")


def internal_and_die(_: dict[str, Any]) -> dict[str, Any]:
    raise InternalError("out of memory", then_dies=True)


PDF = {"uri": "file:///a.pdf", "mimeType": "application/pdf", "blob": PNG}
LINK = {"type": "resource_link", "uri": "file:///b.txt", "name": "b", "mimeType": "text/plain"}
TOOLS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "echo": lambda arguments: content(text(arguments.get("text", ""))),
    "die": die,
    "stop": stop,
    "hang": hang,
    "garbage": garbage,
    "big": lambda arguments: content(text("x" * int(arguments.get("bytes", 50_000_000)))),
    "image": lambda _: content({"type": "image", "data": PNG, "mimeType": "image/png"}),
    "audio": lambda _: content({"type": "audio", "data": PNG, "mimeType": "audio/wav"}),
    "pdf": lambda _: content({"type": "resource", "resource": PDF}),
    "link": lambda _: content(LINK),
    "broken_image": lambda _: content({"type": "image", "data": "???", "mimeType": "image/png"}),
    "nonsense": lambda _: {"content": "not a list"},
    "structured": lambda _: content(text("{}"), structuredContent={"answer": 42}),
    "error": lambda _: content(text("something broke inside"), isError=True),
    "not_found": lambda _: content(text("Error: no such place")),
    "flood": flood,
    "write": write,
    "slow": slow,
    "internal": internal,
    "internal_and_die": internal_and_die,
}


def _flood() -> None:
    for number in itertools.count():
        send({"method": "notifications/message", "params": {"level": "info", "data": f"notice {number}"}})


def tools(cursor: str | None, mode: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}}
    listed = [{"name": name, "description": f"Does {name}.", "inputSchema": schema} for name in TOOLS]
    if mode == "duplicates":
        return {"tools": listed + listed[:1]}
    if mode == "broken-schema":
        return {
            "tools": [
                {**listed[0], "inputSchema": {"type": "object", "properties": {"text": {"type": "strin"}}}}
            ]
        }
    if mode == "endless-pages":
        return {"tools": listed[:1], "nextCursor": "again"}
    half = len(listed) // 2
    return {"tools": listed[half:]} if cursor else {"tools": listed[:half], "nextCursor": "second page"}


def answer(request: dict[str, Any], mode: str) -> None:
    method, params = request["method"], request.get("params") or {}
    if method == "initialize":
        capabilities = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}}
        send({"id": request["id"], "result": {**capabilities, "serverInfo": {"name": "bad", "version": "1"}}})
    elif method == "tools/list":
        send({"id": request["id"], "result": tools(params.get("cursor"), mode)})
    elif method == "ping":
        send({"id": request["id"], "result": {}})
    elif method == "tools/call":
        if mode == "mortal" and next(_calls) % 10 == 0:
            os._exit(3)
        try:
            send({"id": request["id"], "result": TOOLS[params["name"]](params.get("arguments") or {})})
        except KeyError as error:
            send({"id": request["id"], "error": {"code": -32602, "message": f"unknown: {error}"}})
        except InternalError as error:
            send({"id": request["id"], "error": {"code": -32603, "message": str(error)}})
            if error.then_dies:
                os._exit(3)


def begin(mode: str) -> None:
    sys.stderr.write(f"starting {mode}\n")
    if mode == "slowly":
        time.sleep(3600)
    if mode == "never":
        threading.Event().wait()
    if mode == "exits":
        sys.stderr.write("no licence key\n")
        sys.exit(7)
    if mode == "garbage":
        sys.stdout.write("Welcome to my server!\n" * 100)
    if mode == "detached":
        child = "import time; print('up', flush=True); time.sleep(600)"
        command = [sys.executable, "-c", child]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
        assert process.stdout is not None
        process.stdout.readline()


def main() -> None:
    mode = sys.argv[1] if len(sys.argv) > 1 else "well"
    begin(mode)
    for line in sys.stdin:
        request = json.loads(line)
        if mode == "deaf" and request["method"] in ("tools/call", "ping"):
            continue
        if "id" in request:
            if request["method"] == "tools/call":
                threading.Thread(target=answer, args=(request, mode), daemon=True).start()
            else:
                answer(request, mode)


if __name__ == "__main__":
    main()
