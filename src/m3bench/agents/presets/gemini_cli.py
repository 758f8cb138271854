"""Gemini CLI: headless, with JSON lines, its own settings and a policy."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from m3bench.agents.external import Launch
from m3bench.agents.presets.installing import npm_entry
from m3bench.agents.presets.preset import GATEWAY, Fault, Job, Outcome, Preset, tokens_in, write_file

_VERSION = "0.61.0"
_NOT_LOGGED_IN = 41
# Rules of the user have priority over those of the program. Tools that are denied are not shown to the model.
_POLICY = f"""[[rule]]
toolName = "*"
decision = "deny"
priority = 1

[[rule]]
mcpName = "{GATEWAY}"
toolName = "*"
decision = "allow"
priority = 900
"""


class GeminiCli(Preset):
    name = "gemini-cli"
    title = "Gemini CLI"
    keys = ("GEMINI_API_KEY",)
    entry = npm_entry(name, "@google/gemini-cli", _VERSION, "bundle/gemini.js", megabytes=100, node=True)
    sessions = (".gemini/tmp/*/chats/*",)

    def launch(self, job: Job) -> Launch:
        home = job.place.home
        write_file(home, ".gemini/settings.json", json.dumps(_settings(job)))
        write_file(home, ".gemini/policies/m3bench.toml", _POLICY)
        absent = str(home / "no-system-settings.json")
        return Launch(
            command=(
                *job.program,
                *("--skip-trust", "--output-format", "stream-json"),
                *(("--model", job.model) if job.model else ()),
            ),
            folder=job.place.workspace,
            environment={
                "GEMINI_CLI_SYSTEM_SETTINGS_PATH": absent,
                "GEMINI_CLI_SYSTEM_DEFAULTS_PATH": absent,
                **({"GOOGLE_GEMINI_BASE_URL": job.base_url} if job.base_url else {}),
            },
            # A bare @ names a file to include, and changes the text: a@b.org becomes a @b.org.
            stdin=job.prompt.replace("@", "\\@").encode("utf-8", "replace"),
        )

    def read(self, events: Iterable[dict[str, Any]], errors: str, code: int | None) -> Outcome:
        said, result = "", None
        for event in events:
            kind = event.get("type")
            if kind == "message" and event.get("role") == "assistant":
                said += str(event.get("content") or "")
            elif kind in ("tool_use", "tool_result"):
                said = ""
            elif kind == "result":
                result = event
        if code == 0 and result is not None and result.get("status") == "success":
            return Outcome(answer=said.strip(), usage=tokens_in(result.get("stats")))
        outcome = Outcome.failed(_problem(result) or errors, asked_model=result is not None)
        return msgspec.structs.replace(outcome, fault=Fault.LOGIN) if code == _NOT_LOGGED_IN else outcome


def _settings(job: Job) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {job.place.token}"}
    server = {"httpUrl": job.place.url, "headers": headers, "trust": True, "timeout": 600_000}
    return {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "context": {"fileName": "no-context-file.md"},
        "mcpServers": {GATEWAY: server},
    }


def _problem(result: dict[str, Any] | None) -> str:
    error = (result or {}).get("error")
    return str(error.get("message") or error) if isinstance(error, dict) else str(error or "")
