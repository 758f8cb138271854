"""Claude Code: `claude --print` with JSON lines in both directions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from m3bench.agents.external import Launch
from m3bench.agents.presets.installing import native_machine, npm_entry
from m3bench.agents.presets.preset import (
    GATEWAY,
    Job,
    Outcome,
    Preset,
    base64_of,
    cost_in,
    fault_of,
    last_of,
    whole_number,
    write_file,
)
from m3bench.core import Media, Usage

_VERSION = "2.1.326"
_QUIET = {
    "CLAUDE_CODE_MAX_RETRIES": "4",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "ENABLE_TOOL_SEARCH": "false",
    "MAX_MCP_OUTPUT_TOKENS": "200000",
    "MCP_TIMEOUT": "60000",
    "MCP_TOOL_TIMEOUT": "600000",
}


class ClaudeCode(Preset):
    name = "claude-code"
    title = "Claude Code"
    keys = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN")
    # A native program, in the package for this system beside the main package.
    _program = f"../claude-code-{sys.platform}-{native_machine()}/claude"
    entry = npm_entry(name, "@anthropic-ai/claude-code", _VERSION, _program, megabytes=355)
    sessions = (".claude/projects/*/*.jsonl",)

    def launch(self, job: Job) -> Launch:
        headers = {"Authorization": f"Bearer {job.place.token}"}
        server = {"type": "http", "url": job.place.url, "headers": headers}
        config = write_file(job.place.home, "claude-mcp.json", json.dumps({"mcpServers": {GATEWAY: server}}))
        return Launch(
            command=(
                *job.program,
                *("--print", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json"),
                *("--mcp-config", str(config), "--strict-mcp-config"),
                *("--tools", "", "--allowedTools", f"mcp__{GATEWAY}", "--permission-mode", "dontAsk"),
                *("--setting-sources", "", "--disable-slash-commands"),
                *(("--model", job.model) if job.model else ()),
            ),
            folder=job.place.workspace,
            environment={**_QUIET, **({"ANTHROPIC_BASE_URL": job.base_url} if job.base_url else {})},
            stdin=_message(job),
        )

    def read(
        self,
        events: Iterable[dict[str, Any]],
        errors: str,
        code: int | None,  # noqa: ARG002 - the last event says it
    ) -> Outcome:
        last = last_of(events, "result")
        if not last:
            return Outcome.failed(errors, asked_model=False)
        text, model = str(last.get("result") or ""), next(iter(_models(last)), None)
        if last.get("is_error"):
            return Outcome(
                problem=text or str(last.get("subtype")),
                fault=fault_of(text, asked_model=last.get("terminal_reason") == "api_error"),
                model=model,
            )
        return Outcome(answer=text, usage=_usage(last), model=model)


def _message(job: Job) -> bytes:
    content = [*map(_picture, job.pictures), {"type": "text", "text": job.prompt}]
    message = {"type": "user", "message": {"role": "user", "content": content}}
    return json.dumps(message).encode() + b"\n"


def _picture(picture: Media) -> dict[str, Any]:
    source = {"type": "base64", "media_type": picture.media_type, "data": base64_of(picture)}
    return {"type": "image", "source": source}


def _models(result: dict[str, Any]) -> dict[str, Any]:
    models = result.get("modelUsage")
    return models if isinstance(models, dict) else {}


def _usage(result: dict[str, Any]) -> Usage | None:
    counts = result.get("usage")
    if not isinstance(counts, dict):
        return None
    read = [
        whole_number(counts, name)
        for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    ]
    return Usage(
        sum(filter(None, read)) if read[0] is not None else None,
        whole_number(counts, "output_tokens"),
        whole_number(result, "num_turns"),
        cost_in(result, "total_cost_usd"),
    )
