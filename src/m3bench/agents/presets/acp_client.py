"""A client of the Agent Client Protocol, as a program of its own: starts an agent and gives it one prompt.

    python acp_client.py COMMAND… < job.json      one prompt; messages are printed as JSON lines
    python acp_client.py --bridge                 the gateway over standard input and output

It runs in the folder and the sandbox of the agent, so it uses the standard library only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

VERSION = 1
AUTH_REQUIRED = -32000
METHOD_NOT_FOUND = -32601
HARMLESS_KINDS = (None, "other")
KEY_METHODS = ("api-key", "api_key", "apikey")
MAX_LINE = 64 * 1024 * 1024


class AgentError(Exception):
    """An error that the agent answered with."""

    def __init__(self, error: Any) -> None:
        details = error if isinstance(error, dict) else {}
        self.code = details.get("code")
        data = details.get("data")
        super().__init__(f"{details.get('message') or error}{f' ({data})' if data else ''}")


def say(**event: Any) -> None:
    """Print one event of the transcript."""
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


class Client:
    """Speaks to one agent over its standard input and output."""

    def __init__(self, agent: subprocess.Popen[bytes], job: dict[str, Any]) -> None:
        self._agent, self._job = agent, job
        self._last = 0
        self.text = ""

    def request(self, method: str, params: Any) -> dict[str, Any]:
        """Send a request, and serve the agent until it has answered."""
        self._last += 1
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while True:
            message = self._receive()
            if "method" in message:
                self._serve(message)
            elif message.get("id") == self._last:
                if "error" in message:
                    raise AgentError(message["error"])
                result = message.get("result")
                return result if isinstance(result, dict) else {}

    def _send(self, message: dict[str, Any]) -> None:
        say(type="sent", message=message)
        assert self._agent.stdin is not None
        self._agent.stdin.write(json.dumps(message).encode() + b"\n")
        self._agent.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._agent.stdout is not None
        while line := self._agent.stdout.readline(MAX_LINE):
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                continue  # a log
            if isinstance(message, dict):
                say(type="received", message=message)
                return message
        raise AgentError("the agent closed its output")

    def _serve(self, message: dict[str, Any]) -> None:
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if message["method"] == "session/update":
            self._update(params.get("update"))
        if "id" not in message:
            return
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "session/request_permission":
            answer["result"] = {"outcome": self._permission(params)}
        else:
            answer["error"] = {"code": METHOD_NOT_FOUND, "message": "Only the tools of the server m3bench."}
        self._send(answer)

    def _update(self, update: Any) -> None:
        """Keep the text since the last call: that is the answer."""
        kind = update.get("sessionUpdate") if isinstance(update, dict) else None
        if kind == "tool_call":
            self.text = ""
        elif kind == "agent_message_chunk" and isinstance(content := update.get("content"), dict):
            self.text += str(content.get("text") or "")

    def _permission(self, params: dict[str, Any]) -> dict[str, Any]:
        call, options = params.get("toolCall"), params.get("options")
        wanted = "allow" if isinstance(call, dict) and self._is_ours(call) else "reject"
        for option in options if isinstance(options, list) else ():
            if isinstance(option, dict) and str(option.get("kind")).startswith(wanted):
                return {"outcome": "selected", "optionId": option.get("optionId")}
        return {"outcome": "cancelled"}

    def _is_ours(self, call: dict[str, Any]) -> bool:
        """Whether it is a call of the gateway: agents name the server or the tool in the title or the id."""
        named = f"{call.get('title')} {call.get('toolCallId')}"
        ours = [self._job["server"], *self._job["tools"]]
        return call.get("kind") in HARMLESS_KINDS and any(name in named for name in ours)


def solve(client: Client, job: dict[str, Any]) -> None:
    """Open a session, and give the agent its prompt."""
    files = {"readTextFile": False, "writeTextFile": False}
    about = {"protocolVersion": VERSION, "clientCapabilities": {"fs": files, "terminal": False}}
    agent = client.request("initialize", {**about, "clientInfo": {"name": "m3bench", "version": "1"}})
    abilities = agent.get("agentCapabilities") or {}
    takes_http = (abilities.get("mcpCapabilities") or {}).get("http")
    session = open_session(client, agent, mcp_server(job, takes_http))
    takes_pictures = (abilities.get("promptCapabilities") or {}).get("image")
    prompt = [{"type": "text", "text": job["prompt"]}, *(job["pictures"] if takes_pictures else ())]
    done = client.request("session/prompt", {"sessionId": session, "prompt": prompt})
    say(type="result", stop=done.get("stopReason"), text=client.text, agent=agent.get("agentInfo"))


def mcp_server(job: dict[str, Any], http: Any) -> dict[str, Any]:
    """Return the gateway as the agent can reach it. Every agent can start a server."""
    url, token = os.environ["M3BENCH_GATEWAY_URL"], os.environ["M3BENCH_GATEWAY_TOKEN"]
    if http:
        headers = [{"name": "Authorization", "value": f"Bearer {token}"}]
        return {"type": "http", "name": job["server"], "url": url, "headers": headers}
    variables = {"M3BENCH_GATEWAY_URL": url, "M3BENCH_GATEWAY_TOKEN": token}
    return {
        "name": job["server"],
        "command": sys.executable,
        "args": ["-I", "-S", str(Path(__file__).absolute()), "--bridge"],
        "env": [{"name": name, "value": value} for name, value in variables.items()],
    }


def open_session(client: Client, agent: dict[str, Any], server: dict[str, Any]) -> Any:
    """Open a session. Logs in with a key, if the agent asks for a login and takes keys."""
    wanted = {"cwd": str(Path.cwd()), "mcpServers": [server]}
    try:
        return client.request("session/new", wanted)["sessionId"]
    except AgentError as error:
        names = [
            str(method.get("id")) for method in agent.get("authMethods") or () if isinstance(method, dict)
        ]
        by_key = [name for name in names if any(word in name.lower() for word in KEY_METHODS)]
        if error.code != AUTH_REQUIRED or not by_key:
            raise
    client.request("authenticate", {"methodId": by_key[0]})
    return client.request("session/new", wanted)["sessionId"]


def bridge() -> None:
    """Pass messages on to the gateway, one after another."""
    headers = {
        "Authorization": f"Bearer {os.environ['M3BENCH_GATEWAY_TOKEN']}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    for line in sys.stdin.buffer:
        request = urllib.request.Request(os.environ["M3BENCH_GATEWAY_URL"], line, headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310 - an address of our own
                session, body = answer.headers.get("Mcp-Session-Id"), answer.read().decode()
        except urllib.error.HTTPError as error:
            sys.stderr.write(f"{error}\n")
            continue
        if session:
            headers["Mcp-Session-Id"] = session
        for part in body.splitlines():
            text = part.removeprefix("data:").strip()
            if text.startswith("{"):
                sys.stdout.write(text + "\n")
                sys.stdout.flush()


def main() -> None:
    if sys.argv[1:] == ["--bridge"]:
        bridge()
        return
    job = json.load(sys.stdin)
    agent = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        solve(Client(agent, job), job)
    except (AgentError, OSError, KeyError) as error:
        login = getattr(error, "code", None) == AUTH_REQUIRED
        say(type="failed", problem=str(error) or type(error).__name__, login=login)
        sys.exit(1)
    finally:
        agent.kill()
        agent.wait()


if __name__ == "__main__":
    main()
