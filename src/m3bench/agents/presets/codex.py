"""Codex: `codex exec --json` with a configuration of its own."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from m3bench.agents.external import Launch
from m3bench.agents.presets.installing import npm_entry
from m3bench.agents.presets.preset import GATEWAY, Job, Outcome, Preset, tokens_in, write_file
from m3bench.hosting.gateway import TOKEN_VARIABLE

_VERSION = "0.169.0"
_OPENAI = "https://api.openai.com/v1"
_SYSTEMS = {
    ("linux", "x86_64"): ("linux-x64", "x86_64-unknown-linux-musl"),
    ("linux", "aarch64"): ("linux-arm64", "aarch64-unknown-linux-musl"),
    ("darwin", "x86_64"): ("darwin-x64", "x86_64-apple-darwin"),
    ("darwin", "arm64"): ("darwin-arm64", "aarch64-apple-darwin"),
}
_OFF = (
    "apps", "browser_use", "computer_use", "goals", "hooks", "image_generation", "plugins", "shell_tool",
    "skill_search", "sleep_tool", "tool_suggest", "unbounded_connection_retries", "unified_exec",
    "view_image",
)  # fmt: skip
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def _native_program() -> str:
    package, target = _SYSTEMS.get((sys.platform, platform.machine()), (sys.platform, platform.machine()))
    return f"../codex-{package}/vendor/{target}/bin/codex"


class Codex(Preset):
    name = "codex"
    title = "Codex"
    keys = ("OPENAI_API_KEY",)
    entry = npm_entry(name, "@openai/codex", _VERSION, _native_program(), megabytes=404)
    sessions = (".codex/sessions/**/*.jsonl",)

    def launch(self, job: Job) -> Launch:
        home = job.place.home
        write_file(home, ".codex/config.toml", "\n".join(_config(job, self.keys[0])) + "\n")
        return Launch(
            command=(
                *job.program,
                *("exec", "--json", "--skip-git-repo-check", "--strict-config", "--ignore-rules"),
                *(f"--image={path}" for path in _pictures(job)),
                "-",
            ),
            folder=job.place.workspace,
            environment={"CODEX_HOME": str(home / ".codex")},
            stdin=job.prompt.encode("utf-8", "replace"),
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        answer, problem, usage = None, None, None
        for event in events:
            kind, item = event.get("type"), event.get("item")
            if kind == "item.completed" and isinstance(item, dict) and item.get("type") == "agent_message":
                answer = str(item.get("text") or "")
            elif kind == "turn.completed":
                usage = tokens_in(event.get("usage"))
            elif kind in ("turn.failed", "error"):
                problem = _message(event)
        if code == 0 and usage is not None:
            return Outcome(answer=answer, usage=usage)
        return Outcome.failed(problem or errors, asked_model=problem is not None)


def _config(job: Job, key: str) -> Iterator[str]:
    """Yield lines of TOML. JSON strings are TOML strings."""
    if job.model:
        yield f"model = {json.dumps(job.model)}"
    yield from (
        f'model_provider = "{GATEWAY}"',
        'approval_policy = "never"',
        'sandbox_mode = "read-only"',
        'web_search = "disabled"',
        "project_doc_max_bytes = 0",
        "check_for_update_on_startup = false",
        "[analytics]",
        "enabled = false",
        "[agents]",
        "enabled = false",
        "[skills.bundled]",
        "enabled = false",
        "[features]",
        *(f"{name} = false" for name in _OFF),
        f"[model_providers.{GATEWAY}]",
        'name = "OpenAI"',
        f"base_url = {json.dumps(job.base_url or _OPENAI)}",
        f'env_key = "{key}"',
        'wire_api = "responses"',
        f"[mcp_servers.{GATEWAY}]",
        f"url = {json.dumps(job.place.url)}",
        f'bearer_token_env_var = "{TOKEN_VARIABLE}"',
        'default_tools_approval_mode = "approve"',
        "startup_timeout_sec = 60",
        "tool_timeout_sec = 600",
    )


def _pictures(job: Job) -> Iterator[Path]:
    """Yield copies of the pictures: the names in the workspace may hold commas, which separate files."""
    for number, picture in enumerate(job.pictures):
        name = f"picture-{number}{_SUFFIXES.get(picture.media_type, '')}"
        yield write_file(job.place.home, name, picture.data or b"")


def _message(event: dict[str, Any]) -> str:
    error = event.get("error")
    return str((error.get("message") if isinstance(error, dict) else None) or event.get("message") or event)
