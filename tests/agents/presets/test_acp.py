"""Agents that speak the Agent Client Protocol."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Ending, make_agent
from m3bench.core import Status, UsageError
from tests.agents.presets.fakes import TALK
from tests.agents.presets.solving import solve

# An agent with everything that a test can switch: HTTP, the login, and what it does with its prompt.
AGENT = """
import subprocess
HTTP, LOGIN, PICTURES = {http}, {login!r}, {pictures}
def send(**message): print(json.dumps({{"jsonrpc": "2.0", **message}}), flush=True)
def ask(method, params):
    send(id=900, method=method, params=params)
    while True:
        answer = json.loads(sys.stdin.readline())
        if answer.get("id") == 900: return answer.get("result") or answer["error"]
def update(**content): send(method="session/update", params={{"sessionId": "s", "update": content}})
def text(words): update(sessionUpdate="agent_message_chunk", content={{"type": "text", "text": words}})
def may(title, kind):
    options = [{{"optionId": "y", "name": "Yes", "kind": "allow_once"}},
               {{"optionId": "n", "name": "No", "kind": "reject_once"}}]
    call = {{"toolCallId": "1", "title": title, "kind": kind}}
    wanted = {{"sessionId": "s", "toolCall": call, "options": options}}
    return ask("session/request_permission", wanted)["outcome"]
def prompt(params):
{body}
print("a log line, not JSON", flush=True)
server = None
for line in sys.stdin:
    message = json.loads(line)
    id, method, params = message["id"], message["method"], message["params"]
    if method == "initialize":
        abilities = {{"promptCapabilities": {{"image": PICTURES}}, "mcpCapabilities": {{"http": HTTP}}}}
        methods = [{{"id": "oauth", "name": "Log in"}}, {{"id": LOGIN, "name": "Key"}}]
        send(id=id, result={{"protocolVersion": 1, "agentCapabilities": abilities, "authMethods": methods}})
    elif method == "authenticate":
        LOGIN = ""
        send(id=id, result={{}})
    elif method == "session/new" and LOGIN:
        send(id=id, error={{"code": -32000, "message": "Authentication required"}})
    elif method == "session/new":
        server = params["mcpServers"][0]
        send(id=id, result={{"sessionId": "s"}})
    elif method == "session/prompt":
        stop = prompt(params["prompt"]) or "end_turn"
        send(id=id, result={{"stopReason": stop}})
"""


def agent(folder: Path, *body: str, http: bool = True, login: str = "", pictures: bool = False) -> str:
    """The name of an ACP agent that does this with its prompt."""
    path = folder / "agent.py"
    lines = "\n".join(f"    {line}" for line in body)
    path.write_text(TALK + AGENT.format(http=http, login=login, pictures=pictures, body=lines))
    return f"preset:acp:{sys.executable} -I -S {path}"


def test_the_last_text_is_the_answer_and_only_calls_of_the_gateway_are_permitted(
    tmp_path: Path, workspace: Path
) -> None:
    name = agent(
        tmp_path,
        "session = connect()",
        "text('thinking')",
        "seen = [may('math__sum (m3bench MCP Server)', 'other'), may('rm -rf m3bench', 'execute'),",
        "        may('Write notes', 'other'), ask('fs/read_text_file', {'path': '/etc/passwd'})]",
        "update(sessionUpdate='tool_call', toolCallId='1', title='math__sum')",
        "call(session, 'math__sum', {'numbers': [2, 3]})",
        "text(json.dumps([seen, params, server['type'], server['headers'][0]['name']]))",
    )
    ending, attempt, kept = solve(name, workspace)
    assert ending is not None
    (yes, no, unknown, files), prompt, kind, header = json.loads(str(ending.answer))
    assert yes == {"outcome": "selected", "optionId": "y"}
    assert no == unknown == {"outcome": "selected", "optionId": "n"}
    assert files["code"] == -32601
    assert [part["type"] for part in prompt] == ["text"]
    assert (kind, header) == ("http", "Authorization")
    assert [call.name for step in attempt.steps for call in step.calls] == ["math/sum"]
    events = [json.loads(line) for line in kept["0"].splitlines()]
    assert [event["type"] for event in events[:2]] == ["sent", "received"]


def test_an_agent_without_http_gets_the_gateway_as_a_program(tmp_path: Path, workspace: Path) -> None:
    name = agent(
        tmp_path,
        "environment = {one['name']: one['value'] for one in server['env']}",
        "bridge = subprocess.Popen([server['command'], *server['args']], env=environment, text=True,",
        "                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)",
        "client = {'name': 'b', 'version': '1'}",
        "about = {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': client}",
        "for id, method, given in ((0, 'initialize', about), (None, 'notifications/initialized', {}),",
        "        (1, 'tools/call', {'name': 'submit_answer', 'arguments': {'answer': 'five'}})):",
        "    numbered = {} if id is None else {'id': id}",
        "    message = {'jsonrpc': '2.0', 'method': method, 'params': given, **numbered}",
        "    print(json.dumps(message), file=bridge.stdin, flush=True)",
        "    if id is not None: bridge.stdout.readline()",
        "text('done')",
        http=False,
    )
    assert solve(name, workspace)[0] == Ending("five")


def test_a_login_by_key_is_made_and_another_one_is_reported(tmp_path: Path, workspace: Path) -> None:
    body = ("connect()", "text('five')")
    assert solve(agent(tmp_path, *body, login="use-api-key"), workspace)[0] == Ending("five")
    with pytest.raises(UsageError, match="could not log in: Authentication required"):
        solve(agent(tmp_path, *body, login="browser"), workspace)


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (("connect()", "return 'refusal'"), Status.AGENT_FAILURE, "it stopped: refusal"),
        (("connect()", "sys.exit(4)"), Status.AGENT_FAILURE, "closed its output"),
        (("text('five')",), Status.HARNESS_FAILURE, "no tool reached it"),
    ],
)
def test_failures_have_a_reason(
    body: tuple[str, ...], status: Status, reason: str, tmp_path: Path, workspace: Path
) -> None:
    ending: Any = solve(agent(tmp_path, *body), workspace)[0]
    assert ending.status is status
    assert reason in ending.reason


def test_the_command_must_exist() -> None:
    with pytest.raises(UsageError, match="needs the command"):
        make_agent("preset:acp:")
    with pytest.raises(UsageError, match="was not found"):
        make_agent("preset:acp:no-such-program --acp")
