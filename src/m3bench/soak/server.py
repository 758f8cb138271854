"""`python -m m3bench.soak.server NAME`: a bundled server over stdio that fails as a plan says.

It speaks plain JSON-RPC, one request after another: a process starts fast, and can break the protocol.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from m3bench.servers import Answer, Files, Server, ToolContext, load
from m3bench.soak.fault_log import Event, FaultLog, next_number
from m3bench.soak.faults import MEMORY_LIMIT, FaultPlan, Place
from m3bench.soak.leftovers import LEFTOVERS
from m3bench.worlds import make_world

CALL_ID = "call_id"
"""The argument of every tool that tells the server which call it is."""
_OVERSIZED = 65 * 2**20
_MEMORY = MEMORY_LIMIT + 200 * 10**6
_PIECE = 2**20
_SLOW_SECONDS = 2.0
_CRASHED, _FAILED_START = 3, 7


class FaultyServer:
    """Answers the requests of one client, or fails."""

    def __init__(self, server: Server, context: ToolContext[Any], plan: FaultPlan, log: FaultLog) -> None:
        self._server, self._context, self._plan, self._log = server, context, plan, log
        self._misbehave: dict[str, Callable[[Any, str], None]] = {
            "server:error": self._fail,
            "server:crash": self._crash,
            "server:hang": self._hang,
            "server:malformed": self._send_malformed,
            "server:oversized": self._send_oversized,
            "server:memory": self._take_memory,
        }

    def begin(self, number: int) -> None:
        """Start well, late or never."""
        start = f"{self._server.name}#{number}"
        fault = self._plan.pick(Place.START, start)
        if fault is None:
            return
        sys.stderr.write(f"soak: {fault} {start}\n")
        sys.stderr.flush()
        self._log.add(Event(what=fault, server=self._server.name, start=start))
        if fault == "server:failed-start":
            sys.exit(_FAILED_START)
        time.sleep(_SLOW_SECONDS)

    def serve(self) -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if "id" in request:
                self._answer(request["id"], request["method"], request.get("params") or {})

    def _answer(self, number: Any, method: str, params: dict[str, Any]) -> None:
        if method == "initialize":
            info = {"name": self._server.name, "version": "soak"}
            version = params["protocolVersion"]
            self._send(
                number, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            )
        elif method == "tools/list":
            self._send(number, {"tools": self._tools()})
        elif method == "tools/call":
            self._call(number, params["name"], dict(params.get("arguments") or {}))
        else:
            self._send(number, {})

    def _tools(self) -> list[dict[str, Any]]:
        return [
            {
                "name": tool.name,
                "description": tool.description,
                "inputSchema": with_call_id(tool.input_schema),
            }
            for tool in self._server.tools.values()
        ]

    def _call(self, number: Any, tool: str, arguments: dict[str, Any]) -> None:
        call = str(arguments.pop(CALL_ID, ""))
        fault = self._plan.pick(Place.CALL, call) if call else None
        if fault is None:
            self._send(number, self._result(tool, arguments))
            return
        self._log.add(Event(what=fault, server=self._server.name, call=call))
        if fault in LEFTOVERS:
            LEFTOVERS[fault](self._context.files.root)
            self._send(number, self._result(tool, arguments))
        else:
            self._misbehave[fault](number, call)

    def _result(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            return _content(self._server.call(self._context, tool, arguments))
        except Exception as error:  # noqa: BLE001 - an error of a tool is an answer
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}

    def _fail(self, number: Any, call: str) -> None:
        text = f"soak: the service behind this tool is out of order ({call})"
        self._send(number, {"content": [{"type": "text", "text": text}], "isError": True})

    def _crash(self, _: Any, call: str) -> NoReturn:
        sys.stderr.write(f"soak: server:crash {call}\n")
        sys.stderr.flush()
        os._exit(_CRASHED)

    def _hang(self, _: Any, __: str) -> None:
        threading.Event().wait()

    def _take_memory(self, _: Any, __: str) -> None:
        taken = [b"x" * _PIECE for _ in range(_MEMORY // _PIECE)]
        threading.Event().wait()
        del taken

    def _send_malformed(self, number: Any, _: str) -> None:
        sys.stdout.write(f'{{"jsonrpc": "2.0", "id": {number}, "result": {{"content": [}}}}\n')
        sys.stdout.flush()

    def _send_oversized(self, number: Any, _: str) -> None:
        head = f'{{"jsonrpc": "2.0", "id": {number}, "result": {{"content": [{{"type": "text", "text": "'
        sys.stdout.write(head)
        for _piece in range(_OVERSIZED // _PIECE):
            sys.stdout.write("x" * _PIECE)
        sys.stdout.write('"}]}}\n')
        sys.stdout.flush()

    def _send(self, number: Any, result: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}) + "\n")
        sys.stdout.flush()


def with_call_id(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a tool with one more optional argument."""
    described = {"type": "string", "description": "Identifies the call in the log of injected faults."}
    return {**schema, "properties": {**schema.get("properties", {}), CALL_ID: described}}


def _content(answer: Answer) -> dict[str, Any]:
    pictures = [
        {"type": "image", "data": base64.b64encode(picture.data).decode(), "mimeType": picture.media_type}
        for picture in answer.pictures
    ]
    return {"content": [{"type": "text", "text": answer.text}, *pictures]}


def server_command(name: str, plan: FaultPlan, log: Path, *, seed: int, now: datetime) -> dict[str, Any]:
    """Return the entry of a configuration file that starts a faulty server."""
    options = {"--plan": msgspec.json.encode(plan).decode(), "--log": str(log), "--world": str(seed)}
    words = [word for option in options.items() for word in option]
    args = ["-P", "-m", "m3bench.soak.server", name, *words, "--now", now.isoformat()]
    return {"command": sys.executable, "args": [*args, "--workspace", "${WORKSPACE}"], "scope": "task"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m m3bench.soak.server", description=__doc__)
    parser.add_argument("server", type=load, metavar="NAME")
    parser.add_argument("--plan", type=lambda text: msgspec.json.decode(text, type=FaultPlan), required=True)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--world", type=int, required=True)
    parser.add_argument("--now", type=datetime.fromisoformat, required=True)
    parser.add_argument("--workspace", type=Path, required=True)
    options = parser.parse_args()
    context = ToolContext(make_world(options.world, options.now), Files(options.workspace))
    with FaultLog(options.log) as log:
        server = FaultyServer(options.server, context, options.plan, log)
        server.begin(next_number(options.log.with_name(f"starts-{options.server.name}")))
        server.serve()


if __name__ == "__main__":
    main()
