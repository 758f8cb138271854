"""Small programs that print what the real ones print. The lines were recorded from them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents.presets import PRESETS

NAMES = ("claude-code", "codex", "gemini-cli", "openhands", "goose")
KEYS = {"claude-code": "ANTHROPIC_API_KEY", "codex": "OPENAI_API_KEY", "gemini-cli": "GEMINI_API_KEY"}
KEYS |= {"openhands": "LLM_API_KEY", "goose": "OPENAI_API_KEY"}
MODEL = "openai/m-1"
ANSWER = "It is 5."


def said(name: str, text: str = ANSWER) -> list[dict[str, Any]]:
    """What a program prints that ends with this text."""
    lines: dict[str, list[dict[str, Any]]] = {
        "claude-code": [
            {"type": "system", "subtype": "init", "mcp_servers": [{"name": "m3bench"}]},
            {"type": "assistant", "message": {"content": [{"type": "text", "text": "adding"}]}},
            {"type": "result", "subtype": "success", "is_error": False, "num_turns": 4, "result": text,
             "terminal_reason": "completed", "total_cost_usd": 0.25, "modelUsage": {"claude-x": {}},
             "usage": {"input_tokens": 100, "cache_read_input_tokens": 11, "output_tokens": 50}},
        ],
        "codex": [
            {"type": "thread.started", "thread_id": "1"},
            {"type": "item.completed", "item": {"id": "0", "type": "error", "message": "no metadata"}},
            {"type": "item.completed", "item": {"id": "1", "type": "agent_message", "text": "adding"}},
            {"type": "item.completed", "item": {"id": "2", "type": "mcp_tool_call", "tool": "math__sum"}},
            {"type": "item.completed", "item": {"id": "3", "type": "agent_message", "text": text}},
            {"type": "turn.completed", "usage": {"input_tokens": 111, "output_tokens": 50}},
        ],
        "gemini-cli": [
            {"type": "init", "model": "gemini-x"},
            {"type": "message", "role": "user", "content": "What is 2 + 3?"},
            {"type": "message", "role": "assistant", "content": "adding", "delta": True},
            {"type": "tool_use", "tool_name": "mcp_m3bench_math__sum", "parameters": {}},
            {"type": "tool_result", "status": "success", "output": "5"},
            {"type": "message", "role": "assistant", "content": text[:4], "delta": True},
            {"type": "message", "role": "assistant", "content": text[4:], "delta": True},
            {"type": "result", "status": "success", "stats": {"input_tokens": 111, "output_tokens": 50}},
        ],
        "openhands": [
            {"type": "event", "event": {"source": "user", "llm_message": {"content": [{"text": "2 + 3?"}]}}},
            {"type": "event", "event": {"source": "agent", "action": {"data": {"numbers": [2, 3]}}}},
            {"type": "event", "event": {"source": "agent", "action": {"message": text}}},
            {"type": "result", "status": "finished", "metrics": {"accumulated_cost": 0.5,
             "accumulated_token_usage": {"prompt_tokens": 111, "completion_tokens": 50}}},
        ],
        "goose": [
            {"type": "message", "message": {"role": "assistant", "content": [{"type": "toolRequest"}]}},
            {"type": "message", "message": {"role": "user", "content": [{"type": "toolResponse"}]}},
            {"type": "message", "message": {"role": "assistant", "content": [{"text": text}]}},
            {"type": "complete", "total_tokens": None},
        ],
    }  # fmt: skip
    return lines[name]


def refused(name: str) -> list[dict[str, Any]]:
    """What a program prints whose provider answers with an error."""
    lines: dict[str, list[dict[str, Any]]] = {
        "claude-code": [
            {"type": "result", "is_error": True, "result": "API Error: 529 Overloaded", "usage": {},
             "terminal_reason": "api_error", "subtype": "success", "api_error_status": 529}
        ],
        "codex": [
            {"type": "error", "message": "Reconnecting... 1/5"},
            {"type": "turn.failed", "error": {"message": "unexpected status 529: Overloaded"}},
        ],
        "gemini-cli": [{"type": "result", "status": "error", "error": {"message": "Overloaded"}}],
        "openhands": [
            {"type": "failed", "problem": "Conversation run failed: litellm.InternalServerError: Overloaded"}
        ],
        "goose": [
            {"type": "message", "message": {"role": "assistant", "content": [
                {"type": "text", "text": "Ran into this error: Server error (503): Overloaded."}]}},
            {"type": "complete", "total_tokens": None},
        ],
    }  # fmt: skip
    return lines[name]


def not_logged_in(name: str) -> tuple[list[dict[str, Any]], str, int]:
    """What a program without a login prints on both streams, and its exit code."""
    login = {"type": "result", "is_error": True, "terminal_reason": "api_error", "subtype": "success"}
    found: dict[str, tuple[list[dict[str, Any]], str, int]] = {
        "claude-code": ([{**login, "result": "Not logged in · Please run /login"}], "", 1),
        "codex": (
            [{"type": "turn.failed", "error": {"message": "unexpected status 401 Unauthorized"}}],
            "",
            1,
        ),
        "openhands": ([{"type": "failed", "problem": "litellm.AuthenticationError: no"}], "", 1),
        "goose": ([{"type": "error", "error": "Authentication failed. Status: 401 Unauthorized."}], "", 0),
        "gemini-cli": ([], "Please set an Auth method in your settings.json or specify one of …", 41),
    }
    return found[name]


# Speaks to the gateway with nothing but the standard library, because importing a client takes a second.
TALK = """
import json, os, sys, urllib.request
def post(method, params, id=None, session=None):
    headers = {"Authorization": "Bearer " + os.environ["M3BENCH_GATEWAY_TOKEN"],
               "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               **({"Mcp-Session-Id": session} if session else {})}
    body = {"jsonrpc": "2.0", "method": method, "params": params, **({} if id is None else {"id": id})}
    request = urllib.request.Request(os.environ["M3BENCH_GATEWAY_URL"], json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=600) as answer:
        return answer.headers.get("Mcp-Session-Id"), answer.read().decode()
def connect():
    client = {"name": "fake", "version": "1"}
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    session, _ = post("initialize", about, 0)
    post("notifications/initialized", {}, None, session)
    return session
def call(session, name, arguments):
    return post("tools/call", {"name": name, "arguments": arguments}, 1, session)[1]
"""


def install_fake(
    monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, source: str, *, talks: bool = True
) -> None:
    """Let a preset start this source instead of its program."""
    path = folder / f"{name}.py"
    path.write_text((TALK if talks else "import json, os, sys\n") + source)
    monkeypatch.setattr(type(PRESETS[name]), "find", lambda _: (sys.executable, "-I", "-S", str(path)))
    monkeypatch.setattr(type(PRESETS[name]), "entry", None)
    monkeypatch.setenv(KEYS.get(name, "UNUSED"), "key-of-the-test")


def printing(events: list[dict[str, Any]], errors: str = "", code: int = 0) -> str:
    """Source that prints this and ends."""
    lines = "\n".join(json.dumps(event) for event in events)
    return f"print({lines!r})\nprint({errors!r}, file=sys.stderr)\nsys.exit({code})\n"
